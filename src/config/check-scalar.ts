// One value against one line of the table.
import { parseDuration } from "../text/parse-duration.ts";
import { quote } from "../text/printable.ts";
import type { ScalarSpec } from "./schema-language.ts";

interface Refusal {
  code: "wrong-type" | "out-of-range";
  message: string;
}

/** null when the value is right. */
export function checkScalar(spec: ScalarSpec, raw: unknown): Refusal | null {
  switch (spec.type) {
    case "boolean":
      return typeof raw === "boolean" ? null : wrongType(spec, raw);
    case "string":
      return typeof raw === "string" ? null : wrongType(spec, raw);
    case "integer":
      if (typeof raw !== "number" || !Number.isInteger(raw)) return wrongType(spec, raw);
      return raw >= spec.min && raw <= spec.max ? null : outOfRange(spec, raw);
    case "number":
      if (typeof raw !== "number" || !Number.isFinite(raw)) return wrongType(spec, raw);
      return raw >= spec.min && raw <= spec.max ? null : outOfRange(spec, raw);
    case "enum":
      if (typeof raw !== "string") return wrongType(spec, raw);
      return spec.values.includes(raw) ? null : outOfRange(spec, raw);
    case "duration": {
      const length = typeof raw === "string" ? parseDuration(raw) : null;
      if (length === null) return wrongType(spec, raw);
      return length >= bound(spec.min) && length <= bound(spec.max) ? null : outOfRange(spec, raw);
    }
  }
}

/** "a whole number from 1 to 500" */
function describeExpected(spec: ScalarSpec): string {
  switch (spec.type) {
    case "boolean":
      return "true or false";
    case "string":
      return "a string";
    case "integer":
      return `a whole number from ${spec.min} to ${spec.max}`;
    case "number":
      return `a number from ${spec.min} to ${spec.max}`;
    case "enum":
      return spec.values.map((value) => quote(value)).join(" or ");
    case "duration":
      return `a duration from ${quote(spec.min)} to ${quote(spec.max)}, such as "30m" or "8h"`;
  }
}

/** Names the kind; a string's content may be private and is left out. */
export function describeValue(raw: unknown): string {
  if (raw === null) return "null";
  if (Array.isArray(raw)) return "an array";
  if (typeof raw === "number" || typeof raw === "boolean") return String(raw);
  return typeof raw === "string" ? "a string" : "an object";
}

function wrongType(spec: ScalarSpec, raw: unknown): Refusal {
  return { code: "wrong-type", message: expectedButGot(spec, raw) };
}

function outOfRange(spec: ScalarSpec, raw: unknown): Refusal {
  return { code: "out-of-range", message: expectedButGot(spec, raw) };
}

function expectedButGot(spec: ScalarSpec, raw: unknown): string {
  const isWord = typeof raw === "string" && (spec.type === "enum" || spec.type === "duration");
  return `expected ${describeExpected(spec)}, got ${isWord ? quote(raw, 30) : describeValue(raw)}`;
}

function bound(duration: string): number {
  return parseDuration(duration) ?? Number.NaN;
}
