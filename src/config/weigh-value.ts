// What becomes of a value in a project's file, which may have come with a clone.
import { parseDuration } from "../text/parse-duration.ts";
import type { ProjectSay, ScalarSpec } from "./schema-language.ts";

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
