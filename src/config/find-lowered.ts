// Compares two effective configs: which settings hold less than before. Loaded only when something has changed.

import { isRecord } from "../text/unknown-values.ts";
import { amount } from "./check-scalar.ts";
import { formatKey } from "./config-problem.ts";
import { CONFIG_SCHEMA, type Config } from "./schema.ts";
import { defaultOf, type Spec } from "./schema-language.ts";

export interface LoweredSetting {
  key: string;
  before: unknown;
  after: unknown;
}

/** The settings that decide what holds a stop; the others decide what is recorded and recalled. */
const HOLDING = [
  "continuation",
  "budget",
  "selfRelease",
  "gates",
  "flow",
  "tasks",
  "plan",
  "checklist",
  "claims",
  "hygiene",
  "quality",
  "subagents",
  "pipeline",
  "judge",
  "judges",
] as const satisfies readonly (keyof Config)[];

/** With more entries in it, less is held. */
const EXEMPTING = new Set(["hygiene.ignore"]);

export function holdingPart(config: Config): Partial<Config> {
  return Object.fromEntries(HOLDING.map((key) => [key, config[key]]));
}

export function findLowered(before: Partial<Config>, after: Partial<Config>): LoweredSetting[] {
  return HOLDING.flatMap((key) =>
    before[key] === undefined ? [] : compare(CONFIG_SCHEMA.properties[key], [key], before[key], after[key]),
  );
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
