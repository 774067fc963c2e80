// One value against one line of the table.
import { parseDuration } from "../text/parse-duration.ts";
import { quote } from "../text/printable.ts";
import type { ProjectSay, ScalarSpec } from "./schema-language.ts";

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

// What becomes of a value in a project's file, which may have come with a clone.

interface Circumstances {
  /** The value that counts without this one. */
  lower: unknown;
  /** The user's own file says so. */
  isUsersOwn: boolean;
  isTrusted: boolean;
}

/**
 * - taken: it counts.
 * - loosens: it counts, and holdfast holds or records less by it.
 * - waits: it would count with trust.
 * - own: the user's own value counts.
 * - user: only the user's own file may say it.
 */
export type Weighed = "taken" | "loosens" | "waits" | "own" | "user";

export function weighValue(spec: ScalarSpec, value: unknown, given: Circumstances): Weighed {
  const say = spec.project ?? "free";
  if (say === "guard" || say === "recording" || say === "both") return compare(say, spec, value, given);
  return weighWhole(say, given);
}

/** For what has no more or less. */
export function weighWhole(
  say: ProjectSay | undefined,
  { isTrusted }: Pick<Circumstances, "isTrusted">,
): Weighed {
  if (say === "user") return "user";
  return say === "trust" && !isTrusted ? "waits" : "taken";
}

function compare(say: ProjectSay, spec: ScalarSpec, value: unknown, given: Circumstances): Weighed {
  const change = amount(spec, value) - amount(spec, given.lower ?? spec.default ?? UNSAID);
  if (change === 0) return "taken";
  const isLooser = change < 0 ? say !== "recording" : say !== "guard";
  if (given.isUsersOwn && isLooser) return "own";
  if (change > 0) return given.isTrusted ? "taken" : "waits";
  return "loosens";
}

/** A rule of hygiene that nobody mentioned may do as much. */
const UNSAID = "advise";

/** How much holdfast does with a value, compared with another one of the same key. */
function amount(spec: ScalarSpec, value: unknown): number {
  switch (spec.type) {
    case "boolean":
      return value === (spec.less ?? false) ? 0 : 1;
    case "integer":
    case "number":
      return spec.less === "larger" ? -Number(value) : Number(value);
    case "enum":
      return spec.values.indexOf(String(value));
    case "duration":
      return parseDuration(String(value)) ?? 0;
    case "string":
      return 0;
  }
}
