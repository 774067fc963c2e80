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

const PLAIN_KEY = /^[\w$-]{1,60}$/;

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
    else if (!PLAIN_KEY.test(part)) text += `[${quote(part)}]`;
    else text += text === "" ? part : `.${part}`;
  }
  return text;
}
