import type { Layer } from "../../../config/config-problem.ts";
import { leavesOf } from "../../../config/leaves.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { addOlderLayer } from "../../../config/older-config.ts";
import { CONFIG_SCHEMA } from "../../../config/schema.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, type Output } from "../../command.ts";
import { findProject } from "../../project.ts";

export const command = defineCommand({
  summary: "effective settings and where each comes from",
  details:
    "The project's .claude/holdfast.json wins over config.json in HOLDFAST_HOME, which wins over the triage section of an\n" +
    "older tool's .claude/memory/memory-config.json, if there is one, which wins over the defaults.",
  examples: ["holdfast config show", "holdfast config show --json"],
  options: {
    project: { type: "string", value: "DIR", help: "the project to look at" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const loaded = await loadConfig(env, project.dir);
    const { config, origins, files, problems } = await addOlderLayer(loaded, project.dir);
    const values = leavesOf(CONFIG_SCHEMA, config).map(({ key, value, spec }) => {
      const origin: Origin = origins.get(key) ?? "default";
      return { key, value, origin, type: spec.type, description: spec.description };
    });
    if (options.json) {
      const read = files.map(({ layer, path, state }) => ({ layer, path, state }));
      out.json({ project: project.dir, files: read, config, values, problems });
      return 0;
    }
    out.line(`project       ${project.dir} ${out.style.dim(`(${project.how})`)}`);
    for (const { layer, path, state } of files) {
      const read = state === "absent" ? "not there" : state;
      out.line(`${FROM[layer].padEnd(12)}  ${path} ${out.style.dim(`(${read})`)}`);
    }
    out.line();
    printValues(values, out);
    out.line();
    printSwitches(values, origins.size === 0, out);
    if (problems.length > 0) {
      out.line();
      const many = countNoun(problems.length, "problem");
      out.line(out.style.yellow(`${many} in these files: run \`holdfast config check\``));
    }
    return 0;
  },
});

type Origin = Layer | "older" | "default";

interface Shown {
  key: string;
  value: unknown;
  origin: Origin;
  type: string;
  description: string;
}

const FROM: Record<Origin, string> = {
  default: "default",
  user: "user file",
  project: "project file",
  older: "older file",
};

function printValues(values: Shown[], out: Output): void {
  const keyWidth = Math.max(...values.map(({ key }) => key.length));
  const texts = values.map(({ value }) => printable(JSON.stringify(value)));
  const valueWidth = Math.max(...texts.map((text) => text.length));
  values.forEach(({ key, origin }, index) => {
    const from = origin === "default" ? out.style.dim(FROM[origin]) : out.style.cyan(FROM[origin]);
    out.line(`${key.padEnd(keyWidth)}  ${(texts[index] ?? "").padEnd(valueWidth)}  ${from}`);
  });
}

function printSwitches(values: Shown[], nothingSet: boolean, out: Output): void {
  const switches = values.filter(({ type }) => type === "boolean");
  if (nothingSet) out.line("Nothing is configured, so the defaults hold.");
  for (const { key, value, description } of switches) {
    const state = value === true ? out.style.green("on ") : out.style.yellow("off");
    out.line(`${state}  ${key}: ${description}`);
  }
}
