import type { Config } from "./config.ts";
import { CONFIG_SCHEMA } from "./schema.ts";
import type { ObjectSpec, Spec } from "./schema-language.ts";

/** A fresh object each time: nobody can spoil the defaults of the next caller. */
export function defaultConfig(): Config {
  // Every key of the table itself has a default, which a test asserts.
  return defaultsIn(CONFIG_SCHEMA) as Config;
}

/** undefined when the value, or a part of it, has no default and must be given. */
export function defaultOf(spec: Spec): unknown {
  switch (spec.type) {
    case "object": {
      const values = defaultsIn(spec);
      return Object.values(values).includes(undefined) ? undefined : values;
    }
    case "array":
      return [];
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
