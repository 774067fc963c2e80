// The schema language of the config table, and the types derived from it.

interface SpecBase {
  /** One line, for `config show` and the editor. */
  description: string;
  /** Not set inside lists. */
  project?: ProjectRight;
}

/**
 * What a project's file may do with a key:
 * - free: used. A command in it still runs only after trust.
 * - less: used only if holdfast then records or recalls less.
 * - trust: used after trust; without it if holdfast then does less, but not less than the user's own file says.
 * - user: only the user's own file may set it.
 * With "free" and "less" the value of the user's own file takes precedence, trusted or not.
 */
export type ProjectRight = "free" | "less" | "trust" | "user";

// A default may be left out only inside an array or a record, where the key is then required.
interface BooleanSpec extends SpecBase {
  type: "boolean";
  default?: boolean;
  /** The value with which holdfast does less. Default: false. */
  less?: boolean;
}

interface NumberSpec extends SpecBase {
  /** A "number" may have a fraction. */
  type: "integer" | "number";
  min: number;
  max: number;
  default?: number;
  /** Set when holdfast does less with a larger value. */
  less?: "larger";
}

interface StringSpec extends SpecBase {
  type: "string";
  default?: string;
}

interface EnumSpec extends SpecBase {
  type: "enum";
  /** Ordered from the value with which holdfast does least to the one with which it does most. */
  values: readonly string[];
  default?: string;
}

/** Such as "8h"; the bounds are durations too. */
interface DurationSpec extends SpecBase {
  type: "duration";
  min: string;
  max: string;
  default?: string;
}

export interface ObjectSpec extends SpecBase {
  type: "object";
  properties: Readonly<Record<string, Spec>>;
}

/** Empty by default. */
export interface ArraySpec extends SpecBase {
  type: "array";
  items: Spec;
  default?: readonly string[];
  layers?: Layering;
}

/**
 * How layers combine a list. By default a higher layer replaces the whole list.
 * "add": appends the higher layer's entries to the lower ones. `by`: the key that identifies entries; of two with the same
 * key the lower layer's is used. "own": if the user's own file has the list, a project's is not used.
 */
type Layering = { how: "add"; by?: string } | { how: "own" };

/** An object with free names, empty by default; a higher layer replaces name by name. */
export interface RecordSpec extends SpecBase {
  type: "record";
  values: Spec;
}

/** One of a few words, or an object that says more. */
export interface EitherSpec extends SpecBase {
  type: "either";
  values: readonly string[];
  default: string;
  object: ObjectSpec;
}

export type ScalarSpec = BooleanSpec | NumberSpec | StringSpec | EnumSpec | DurationSpec;
export type Spec = ScalarSpec | EitherSpec | ObjectSpec | ArraySpec | RecordSpec;

/** A key of the config, or a section of them: each key says what a project's file may do with it. */
export type KeySpec =
  | (Exclude<Spec, ObjectSpec> & { project: ProjectRight })
  | (ObjectSpec & { properties: Readonly<Record<string, KeySpec>> });

export type ValueOf<S> = S extends { type: "boolean" }
  ? boolean
  : S extends { type: "integer" | "number" }
    ? number
    : S extends { type: "enum"; values: readonly (infer V)[] }
      ? V
      : S extends { type: "string" | "duration" }
        ? string
        : S extends { type: "either"; values: readonly (infer V)[]; object: infer O }
          ? V | ValueOf<O>
          : S extends { type: "object"; properties: infer P }
            ? { -readonly [K in keyof P]: ValueOf<P[K]> }
            : S extends { type: "array"; items: infer I }
              ? ValueOf<I>[]
              : S extends { type: "record"; values: infer V }
                ? Record<string, ValueOf<V>>
                : never;

// Constructors for the entries of the table.

export function section<const P extends ObjectSpec["properties"]>(description: string, properties: P) {
  return { type: "object", description, properties } as const;
}

/** `less`: the value with which holdfast does less. */
export function boolean(project: ProjectRight, usual: boolean, description: string, less = false) {
  return { type: "boolean", default: usual, less, project, description } as const;
}

export function whole(
  project: ProjectRight,
  usual: number,
  [min, max]: [number, number],
  description: string,
) {
  return { type: "integer", min, max, default: usual, project, description } as const;
}

/** `values`: from the one with which holdfast does least to the one with which it does most. */
export function oneOf<const V extends readonly string[]>(
  project: ProjectRight,
  usual: V[number],
  values: V,
  description: string,
) {
  return { type: "enum", values, default: usual, project, description } as const;
}

export function duration(
  project: ProjectRight,
  usual: string,
  [min, max]: [string, string],
  description: string,
) {
  return { type: "duration", min, max, default: usual, project, description } as const;
}

/** `layers`: how layers combine it, if not by replacing it. */
export function list<const I extends Spec>(
  project: ProjectRight,
  description: string,
  items: I,
  layers?: Layering,
) {
  return { type: "array", project, description, items, ...(layers ? { layers } : {}) } as const;
}

/** Inside a list or a record, where no project right applies. */
export function text(description: string) {
  return { type: "string", description } as const;
}

/** undefined when the value, or a part of it, is required. */
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

/** The defaults of the properties, undefined for those required. */
export function defaultsIn(spec: ObjectSpec): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(spec.properties)) values[key] = defaultOf(part);
  return values;
}
