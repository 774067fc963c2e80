// What a person can do about a problem in a config file.

import { quote } from "../text/printable.ts";
import { closest } from "../text/suggest.ts";
import { type ConfigProblem, formatKey, type KeyPath } from "./config-problem.ts";
import { CONFIG_SCHEMA } from "./schema.ts";
import type { Spec } from "./schema-language.ts";

export function hintFor(problem: Pick<ConfigProblem, "path" | "code">, root: Spec = CONFIG_SCHEMA): string {
  switch (problem.code) {
    case "unknown-key":
      return forUnknownKey(problem.path, root);
    case "wrong-type":
    case "out-of-range":
    case "missing-key":
      return forValue(problem.path, root);
    case "own-counts":
      return "Remove it here, or change your own config.json.";
    case "duplicate-key":
      return "Remove one of the two.";
    case "not-json":
    case "not-an-object":
      return 'Write one JSON object, such as { "metrics": false }, or remove the file.';
    case "too-large":
    case "too-deep":
      return "A config file has a few lines: is this the right file?";
    case "too-many":
      return "Repair the first ones and check again.";
    case "unreadable":
      return "Make it a plain file that you may read, or remove it.";
  }
}

function forUnknownKey(path: KeyPath, root: Spec): string {
  const key = String(path.at(-1));
  const parent = specAt(root, path.slice(0, -1));
  if (parent?.type !== "object") return "Choose another name.";
  const siblings = Object.keys(parent.properties);
  const near = closest(key, siblings);
  if (near) return `Did you mean ${quote(near)}?`;
  const elsewhere = pathsTo(root, key, [])[0];
  if (elsewhere) return `Did you mean ${formatKey(elsewhere)}? It stands elsewhere.`;
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
