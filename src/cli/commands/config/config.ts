import { checkConfig, describeLocated } from "../../../config/check-config.ts";
import type { Layer } from "../../../config/config-problem.ts";
import { listSettings, renderJsonSchema } from "../../../config/json-schema.ts";
import { type ConfigFile, loadConfig } from "../../../config/load-config.ts";
import { addOlderLayer } from "../../../config/older-config.ts";
import { CONFIG_SCHEMA } from "../../../config/schema.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, type Output, PROJECT_OPTIONS } from "../../command.ts";
import { findProject } from "../../target.ts";

type Origin = Layer | "older" | "default";

interface Setting {
  key: string;
  value: unknown;
  origin: Origin;
  type: string;
  description: string;
}

const ORIGINS: Record<Origin, string> = {
  default: "default",
  user: "user file",
  project: "project file",
  older: "older file",
};

export const show = defineCommand({
  details:
    "The project's .claude/holdfast.json overrides config.json in HOLDFAST_HOME, which overrides the triage section of an\n" +
    "older tool's .claude/memory/memory-config.json, if there is one, which overrides the defaults.",
  examples: ["holdfast config show", "holdfast config show --json"],
  options: PROJECT_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const loaded = await loadConfig(env, project.dir);
    const { config, origins, files, problems, waiting } = await addOlderLayer(loaded, project.dir);
    const values = listSettings(CONFIG_SCHEMA, config).map(({ key, value, spec }) => {
      const origin: Origin = origins.get(key) ?? "default";
      return { key, value, origin, type: spec.type, description: spec.description };
    });
    if (options.json) {
      out.json({ project: project.dir, files: withoutText(files), config, values, problems, waiting });
      return;
    }
    out.line(`project       ${project.dir} ${out.style.dim(`(${project.how})`)}`);
    for (const { layer, path, state } of files)
      out.line(`${ORIGINS[layer].padEnd(12)}  ${path} ${out.style.dim(`(${describeState(state)})`)}`);
    out.line();
    printValues(values, out);
    out.line();
    if (origins.size === 0) out.line("Nothing is configured, so the defaults apply.");
    printSwitches(values, out);
    if (waiting.length > 0) {
      out.line();
      out.line(
        out.style.yellow(
          `not in force until \`holdfast trust\`: ${waiting.map((key) => printable(key)).join(", ")}`,
        ),
      );
    }
    if (problems.length > 0) {
      out.line();
      const many = countNoun(problems.length, "problem");
      out.line(out.style.yellow(`${many} in these files: run \`holdfast config check\``));
    }
  },
});

export const check = defineCommand({
  details:
    "A mistake never stops holdfast: the key gets its value from the user file or the default instead.\n" +
    "Exit code 0: no problems; 1: there are some.",
  examples: ["holdfast config check", "holdfast config check --project ~/work/app --json"],
  options: PROJECT_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const { problems, files } = await checkConfig(env, project.dir);
    if (options.json) {
      out.json({ project: project.dir, files: withoutText(files), problems });
      return problems.length === 0 ? 0 : 1;
    }
    out.line(`project    ${project.dir} ${out.style.dim(`(${project.how})`)}`);
    for (const { state, path } of files) out.line(`${describeState(state).padEnd(9)}  ${path}`);
    out.line();
    if (problems.length === 0) {
      out.line(out.style.green("no problems"));
      return;
    }
    for (const problem of problems) {
      out.line(printable(describeLocated(problem)));
      out.line(out.style.dim(`  hint: ${printable(problem.hint)}`));
    }
    out.line();
    out.line(out.style.red(countNoun(problems.length, "problem")));
    return 1;
  },
});

export const schema = defineCommand({
  details:
    'The npm package has it as schema/holdfast.schema.json: name it in "$schema", and an editor completes and checks.',
  examples: ["holdfast config schema", "holdfast config schema > holdfast.schema.json"],
  options: {},
  async run({ out }) {
    out.line(renderJsonSchema().trimEnd());
  },
});

function withoutText(files: readonly ConfigFile[]) {
  return files.map(({ layer, path, state }) => ({ layer, path, state }));
}

function describeState(state: ConfigFile["state"]): string {
  return state === "absent" ? "not there" : state;
}

function printValues(settings: Setting[], out: Output): void {
  const keyWidth = Math.max(...settings.map(({ key }) => key.length));
  const texts = settings.map(({ value }) => printable(JSON.stringify(value)));
  const valueWidth = Math.max(...texts.map((text) => text.length));
  settings.forEach(({ key, origin }, index) => {
    const from = origin === "default" ? out.style.dim(ORIGINS[origin]) : out.style.cyan(ORIGINS[origin]);
    out.line(`${key.padEnd(keyWidth)}  ${(texts[index] ?? "").padEnd(valueWidth)}  ${from}`);
  });
}

function printSwitches(settings: Setting[], out: Output): void {
  for (const { key, value, description } of settings.filter(({ type }) => type === "boolean")) {
    const state = value === true ? out.style.green("on ") : out.style.yellow("off");
    out.line(`${state}  ${key}: ${description}`);
  }
}
