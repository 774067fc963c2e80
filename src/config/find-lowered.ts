// Compares two effective configs: which settings hold less than before, and which show or send more. Loaded only when something has
// changed.

import { isRecord } from "../text/unknown-values.ts";
import { amount } from "./check-scalar.ts";
import { formatKey } from "./config-problem.ts";
import { HOLDING } from "./guarded-part.ts";
import { CONFIG_SCHEMA, type Config } from "./schema.ts";
import { defaultOf, type ObjectSpec, type Spec } from "./schema-language.ts";

export interface LoweredSetting {
  key: string;
  before: unknown;
  after: unknown;
  /** It does not hold less, but shows or sends more. */
  isExposing?: true;
}

/** Who is shown or sent what, and the program that is run. A change is reported, unless it is back to the default. */
const EXPOSING = [
  ["recall", "otherProjects"],
  ["judge", "by"],
  ["memory", "model"],
  ["sync"],
  ["notify", "command"],
] as const;
/** With fewer entries in it, more is recorded. */
const EXCLUDING = ["capture", "exclude"] as const;

/** With more entries in it, less is held. */
const EXEMPTING = new Set(["hygiene.ignore"]);

/** `before`: from `guardedPart`, perhaps of an earlier version. */
export function findLowered(before: Record<string, unknown>, config: Config): LoweredSetting[] {
  const after: Record<string, unknown> = { ...config };
  const holding = HOLDING.flatMap((key) =>
    before[key] === undefined ? [] : compare(CONFIG_SCHEMA.properties[key], [key], before[key], after[key]),
  );
  const exposing = EXPOSING.flatMap((path) =>
    findExposing([...path], valueAt(before, path), valueAt(after, path)),
  );
  const excluded = [before, after].map((one) => valueAt(one, EXCLUDING));
  return [
    // A judge that is switched off is lowered; another one is told more.
    ...holding,
    ...exposing,
    ...(excluded[0] === undefined
      ? []
      : compare(specAt(EXCLUDING), [...EXCLUDING], ...(excluded as [unknown, unknown]))),
  ];
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);
}

function specAt(path: readonly string[]): Spec {
  return path.reduce<Spec>((spec, name) => (spec as ObjectSpec).properties[name] as Spec, CONFIG_SCHEMA);
}

/** One entry for each value below the path. */
function findExposing(path: string[], before: unknown, after: unknown): LoweredSetting[] {
  if (before === undefined) return [];
  const spec = specAt(path);
  if (spec.type === "object")
    return Object.keys(spec.properties).flatMap((name) =>
      findExposing([...path, name], valueAt(before, [name]), valueAt(after, [name])),
    );
  const isChanged = JSON.stringify(before) !== JSON.stringify(after);
  const isDefault = JSON.stringify(after) === JSON.stringify(defaultOf(spec));
  return isChanged && !isDefault ? [{ key: formatKey(path), before, after, isExposing: true }] : [];
}

function compare(spec: Spec, path: (string | number)[], before: unknown, after: unknown): LoweredSetting[] {
  const key = formatKey(path);
  const lowered = [{ key, before, after }];
  switch (spec.type) {
    case "string":
      return [];
    case "either":
      return after === spec.default && before !== spec.default ? lowered : [];
    case "object":
    case "record": {
      const [had, has] = [before, after].map((value) => (isRecord(value) ? value : {}));
      return Object.keys(had ?? {}).flatMap((name) => {
        const inner = spec.type === "object" ? spec.properties[name] : spec.values;
        return inner ? compare(inner, [...path, name], had?.[name], has?.[name]) : [];
      });
    }
    case "array": {
      const [had, has] = EXEMPTING.has(key) ? [after, before] : [before, after];
      return entriesOf(had).every((entry) => entriesOf(has).includes(entry)) ? [] : lowered;
    }
    default: {
      const usual = defaultOf(spec);
      return amount(spec, after ?? usual) < amount(spec, before ?? usual) ? lowered : [];
    }
  }
}

function entriesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((entry) => JSON.stringify(entry)) : [];
}
