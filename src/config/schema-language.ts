// The little language in which the config table is written, and the types that follow from it.

interface Described {
  /** One line, for `config show` and the editor. */
  description: string;
  /** Given for each key, but not for what stands inside a list. */
  project?: ProjectSay;
  /** The name of the key in earlier versions, which is still read. */
  formerly?: string;
}

/**
 * What a project's file may do with a key. Without trust it may only hold less and record less than the defaults; and
 * what the user's own file says is never loosened, with trust or without.
 * - guard: less is free, more needs trust; not below the user's own value.
 * - recording: less is free, more needs trust; not above the user's own value.
 * - both: as these two together, so the user's own value stays.
 * - commands: taken as it is; its commands run only with trust.
 * - trust: needs trust.
 * - user: only the user's own file counts.
 * - free: nothing depends on it that a stranger could misuse.
 */
export type ProjectSay = "guard" | "recording" | "both" | "commands" | "trust" | "user" | "free";

// A default may only be left out below an array or a record: there the key must be given.
interface BooleanSpec extends Described {
  type: "boolean";
  default?: boolean;
  /** The value with which holdfast does less; false unless it says otherwise. */
  less?: boolean;
}

interface IntegerSpec extends Described {
  type: "integer";
  min: number;
  max: number;
  default?: number;
  /** With a larger one holdfast does less; with a smaller one unless it says so. */
  less?: "larger";
}

/** May have a fraction. */
interface NumberSpec extends Described {
  type: "number";
  min: number;
  max: number;
  default?: number;
  less?: "larger";
}

interface StringSpec extends Described {
  type: "string";
  default?: string;
}

interface EnumSpec extends Described {
  type: "enum";
  /** From the one with which holdfast does the least to the one with which it does the most. */
  values: readonly string[];
  default?: string;
}

/** Such as "8h"; the bounds are durations too. */
interface DurationSpec extends Described {
  type: "duration";
  min: string;
  max: string;
  default?: string;
}

export interface ObjectSpec extends Described {
  type: "object";
  properties: Readonly<Record<string, Spec>>;
}

/** Empty unless it says otherwise. */
export interface ArraySpec extends Described {
  type: "array";
  items: Spec;
  default?: readonly string[];
  layers?: Layering;
}

/**
 * A higher layer replaces the whole list, unless it stands here what becomes of the lower one's.
 * "add": its entries stay, those of the higher layer come behind them. `by`: the key that tells entries apart; of two
 * that are alike in it the lower one's counts. "own": when the user's own file has the list, a project's is not used.
 */
type Layering = { how: "add"; by?: string } | { how: "own" };

/** An object with free names, empty by default; a higher layer replaces name by name. */
export interface RecordSpec extends Described {
  type: "record";
  values: Spec;
}

export type ScalarSpec = BooleanSpec | IntegerSpec | NumberSpec | StringSpec | EnumSpec | DurationSpec;
export type Spec = ScalarSpec | ObjectSpec | ArraySpec | RecordSpec;

export type ValueOf<S> = S extends { type: "boolean" }
  ? boolean
  : S extends { type: "integer" | "number" }
    ? number
    : S extends { type: "enum"; values: readonly (infer V)[] }
      ? V
      : S extends { type: "string" | "duration" }
        ? string
        : S extends { type: "object"; properties: infer P }
          ? { -readonly [K in keyof P]: ValueOf<P[K]> }
          : S extends { type: "array"; items: infer I }
            ? ValueOf<I>[]
            : S extends { type: "record"; values: infer V }
              ? Record<string, ValueOf<V>>
              : never;

/** undefined when the value, or a part of it, has no default and must be given. */
export function defaultOf(spec: Spec): unknown {
  switch (spec.type) {
    case "object": {
      const values = defaultsIn(spec);
      return Object.values(values).includes(undefined) ? undefined : values;
    }
    case "array":
      return [...(spec.default ?? [])];
    case "record":
      return {};
    default:
      return spec.default;
  }
}

/** The defaults of the parts, with undefined where a part must be given. */
export function defaultsIn(spec: ObjectSpec): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(spec.properties)) {
    const part = spec.properties[key];
    if (part) values[key] = defaultOf(part);
  }
  return values;
}
