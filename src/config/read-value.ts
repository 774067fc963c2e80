// Reads the values of one config file by the schema. Invalid values are reported and change nothing.
import { quote } from "../text/printable.ts";
import { isRecord } from "../text/unknown-values.ts";
import { checkScalar, describeValue, type ProjectRuling, ruleOnKey, ruleOnValue } from "./check-scalar.ts";
import {
  type ConfigProblem,
  formatKey,
  type KeyPath,
  type Layer,
  type ProblemCode,
} from "./config-problem.ts";
import { RETIRED_SETTINGS } from "./retired-settings.ts";
import {
  type ArraySpec,
  defaultsIn,
  type EitherSpec,
  type ObjectSpec,
  type RecordSpec,
  type Spec,
} from "./schema-language.ts";

type Raw = Record<string, unknown>;

export interface LayerReading {
  file: string;
  layer: Layer;
  problems: ConfigProblem[];
  /** Layers by formatted key. */
  origins: Map<string, Layer>;
  /** Files by formatted key. */
  sources: Map<string, string>;
  /** The file is the user's own, or trusted. */
  isTrusted: boolean;
  /** Keys that are used only once the file is trusted. */
  waiting: string[];
  /** Keys with which a project's file makes holdfast do less. */
  loosened: string[];
}

/** A value's path, and the value of the layers below, which is used if this one is invalid. */
interface ValuePlace {
  path: KeyPath;
  lower: unknown;
  reading: LayerReading;
}

/** `raw` if it is valid, otherwise the value of the layers below. */
export function readValue(spec: Spec, raw: unknown, place: ValuePlace): unknown {
  switch (spec.type) {
    case "object":
      return isRecord(raw) ? readObject(spec, raw, place) : rejectShape("an object { … }", raw, place);
    case "record":
      return isRecord(raw) ? readRecord(spec, raw, place) : rejectShape("an object { … }", raw, place);
    case "either":
      return readEither(spec, raw, place);
    case "array":
      return Array.isArray(raw) ? readArray(spec, raw, place) : rejectShape("an array [ … ]", raw, place);
    default: {
      const refusal = checkScalar(spec, raw);
      if (refusal) return reject(refusal.code, refusal.message, place);
      if (!mayUse(place, (given) => ruleOnValue(spec, raw, given))) return place.lower;
      noteOrigin(place.reading, place.path);
      return raw;
    }
  }
}

function readObject(spec: ObjectSpec, raw: Raw, place: ValuePlace): unknown {
  const value = isRecord(place.lower) ? { ...place.lower } : defaultsIn(spec);
  for (const key of Object.keys(raw)) {
    if (key === "$schema" && place.path.length === 0) continue;
    const part = Object.hasOwn(spec.properties, key) ? spec.properties[key] : undefined;
    const inner = within(place, key, part && value[key]);
    if (part) value[key] = readValue(part, raw[key], inner);
    else if (Object.hasOwn(RETIRED_SETTINGS, formatKey(inner.path)))
      reject("retired", "no longer used", inner);
    else reject("unknown-key", "unknown key", inner);
  }
  let isWhole = true;
  const absent: string[] = [];
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) continue;
    isWhole = false;
    // A key with an invalid value was already reported.
    if (!Object.hasOwn(raw, key)) absent.push(key);
  }
  if (absent.length > 0) reject("missing-key", `${absent.join(", ")} must be given`, place);
  return isWhole ? value : place.lower;
}

function readEither(spec: EitherSpec, raw: unknown, place: ValuePlace): unknown {
  const { values } = spec;
  if (!isRecord(raw) && !(typeof raw === "string" && values.includes(raw)))
    return reject(
      "out-of-range",
      `expected ${values.map((value) => quote(value)).join(", ")} or an object`,
      place,
    );
  if (!mayUse(place, (given) => ruleOnKey(spec.project, given))) return place.lower;
  noteOrigin(place.reading, place.path);
  return isRecord(raw) ? readObject(spec.object, raw, { ...place, lower: undefined }) : raw;
}

function readRecord(spec: RecordSpec, raw: Raw, place: ValuePlace): unknown {
  const value: Raw = isRecord(place.lower) ? { ...place.lower } : {};
  for (const name of Object.keys(raw)) {
    const inner = within(place, name, Object.hasOwn(value, name) ? value[name] : undefined);
    if (name === "__proto__" || name === "constructor" || name === "prototype") {
      reject("unknown-key", "this name is not allowed", inner);
      continue;
    }
    const isWhole = spec.values.type === "object" && spec.project !== undefined;
    if (isWhole && isUsersOwn(inner)) {
      reject("own-counts", "your own file has this entry and takes precedence", inner);
      continue;
    }
    if (isWhole && !mayUse(inner, (given) => ruleOnKey(spec.project, given))) continue;
    const entry = readValue(spec.values, raw[name], inner);
    if (entry === undefined) continue;
    if (isWhole) noteOrigin(inner.reading, inner.path);
    value[name] = entry;
  }
  return value;
}

function readArray(spec: ArraySpec, raw: unknown[], place: ValuePlace): unknown {
  if (spec.layers?.how === "own" && isUsersOwn(place))
    return reject("own-counts", "your own file has this list and takes precedence", place);
  if (!mayUse(place, (given) => ruleOnKey(spec.project, given))) return place.lower ?? [];
  const adds = spec.layers?.how === "add";
  const lower: readonly unknown[] = adds && Array.isArray(place.lower) ? place.lower : [];
  const list = [...lower];
  // Only whole entries have an origin, by their index in the merged list.
  const inside = { ...place, reading: { ...place.reading, origins: new Map(), sources: new Map() } };
  for (let index = 0; index < raw.length; index++) {
    const entry = readValue(spec.items, raw[index], within(inside, index, undefined));
    if (entry === undefined || isListed(spec, entry, lower, within(inside, index, undefined))) continue;
    if (spec.layers) noteOrigin(place.reading, [...place.path, list.length]);
    list.push(entry);
  }
  if (list.length > lower.length || lower.length === 0) noteOrigin(place.reading, place.path);
  return list;
}

/** Values of the user's own file are always used. */
function mayUse(
  place: ValuePlace,
  rule: (given: Parameters<typeof ruleOnValue>[2]) => ProjectRuling,
): boolean {
  const { layer, isTrusted, waiting, loosened } = place.reading;
  if (layer === "user") return true;
  switch (rule({ lower: place.lower, isUsersOwn: isUsersOwn(place), isTrusted })) {
    case "taken":
      return true;
    case "loosens":
      loosened.push(formatKey(place.path));
      return true;
    case "waits":
      waiting.push(formatKey(place.path));
      return false;
    case "own":
      reject("own-counts", `your own file says ${JSON.stringify(place.lower)} and takes precedence`, place);
      return false;
    case "raises":
      reject("own-counts", "a project may only lower it; your own file may raise it", place);
      return false;
    case "user":
      reject("own-counts", "only your own file may set it", place);
      return false;
  }
}

function noteOrigin({ origins, sources, layer, file }: LayerReading, path: KeyPath): void {
  const key = formatKey(path);
  origins.set(key, layer);
  sources.set(key, file);
}

/** True when the lower list has this entry, or one with the same key, which takes precedence. */
function isListed(spec: ArraySpec, entry: unknown, lower: readonly unknown[], place: ValuePlace): boolean {
  const by = spec.layers?.how === "add" ? spec.layers.by : undefined;
  for (const one of lower) {
    if (Bun.deepEquals(one, entry)) return true;
    if (by === undefined || !isRecord(one) || !isRecord(entry) || one[by] !== entry[by]) continue;
    reject("own-counts", `another file has an entry with this ${by}, which takes precedence`, place);
    return true;
  }
  return false;
}

function isUsersOwn({ path, reading }: ValuePlace): boolean {
  return reading.layer !== "user" && reading.origins.get(formatKey(path)) === "user";
}

function within(place: ValuePlace, part: string | number, lower: unknown): ValuePlace {
  return { path: [...place.path, part], lower, reading: place.reading };
}

function rejectShape(expected: string, raw: unknown, place: ValuePlace): unknown {
  return reject("wrong-type", `expected ${expected}, got ${describeValue(raw)}`, place);
}

function reject(code: ProblemCode, message: string, { path, lower, reading }: ValuePlace): unknown {
  reading.problems.push({ file: reading.file, path, code, message });
  return lower;
}
