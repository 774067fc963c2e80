// Finds the problems of the config files, with their position, cause and fix. CLI only.
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { quote } from "../text/printable.ts";
import { findClosest } from "../text/suggest.ts";
import { type ConfigProblem, describeProblem, formatKey, type KeyPath } from "./config-problem.ts";
import type { Environment } from "./environment.ts";
import { findJudgeProblem } from "./judge-problem.ts";
import { type ConfigFile, type LoadedConfig, loadConfig } from "./load-config.ts";
import { RETIRED_SETTINGS } from "./retired-settings.ts";
import { CONFIG_SCHEMA } from "./schema.ts";
import type { Spec } from "./schema-language.ts";

interface Position {
  /** Both count from 1. */
  line: number;
  column: number;
}

const START: Position = { line: 1, column: 1 };

interface SyntaxFault extends Position {
  cause: string;
  hint: string;
}

const SYNTAX_HINT =
  "Separate entries by commas, with no comma after the last; close brackets and quotes; put keys and strings in double quotes. JSON has no comments.";

interface LocatedProblem extends ConfigProblem, Position {
  hint: string;
}

interface CheckedConfig extends Pick<LoadedConfig, "files" | "waiting"> {
  problems: LocatedProblem[];
}

export async function checkConfig(
  env: Pick<Environment, "holdfastHome">,
  projectDir: string | null,
): Promise<CheckedConfig> {
  const loaded = await loadConfig(env, projectDir);
  const { files, waiting } = loaded;
  const problems = [...loaded.problems, ...findJudgeMistakes(loaded)];
  const located = files.flatMap((file) => {
    const own = problems.filter((problem) => problem.file === file.path);
    return checkFile(file, own);
  });
  return { problems: located, files, waiting };
}

/** What no single value shows. */
function findJudgeMistakes({ config, sources }: LoadedConfig): ConfigProblem[] {
  const mistake = (path: string[], message: string): ConfigProblem => {
    const file = sources.get(formatKey(path.slice(0, 2))) ?? "";
    return { file, path, code: "out-of-range", message };
  };
  const { by } = config.judge;
  const problem = findJudgeProblem(config.judge);
  return [
    ...(problem === null ? [] : [mistake(["judge", "by"], problem)]),
    ...Object.entries(config.judges).flatMap(([id, { ask, kind }]) => [
      ...(ask.trim() === "" ? [mistake(["judges", id, "ask"], "is empty, so nobody is asked")] : []),
      // The user's own client.
      ...(kind === "agent" && by !== "claude"
        ? [mistake(["judges", id, "kind"], '"agent" needs `judge.by` to be "claude"')]
        : []),
    ]),
  ];
}

/** `path:4:7: gates.lock.mx: unknown key` */
export function describeLocated(problem: LocatedProblem): string {
  return describeProblem({ ...problem, file: `${problem.file}:${problem.line}:${problem.column}` });
}

function checkFile(file: ConfigFile, problems: ConfigProblem[]): LocatedProblem[] {
  const { text, format } = file;
  const whole = problems.find((problem) => problem.path.length === 0 && problem.code !== "too-many");
  if (whole) return [whole.code === "not-json" ? locateSyntax(whole, text) : locate(whole, "")];
  return problems
    .map((problem) => locate(problem, text, format === "reflection-config" ? 1 : 0))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

function locateSyntax(problem: ConfigProblem, text: string): LocatedProblem {
  const fault = text.trim() === "" ? null : syntaxFault(text);
  if (!fault) return locate(problem, "");
  const { cause, hint, ...position } = fault;
  return { ...problem, ...position, message: `${problem.message}: ${cause}`, hint };
}

/** `depth`: how many keys of the problem's path the file itself does not have. */
function locate(problem: ConfigProblem, text: string, depth = 0): LocatedProblem {
  const place = { code: problem.code, path: problem.path.slice(depth) };
  return { ...problem, ...positionOf(text, place), hint: hintFor(problem) };
}

/** The first syntax error in the text; null when there is none, or the text is too odd to say. */
export function syntaxFault(text: string): SyntaxFault | null {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return null; // So many brackets that the parser's stack overflows.
  }
  const first = errors[0];
  if (!first) return null;
  const found = text.slice(first.offset, first.offset + first.length);
  // Such as "comma expected" for CommaExpected.
  const words = printParseErrorCode(first.error)
    .replace(/\B[A-Z]/g, " $&")
    .toLowerCase();
  // Strings and comments may be private.
  const cause = /^(?:\s*$|["/])/.test(found) ? words : `${words} at ${quote(found, 20)}`;
  return { ...positionAt(text, first.offset), cause, hint: SYNTAX_HINT };
}

/** The position of an unknown key, or of a wrong value. */
function positionOf(text: string, { path, code }: Pick<ConfigProblem, "path" | "code">): Position {
  const root = parseTree(text);
  if (!root || path.length === 0) return START;
  const { key, value } = nodesAt(root, path);
  return positionAt(text, ((code === "unknown-key" || code === "retired" ? key : value) ?? root).offset);
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function nodesAt(root: Node, path: KeyPath): { key?: Node | undefined; value?: Node | undefined } {
  let key: Node | undefined;
  let value: Node | undefined = root;
  for (const part of path) {
    if (typeof part === "number") {
      value = value?.children?.[part];
      key = value;
    } else {
      const properties: Node[] = value?.children ?? [];
      const isNamed = (child: Node, name = child.children?.[0]?.value) =>
        name === part || String(name).toUpperCase() === part; // An older tool's categories.
      // The last one, because JSON.parse keeps it.
      const property = properties.findLast((child) => isNamed(child));
      key = property?.children?.[0];
      value = property?.children?.[1];
    }
  }
  return { key, value };
}

/** What a person can do about a problem in a config file. */
export function hintFor(problem: Pick<ConfigProblem, "path" | "code">, root: Spec = CONFIG_SCHEMA): string {
  switch (problem.code) {
    case "unknown-key":
      return forUnknownKey(problem.path, root);
    case "wrong-type":
    case "out-of-range":
    case "missing-key":
      return forValue(problem.path, root);
    case "retired":
      return RETIRED_SETTINGS[formatKey(problem.path)] ?? "Remove it.";
    case "own-counts":
      return "Remove it here, or change your config.json.";
    case "not-json":
    case "not-an-object":
      return 'Write one JSON object, such as { "metrics": false }, or remove the file.';
    case "too-large":
    case "too-deep":
      return "Check that this is the right file: a config file has a few lines.";
    case "too-many":
      return "Fix the first ones and check again.";
    case "unreadable":
      return "Make it a plain file that you can read, or remove it.";
  }
}

function forUnknownKey(path: KeyPath, root: Spec): string {
  const key = String(path.at(-1));
  const parent = specAt(root, path.slice(0, -1));
  if (parent?.type !== "object") return "Choose another name.";
  const siblings = Object.keys(parent.properties);
  const near = findClosest(key, siblings);
  if (near) return `Did you mean ${quote(near)}?`;
  return `The keys here are ${siblings.map((sibling) => quote(sibling)).join(", ")}.`;
}

function forValue(path: KeyPath, root: Spec): string {
  const spec = specAt(root, path);
  if (!spec) return "Run `holdfast config show --schema` to see what is expected.";
  if ("default" in spec && spec.default !== undefined) {
    return `${spec.description} The default is ${JSON.stringify(spec.default)}.`;
  }
  return spec.description;
}

function specAt(root: Spec, path: KeyPath): Spec | undefined {
  let spec: Spec | undefined = root;
  for (const part of path) {
    if (spec?.type === "array") spec = spec.items;
    else if (spec?.type === "record") spec = spec.values;
    else if (spec?.type === "object" && Object.hasOwn(spec.properties, part)) spec = spec.properties[part];
    else return undefined;
  }
  return spec;
}
