// A limit from outside: "the API has a hard rate limit of 10 requests a minute".
import type { Statement } from "./match-statements.ts";

export const CONSTRAINT_STATEMENTS: readonly Statement[] = [
  {
    id: "constraint.amount",
    words: ["limit", "quota", "cap", "only allow"],
    strength: 0.55,
    why: "names a limit with its amount",
    pattern: () =>
      /\b(?:has|have|there's|there is|enforces?) (?:an? )?(?:[\w-]+ ){0,3}(?:limit|quota|cap) of \d|\b(?:is|are) (?:limited|capped) (?:to|at) \d|\bonly allows? (?:up to |at most )?\d/,
  },
  {
    id: "constraint.policy",
    words: ["not allowed", "forbid", "prohibit", "allow", "require"],
    strength: 0.55,
    why: "names a rule from outside",
    pattern: () =>
      /\b(?:we|i)(?:'re|'m| are| am) not allowed to\b|\b(?:policy|compliance|legal|security team|the (?:client|customer|vendor))\b[^,;]{0,40}\b(?:forbids?|prohibits?|does not allow|doesn't allow|won't allow|requires?)\b/,
    unless: () => /\b(?:if|unless|whether|maybe)\b/,
  },
];
