// The little language in which the config table is written, and the types that follow from it.

interface Described {
  /** One line, for `config show` and the editor. */
  description: string;
}

// A default may only be left out below an array or a record: there the key must be given.
interface BooleanSpec extends Described {
  type: "boolean";
  default?: boolean;
}

interface IntegerSpec extends Described {
  type: "integer";
  min: number;
  max: number;
  default?: number;
}

interface StringSpec extends Described {
  type: "string";
  default?: string;
}

interface EnumSpec extends Described {
  type: "enum";
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

/** Empty by default; a higher layer replaces the whole list. */
export interface ArraySpec extends Described {
  type: "array";
  items: Spec;
}

/** An object with free names, empty by default; a higher layer replaces name by name. */
export interface RecordSpec extends Described {
  type: "record";
  values: Spec;
}

export type ScalarSpec = BooleanSpec | IntegerSpec | StringSpec | EnumSpec | DurationSpec;
export type Spec = ScalarSpec | ObjectSpec | ArraySpec | RecordSpec;

export type ValueOf<S> = S extends { type: "boolean" }
  ? boolean
  : S extends { type: "integer" }
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
