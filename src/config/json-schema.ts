// Renders the config table as JSON Schema for editors (schema/holdfast.schema.json), and as a flat list of settings.

import { DURATION_PATTERN } from "../text/parse-duration.ts";
import { isRecord } from "../text/unknown-values.ts";
import { formatKey, type KeyPath } from "./config-problem.ts";
import { CONFIG_SCHEMA } from "./schema.ts";
import {
  type ArraySpec,
  defaultOf,
  type EitherSpec,
  type ObjectSpec,
  type RecordSpec,
  type ScalarSpec,
  type Spec,
} from "./schema-language.ts";

type Json = Record<string, unknown>;

export function renderJsonSchema(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}

function configJsonSchema(): Json {
  const root = ofObject(CONFIG_SCHEMA);
  const link = { type: "string", description: "Where an editor finds this schema." };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "holdfast",
    ...root,
    properties: { $schema: link, ...(root.properties as Json) },
  };
}

export function toJsonSchema(spec: Spec): Json {
  switch (spec.type) {
    case "object":
      return ofObject(spec);
    case "array":
      return {
        type: "array",
        description: spec.description,
        items: toJsonSchema(spec.items),
        ...(spec.default === undefined ? {} : { default: spec.default }),
      };
    case "record":
      return {
        type: "object",
        description: spec.description,
        additionalProperties: toJsonSchema(spec.values),
      };
    case "either":
      return {
        description: spec.description,
        anyOf: [{ type: "string", enum: spec.values }, ofObject(spec.object)],
        default: spec.default,
      };
    default:
      return {
        ...ofScalar(spec),
        description: spec.description,
        ...(spec.default === undefined ? {} : { default: spec.default }),
      };
  }
}

function ofObject(spec: ObjectSpec): Json {
  const parts = Object.entries(spec.properties);
  const required = parts.filter(([, part]) => defaultOf(part) === undefined).map(([key]) => key);
  return {
    type: "object",
    description: spec.description,
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(parts.map(([key, part]) => [key, toJsonSchema(part)])),
  };
}

function ofScalar(spec: ScalarSpec): Json {
  switch (spec.type) {
    case "boolean":
    case "string":
      return { type: spec.type };
    case "integer":
    case "number":
      return { type: spec.type, minimum: spec.min, maximum: spec.max };
    case "enum":
      return { type: "string", enum: spec.values };
    case "duration":
      return { type: "string", pattern: DURATION_PATTERN };
  }
}

interface Setting {
  key: string;
  value: unknown;
  spec: ScalarSpec | EitherSpec | ArraySpec | RecordSpec;
}

/** One entry per value that can be set. */
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
