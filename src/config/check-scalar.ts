// Checks one value against its spec, and decides whether a project's file, which may come with a clone, may set it.
import { parseDuration } from "../text/parse-duration.ts";
import { quote } from "../text/printable.ts";
import type { ProjectRight, ScalarSpec } from "./schema-language.ts";

interface ScalarProblem {
  code: "wrong-type" | "out-of-range";
  message: string;
}

/** null when the value is valid. */
export function checkScalar(spec: ScalarSpec, raw: unknown): ScalarProblem | null {
  switch (spec.type) {
    case "boolean":
    case "string":
      return typeof raw === spec.type ? null : wrongType(spec, raw);
    case "integer":
    case "number":
      if (typeof raw !== "number" || !(spec.type === "integer" ? Number.isInteger : Number.isFinite)(raw))
        return wrongType(spec, raw);
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
    case "number":
      return `a ${spec.type === "integer" ? "whole " : ""}number from ${spec.min} to ${spec.max}`;
    case "enum":
      return spec.values.map((value) => quote(value)).join(" or ");
    case "duration":
      return `a duration from ${quote(spec.min)} to ${quote(spec.max)}, such as "30m" or "8h"`;
  }
}

/** Leaves out the content of strings, which may be private. */
export function describeValue(raw: unknown): string {
  if (raw === null) return "null";
  if (Array.isArray(raw)) return "an array";
  if (typeof raw === "number" || typeof raw === "boolean") return String(raw);
  return typeof raw === "string" ? "a string" : "an object";
}

function wrongType(spec: ScalarSpec, raw: unknown): ScalarProblem {
  return { code: "wrong-type", message: expectedButGot(spec, raw) };
}

function outOfRange(spec: ScalarSpec, raw: unknown): ScalarProblem {
  return { code: "out-of-range", message: expectedButGot(spec, raw) };
}

function expectedButGot(spec: ScalarSpec, raw: unknown): string {
  const isWord = typeof raw === "string" && (spec.type === "enum" || spec.type === "duration");
  return `expected ${describeExpected(spec)}, got ${isWord ? quote(raw, 30) : describeValue(raw)}`;
}

function bound(duration: string): number {
  return parseDuration(duration) ?? Number.NaN;
}

interface ProjectCircumstances {
  /** The value of the layers below. */
  lower: unknown;
  /** `lower` comes from the user's own file. */
  isUsersOwn: boolean;
  isTrusted: boolean;
}

/**
 * - taken: the value is used.
 * - loosens: the value is used, and holdfast holds or records less with it.
 * - waits: the value needs trust.
 * - own: the user's own value is used.
 * - raises: only the user's own file may raise it.
 * - user: only the user's own file may set it.
 */
export type ProjectRuling = "taken" | "loosens" | "waits" | "own" | "raises" | "user";

export function ruleOnValue(spec: ScalarSpec, value: unknown, given: ProjectCircumstances): ProjectRuling {
  // In a list no right applies.
  if (spec.project === undefined || spec.project === "user") return ruleOnKey(spec.project, given);
  const lower = given.lower ?? spec.default ?? UNSET_SEVERITY;
  if (value === lower) return "taken";
  if (given.isUsersOwn && spec.project !== "trust") return "own";
  if (spec.project === "free") return "taken";
  const change = amount(spec, value) - amount(spec, lower);
  if (change === 0) return "taken";
  if (spec.project === "less") return change < 0 ? "loosens" : "raises";
  if (change > 0) return given.isTrusted ? "taken" : "waits";
  return given.isUsersOwn ? "own" : "loosens";
}

/** For values that cannot be compared as more or less. */
export function ruleOnKey(
  right: ProjectRight | undefined,
  { isTrusted }: Pick<ProjectCircumstances, "isTrusted">,
): ProjectRuling {
  if (right === "user") return "user";
  if (right !== "trust") return "taken";
  return isTrusted ? "taken" : "waits";
}

/** The severity of a hygiene rule that no file sets. */
const UNSET_SEVERITY = "advise";

/** How much holdfast does with a value, comparable within one key. */
export function amount(spec: ScalarSpec, value: unknown): number {
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
