import { quote } from "../text/printable.ts";

export type Layer = "user" | "project";

/** Of a config file: our own, or that of a tool whose settings are read too. */
export type ConfigFormat = "holdfast" | "memory-config" | "reflection-config";

/** Keys, and indexes in arrays. Empty for the file as a whole. */
export type KeyPath = readonly (string | number)[];

export type ProblemCode =
  | "unreadable"
  | "too-large"
  | "too-deep"
  | "not-json"
  | "not-an-object"
  | "unknown-key"
  | "missing-key"
  | "wrong-type"
  | "out-of-range"
  | "own-counts"
  | "retired"
  | "too-many";

export interface ConfigProblem {
  file: string;
  path: KeyPath;
  code: ProblemCode;
  message: string;
}

const MAX_PLAIN_KEY = 60;

/** One line, for a fault record. */
export function describeProblem(problem: ConfigProblem): string {
  const key = problem.path.length > 0 ? `${formatKey(problem.path)}: ` : "";
  return `${problem.file}: ${key}${problem.message}`;
}

/** `gates.lock.max`, `stages.test[0].run`. */
export function formatKey(path: KeyPath): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (!isPlainKey(part)) text += `[${quote(part)}]`;
    else text += text === "" ? part : `.${part}`;
  }
  return text;
}

/** Letters, digits, `_`, `$` and `-`. A pattern would take a hook longer than all keys of a file. */
function isPlainKey(key: string): boolean {
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    const lower = code | 32;
    const isWord = (code >= 48 && code <= 57) || (lower >= 97 && lower <= 122) || code === 95;
    if (!isWord && code !== 36 && code !== 45) return false;
  }
  return key.length > 0 && key.length <= MAX_PLAIN_KEY;
}
