import { quote } from "../text/printable.ts";

export type Layer = "user" | "project";

/** Where in the file: keys, and numbers in arrays. Empty for the file as a whole. */
export type KeyPath = readonly (string | number)[];

export type ProblemCode =
  | "unreadable"
  | "too-large"
  | "too-deep"
  | "not-json"
  | "not-an-object"
  | "unknown-key"
  | "missing-key"
  | "duplicate-key"
  | "wrong-type"
  | "out-of-range"
  | "own-counts"
  | "too-many";

export interface ConfigProblem {
  file: string;
  path: KeyPath;
  code: ProblemCode;
  message: string;
}

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
    else if (!isPlain(part)) text += `[${quote(part)}]`;
    else text += text === "" ? part : `.${part}`;
  }
  return text;
}

/** Letter by letter: every setting of a file comes here in every hook, and a first pattern takes longer than all of them. */
function isPlain(key: string): boolean {
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    const small = code | 32;
    const isWord = (small >= 97 && small <= 122) || (code >= 48 && code <= 57);
    if (!isWord && !"_$-".includes(key.charAt(at))) return false;
  }
  return key.length >= 1 && key.length <= 60;
}
