// Lines and columns in the text of a config file. CLI only: the hook does not pay for jsonc-parser.
import { type Node, parseTree } from "jsonc-parser";
import type { ConfigProblem, KeyPath } from "./config-problem.ts";

export interface Position {
  /** Both count from 1. */
  line: number;
  column: number;
}

const START: Position = { line: 1, column: 1 };

/** The key for an unknown key, the value for a wrong value. */
export function positionOf(text: string, { path, code }: Pick<ConfigProblem, "path" | "code">): Position {
  const root = parseTree(text);
  if (!root || path.length === 0) return START;
  const { key, value } = nodesAt(root, path);
  const isAboutKey = code === "unknown-key" || code === "duplicate-key";
  return positionAt(text, ((isAboutKey ? key : value) ?? root).offset);
}

export function duplicateKeys(text: string): KeyPath[] {
  const root = parseTree(text);
  return root ? duplicatesIn(root, []) : [];
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
      // The last one, because that is the one JSON.parse keeps.
      const property: Node | undefined = value?.children?.findLast(
        (child) => child.children?.[0]?.value === part,
      );
      key = property?.children?.[0];
      value = property?.children?.[1];
    }
  }
  return { key, value };
}
