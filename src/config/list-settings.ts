// The configuration as a flat list, one entry for each value that can be set.

import { isRecord } from "../text/is-record.ts";
import { formatKey, type KeyPath } from "./config-problem.ts";
import type { ArraySpec, RecordSpec, ScalarSpec, Spec } from "./schema-language.ts";

interface Setting {
  key: string;
  value: unknown;
  spec: ScalarSpec | ArraySpec | RecordSpec;
}

export function listSettings(spec: Spec, value: unknown, path: KeyPath = []): Setting[] {
  const parts = isRecord(value) ? value : {};
  if (spec.type === "object") {
    return Object.entries(spec.properties).flatMap(([key, part]) =>
      listSettings(part, parts[key], [...path, key]),
    );
  }
  const names = Object.keys(parts);
  if (spec.type === "record" && names.length > 0) {
    return names.flatMap((name) => listSettings(spec.values, parts[name], [...path, name]));
  }
  return [{ key: formatKey(path), value, spec }];
}
