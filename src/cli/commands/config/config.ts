import { checkConfig, describeLocated } from "../../../config/check-config.ts";
import type { Layer } from "../../../config/config-problem.ts";
import { listSettings, renderJsonSchema } from "../../../config/json-schema.ts";
import { type ConfigFile, loadConfig } from "../../../config/load-config.ts";
import { CONFIG_SCHEMA } from "../../../config/schema.ts";
import { defaultOf, type Spec } from "../../../config/schema-language.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import {
  defineCommand,
  flag,
  type Output,
  PROJECT_OPTIONS,
  requireAtMostOne,
  verbatim,
} from "../../command.ts";
import { findProject } from "../../target.ts";

type Origin = Layer | "default";

type Setting = ReturnType<typeof listSettings>[number] & { origin: Origin };

const ORIGINS: Record<Origin, string> = {
  default: "default",
  user: "user file",
  project: "project file",
};

export const show = defineCommand({
  details:
    "Highest priority first: the project's .claude/holdfast.json, its memory-config.json and .reflection_config of other\n" +
    "tools, config.json in HOLDFAST_HOME, the defaults.",
  examples: [
    "holdfast config show",
    "holdfast config show --all --json",
    "holdfast config show --schema > holdfast.schema.json",
  ],
  options: {
    all: flag("include settings at their default"),
    schema: flag('only the JSON Schema of the config files, for "$schema" and your editor'),
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    requireAtMostOne({ "--schema": options.schema, "--all": options.all });
    if (options.schema) return void out.line(renderJsonSchema().trimEnd(), "unwrapped");
    const project = await findProject(invocation, options.project);
    const { config, origins, files, problems, waiting } = await loadConfig(env, project.dir);
    const settings = listSettings(CONFIG_SCHEMA, config).map((setting): Setting => {
      return { ...setting, origin: origins.get(setting.key) ?? "default" };
    });
    if (options.json) {
      const values = settings.map(({ spec, ...setting }) => {
        const { value } = setting;
        const shown = typeof value === "object" && value !== null ? verbatim(value) : value;
        return { ...setting, value: shown, type: spec.type, description: spec.description };
      });
      out.json({
        project: project.dir,
        files: withoutText(files),
        config: verbatim(config),
        values,
        problems,
        waiting,
      });
      return;
    }
    out.line(`project       ${project.dir} ${out.style.dim(`(${project.foundBy})`)}`);
    for (const { layer, path, state } of files)
      out.line(`${ORIGINS[layer].padEnd(12)}  ${path} ${out.style.dim(`(${describeState(state)})`)}`);
    out.line();
    const changed = settings.filter(({ origin }) => origin !== "default");
    const others = settings.filter(({ origin }) => origin === "default");
    if (changed.length === 0) out.line("Nothing is configured; the defaults apply.");
    else out.line("Changed");
    printValues(changed, out, true);
    out.line();
    if (options.all) {
      out.line("Defaults");
      printValues(others, out, false);
    } else
      out.line(
        out.style.dim(`--all also shows the ${countNoun(others.length, "setting")} at their default.`),
      );
    printWaiting(waiting, out);
    const mistakes = problems.filter(({ code }) => code !== "retired");
    if (mistakes.length > 0) {
      out.line();
      const many = countNoun(mistakes.length, "problem");
      out.line(out.style.yellow(`${many} in these files: run \`holdfast config check\``));
    }
  },
});

export const check = defineCommand({
  details:
    "A mistake never stops holdfast: the key falls back to the user file or the default.\n" +
    "Exit code 0: no problems, perhaps settings that are no longer used; 1: problems found.",
  examples: ["holdfast config check", "holdfast config check --project ~/work/app --json"],
  options: PROJECT_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const { problems, files, waiting } = await checkConfig(env, project.dir);
    const mistakes = problems.filter(({ code }) => code !== "retired");
    const exitCode = mistakes.length === 0 ? 0 : 1;
    if (options.json) {
      out.json({ project: project.dir, files: withoutText(files), problems, waiting });
      return exitCode;
    }
    out.line(`project    ${project.dir} ${out.style.dim(`(${project.foundBy})`)}`);
    for (const { state, path } of files) out.line(`${describeState(state).padEnd(9)}  ${path}`);
    printWaiting(waiting, out);
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
    if (exitCode === 0) out.line(out.style.green("no problems"));
    else out.line(out.style.red(countNoun(mistakes.length, "problem")));
    return exitCode;
  },
});

function withoutText(files: readonly ConfigFile[]) {
  return files.map(({ layer, format, path, state }) => ({ layer, format, path, state }));
}

function describeState(state: ConfigFile["state"]): string {
  return state === "absent" ? "no file" : state;
}

function printWaiting(waiting: readonly string[], { line, style }: Output): void {
  if (waiting.length === 0) return;
  line();
  line(
    style.yellow(`not in force until \`holdfast trust\`: ${waiting.map((key) => printable(key)).join(", ")}`),
  );
}

/** `withOrigin`: where each value comes from. Long values continue below. */
function printValues(settings: Setting[], { style, width, line }: Output, withOrigin: boolean): void {
  const column = Math.max(0, ...settings.map(({ key }) => key.length));
  for (const { key, value, spec, origin } of settings) {
    const from = withOrigin ? `  ${style.cyan(`(${ORIGINS[origin]})`)}` : "";
    const shown = withoutDefaults(spec, value);
    const text = printable(JSON.stringify(shown));
    const isShort = 4 + column + text.length + Bun.stringWidth(from) <= width;
    if (isShort || typeof value !== "object") line(`  ${key.padEnd(column)}  ${text}${from}`);
    else {
      line(`  ${key.padEnd(column)}${from}`);
      for (const part of Array.isArray(shown) ? shown : [shown])
        for (const nested of spread(part, width - 4)) line(`    ${printable(nested)}`);
    }
  }
}

/** Of each item in a list, what was set. */
function withoutDefaults(spec: Spec, value: unknown): unknown {
  if (spec.type !== "array" || spec.items.type !== "object" || !Array.isArray(value)) return value;
  const { properties } = spec.items;
  const isSet = ([key, part]: [string, unknown]) => {
    const property = properties[key];
    return property === undefined || !Bun.deepEquals(part, defaultOf(property));
  };
  return value.map((item: object) => Object.fromEntries(Object.entries(item).filter(isSet)));
}

/** On one line where it fits. */
function spread(value: unknown, width: number): string[] {
  const text = JSON.stringify(value);
  return text.length <= width ? [text] : JSON.stringify(value, null, 2).split("\n");
}
