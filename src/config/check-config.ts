// Finds the problems of the config files, with their position, cause and fix. CLI only.
import {
  type Node,
  type ParseError,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { quote } from "../text/printable.ts";
import { findClosest } from "../text/suggest.ts";
import { type ConfigProblem, describeProblem, formatKey, type KeyPath } from "./config-problem.ts";
import type { Environment } from "./environment.ts";
import { type ConfigFile, type LoadedConfig, loadConfig } from "./load-config.ts";
import { addOlderLayer } from "./older-config.ts";
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

const NO_LAST_COMMA = "no comma follows the last entry";

const EXPLANATIONS: Record<string, { cause: string; hint: string }> = {
  InvalidCommentToken: { cause: "a comment", hint: "JSON has no comments: remove it." },
  PropertyNameExpected: {
    cause: "a key was expected",
    hint: `Put keys in double quotes; ${NO_LAST_COMMA}.`,
  },
  ValueExpected: { cause: "a value was expected", hint: `Write a value here; ${NO_LAST_COMMA}.` },
  ColonExpected: { cause: "a colon was expected", hint: 'Write "key": value.' },
  CommaExpected: { cause: "a comma was expected", hint: "Write a comma between two entries." },
  CloseBraceExpected: { cause: "a } is missing", hint: "Close the object." },
  CloseBracketExpected: { cause: "a ] is missing", hint: "Close the array." },
  EndOfFileExpected: { cause: "more text after the end", hint: "Remove what follows the last }." },
  UnexpectedEndOfString: { cause: "a string is not closed", hint: 'Write the closing ".' },
  InvalidCharacter: {
    cause: "a control character in a string",
    hint: "Write it as an escape, such as \\n or \\t.",
  },
  InvalidEscapeCharacter: { cause: "an invalid escape", hint: "Write \\\\ for a backslash." },
  InvalidUnicode: { cause: "an incomplete escape", hint: "Write four digits, such as \\u0041." },
  InvalidNumberFormat: { cause: "not a number", hint: "Write a number such as 50." },
};

interface LocatedProblem extends ConfigProblem, Position {
  hint: string;
}

interface CheckedConfig extends Pick<LoadedConfig, "files"> {
  problems: LocatedProblem[];
}

/** Locating each searches the whole text. */
const MAX_DUPLICATES = 20;

export async function checkConfig(
  env: Pick<Environment, "holdfastHome">,
  projectDir: string | null,
): Promise<CheckedConfig> {
  const { problems, files } = await addOlderLayer(await loadConfig(env, projectDir), projectDir);
  const located = files.flatMap((file) => {
    const own = problems.filter((problem) => problem.file === file.path);
    return checkFile(file, own);
  });
  return { problems: located, files };
}

/** `path:4:7: gates.lock.mx: unknown key` */
export function describeLocated(problem: LocatedProblem): string {
  return describeProblem({ ...problem, file: `${problem.file}:${problem.line}:${problem.column}` });
}

function checkFile(file: ConfigFile, problems: ConfigProblem[]): LocatedProblem[] {
  const { text } = file;
  const whole = problems.find((problem) => problem.path.length === 0 && problem.code !== "too-many");
  if (whole) return [whole.code === "not-json" ? locateSyntax(whole, text) : locate(whole, "")];
  return [...problems, ...duplicateProblems(file.path, text)]
    .map((problem) => locate(problem, text))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

function duplicateProblems(file: string, text: string): ConfigProblem[] {
  const message = "the key appears twice; the last one is used";
  const root = parseTree(text);
  return (root ? duplicatesIn(root, []) : [])
    .slice(0, MAX_DUPLICATES)
    .map((path) => ({ file, path, code: "duplicate-key", message }));
}

function locateSyntax(problem: ConfigProblem, text: string): LocatedProblem {
  const fault = text.trim() === "" ? null : syntaxFault(text);
  if (!fault) return locate(problem, "");
  const { cause, hint, ...position } = fault;
  return { ...problem, ...position, message: `${problem.message}: ${cause}`, hint };
}

function locate(problem: ConfigProblem, text: string): LocatedProblem {
  return { ...problem, ...positionOf(text, problem), hint: hintFor(problem) };
}

/** The first syntax error in the text; null when there is none. */
export function syntaxFault(text: string): SyntaxFault | null {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (!first) return null;
  const { cause, hint } = explain(first.error, text.slice(first.offset, first.offset + first.length));
  return { ...positionAt(text, first.offset), cause, hint };
}

function explain(code: ParseErrorCode, found: string): { cause: string; hint: string } {
  const known = EXPLANATIONS[printParseErrorCode(code)];
  return known ?? { cause: `unexpected ${quote(found, 20)}`, hint: "Put keys and strings in double quotes." };
}

/** The position of an unknown or duplicate key, or of a wrong value. */
function positionOf(text: string, { path, code }: Pick<ConfigProblem, "path" | "code">): Position {
  const root = parseTree(text);
  if (!root || path.length === 0) return START;
  const { key, value } = nodesAt(root, path);
  const isAboutKey = code === "unknown-key" || code === "duplicate-key";
  return positionAt(text, ((isAboutKey ? key : value) ?? root).offset);
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function duplicatesIn(node: Node, path: KeyPath): KeyPath[] {
  if (node.type === "array") {
    return (node.children ?? []).flatMap((child, index) => duplicatesIn(child, [...path, index]));
  }
  if (node.type !== "object") return [];
  const seen = new Set<string>();
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    const name = String(key?.value);
    const here = [...path, name];
    const again = seen.has(name) ? [here] : [];
    seen.add(name);
    return [...again, ...(value ? duplicatesIn(value, here) : [])];
  });
}

function nodesAt(root: Node, path: KeyPath): { key?: Node | undefined; value?: Node | undefined } {
  let key: Node | undefined;
  let value: Node | undefined = root;
  for (const part of path) {
    if (typeof part === "number") {
      value = value?.children?.[part];
      key = value;
    } else {
      // The last one, because JSON.parse keeps it.
      const property: Node | undefined = value?.children?.findLast(
        (child) => child.children?.[0]?.value === part,
      );
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
    case "own-counts":
      return "Remove it here, or change your config.json.";
    case "duplicate-key":
      return "Remove one of the two.";
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
  const elsewhere = pathsTo(root, key, [])[0];
  if (elsewhere) return `Did you mean ${formatKey(elsewhere)}?`;
  return `The keys here are ${siblings.map((sibling) => quote(sibling)).join(", ")}.`;
}

function forValue(path: KeyPath, root: Spec): string {
  const spec = specAt(root, path);
  if (!spec) return "Run `holdfast config schema` to see what is expected.";
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

function pathsTo(spec: Spec, key: string, path: KeyPath): KeyPath[] {
  if (spec.type !== "object") return [];
  return Object.entries(spec.properties).flatMap(([name, part]) => {
    const here = [...path, name];
    return [...(name === key ? [here] : []), ...pathsTo(part, key, here)];
  });
}
