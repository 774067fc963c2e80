import type { ObjectSpec, Spec } from "./schema-language.ts";

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
