// Fuzzes the configuration, by its own table, so that new keys are included.

import { syntaxFault } from "../src/config/check-config.ts";
import { defaultConfig } from "../src/config/defaults.generated.ts";
import { parseLayer } from "../src/config/merge-layer.ts";
import { type LayerReading, readValue } from "../src/config/read-value.ts";
import { CONFIG_SCHEMA } from "../src/config/schema.ts";
import type { ScalarSpec, Spec } from "../src/config/schema-language.ts";
import { parseDuration } from "../src/text/parse-duration.ts";
import { objectText } from "./json-text.ts";
import { sometimesDamaged } from "./mutate.ts";
import type { Random } from "./random.ts";
import { isRecord, promise, type Target } from "./target.ts";

const TEXTS = ["", "~/state", "/tmp/../etc", "a\nb"];

export const configTarget: Target = {
  name: "config",
  weight: 10,
  make: (random) => sometimesDamaged(random, specText(random, CONFIG_SCHEMA, random.pick([0, 0.05, 0.3]))),
  check: checkConfig,
};

function checkConfig(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const layer = parseLayer(text);
  const fault = syntaxFault(text);
  promise(fault === null || fault.line >= 1, "a fault in a config stands nowhere");
  if (!layer.ok) return "refused";
  const reading: LayerReading = {
    file: "config.json",
    layer: "user",
    problems: [],
    origins: new Map(),
    sources: new Map(),
    isTrusted: true,
    waiting: [],
    loosened: [],
  };
  const place = { path: [], lower: defaultConfig(), reading };
  const config = readValue(CONFIG_SCHEMA, layer.value, place);
  promise(fits(CONFIG_SCHEMA, config), "a config does not fit its table");
  return reading.problems.length > 0 ? "with problems" : "clean";
}

function fits(spec: Spec, value: unknown): boolean {
  switch (spec.type) {
    case "object": {
      const keys = Object.keys(spec.properties);
      if (!isRecord(value) || Object.keys(value).sort().join() !== keys.sort().join()) return false;
      return Object.entries(spec.properties).every(([key, part]) => fits(part, value[key]));
    }
    case "record":
      return isRecord(value) && Object.values(value).every((part) => fits(spec.values, part));
    case "either":
      return spec.values.some((allowed) => allowed === value) || fits(spec.object, value);
    case "array":
      return Array.isArray(value) && value.every((part) => fits(spec.items, part));
    default:
      return fitsScalar(spec, value);
  }
}

function fitsScalar(spec: ScalarSpec, value: unknown): boolean {
  switch (spec.type) {
    case "integer":
      return typeof value === "number" && value % 1 === 0 && value >= spec.min && value <= spec.max;
    case "enum":
      return spec.values.some((allowed) => allowed === value);
    case "duration": {
      const [length, least, most] = [String(value), spec.min, spec.max].map(
        (text) => parseDuration(text) ?? -1,
      );
      return typeof value === "string" && Number(length) >= Number(least) && Number(length) <= Number(most);
    }
    default:
      return typeof value === spec.type;
  }
}

/** Values that someone might write: at the bounds and, with some oddness, just over them. */
export function specText(
  random: Random,
  spec: Spec,
  oddness: number,
  texts: readonly string[] = TEXTS,
): string {
  const part = (inner: Spec) => specText(random, inner, oddness, texts);
  switch (spec.type) {
    case "object": {
      const parts = Object.entries(spec.properties).map(([key, inner]) => [key, [part(inner)]]);
      return objectText(random, Object.fromEntries(parts), oddness);
    }
    case "record":
      return objectText(random, { one: [part(spec.values)], two: [part(spec.values)] }, oddness);
    case "array":
      return `[${Array.from({ length: random.below(3) }, () => part(spec.items)).join(",")}]`;
    case "boolean":
      return random.pick(["true", "false"]);
    case "integer":
      return String(random.pick([spec.min, spec.max]) + (random.chance(oddness) ? random.pick([-1, 1]) : 0));
    case "number":
      return String(random.pick([spec.min, spec.max]) + (random.chance(oddness) ? random.pick([-1, 1]) : 0));
    case "enum":
      return JSON.stringify(random.pick(spec.values));
    case "duration":
      return JSON.stringify(random.chance(oddness) ? "999999d" : random.pick([spec.min, spec.max]));
    case "string":
      return JSON.stringify(random.pick(texts));
    case "either":
      return random.chance(0.5) ? JSON.stringify(random.pick(spec.values)) : part(spec.object);
  }
}
