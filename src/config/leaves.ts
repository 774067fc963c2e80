// The configuration as a flat list: one line for each value that a person can set.

import { isRecord } from "../text/is-record.ts";
import { formatKey, type KeyPath } from "./config-problem.ts";
import type { ArraySpec, RecordSpec, ScalarSpec, Spec } from "./schema-language.ts";

interface Leaf {
  key: string;
  value: unknown;
  spec: ScalarSpec | ArraySpec | RecordSpec;
}

export function leavesOf(spec: Spec, value: unknown, path: KeyPath = []): Leaf[] {
  const parts = isRecord(value) ? value : {};
  if (spec.type === "object") {
    return Object.entries(spec.properties).flatMap(([key, part]) =>
      leavesOf(part, parts[key], [...path, key]),
    );
  }
  const names = Object.keys(parts);
  if (spec.type === "record" && names.length > 0) {
    return names.flatMap((name) => leavesOf(spec.values, parts[name], [...path, name]));
  }
  return [{ key: formatKey(path), value, spec }];
}
