// What a compaction's summary or an approved plan holds as given: under a heading, behind a colon, or as told by the user.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Candidate } from "../candidate.ts";
import { scoreText } from "../text/score-text.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

const headingPattern = () =>
  /^\s*(?:\d+\.|#+|[-*])?\s*\**(?:(?:key|hard|known|external|technical|project|important|platform|non-functional|legal|hosting|infrastructure)\s+)*(?:constraints?|limits|limitations|restrictions|givens?|boundary conditions|environment|fixed points)(?:\s+(?:notes|facts|details|and \w+|to (?:respect|keep in mind)|from \w+|we \w+))*\**\s*(?::|$)\**\s*(.*)$/i;
const entryPattern = () => /^\s*(?:[-*•]|\d+[.)]|[a-z]\))\s+/;
const toldPattern = () =>
  /\b(?:the )?user (?:has |then |also |explicitly |later )*(?:noted|said|pointed out|mentioned|explained|clarified|confirmed|warned|stressed|reminded (?:me|claude)|told (?:me|claude)) (?:me )?(?:that )?([^.\n]{15,240})/gi;
const theirsPattern = () => /\b(?:the )?user's (\w+ [^.\n]{15,240})/gi;
/** How a machine is set up is no limit yet. */
const limitPattern = () =>
  /\b(?:only|no|not|never|cannot|can't|must|has to|have to|may not|without|strips?|blocks?|rejects?|kills?|cuts?|above|beyond|limit\w*|max(?:imum)?|at most|up to|capped|ceiling|quota|requires?|behind|read-only|offline|frozen|stuck|old|lags|expires?|forbids?|forbidden)\b/i;
const nothingPattern = () => /^(?:none|n\/a|nothing|no (?:constraints|limits|limitations|restrictions))\b/i;
const MOST = 6;
const MOST_LINE = 300;
const LEAST_WORDS = 4;
const TOLD = 0.8;

export function readGivens(item: TranscriptItem, weights: Weights): Candidate[] {
  if (item.kind === "plan-approval") return listGivens(item.plan, weights);
  if (item.kind !== "compaction-summary") return [];
  return [...listGivens(item.text, weights), ...readTold(item.text, weights)];
}

function listGivens(text: string, weights: Weights): Candidate[] {
  const given = listed(text.split("\n")).map((line) => plainLine(line).slice(0, MOST_LINE));
  const limits = given.filter(
    (line) =>
      line.split(" ").length >= LEAST_WORDS && limitPattern().test(line) && !nothingPattern().test(line),
  );
  return [...new Set(limits)].slice(0, MOST).map((line) =>
    structuralFinding(
      {
        category: "CONSTRAINT",
        title: line,
        strengths: { "constraint.given": 0.6 },
        evidence: [{ line, who: "claude", why: "held as given" }],
        sameAs: line,
      },
      weights,
    ),
  );
}

/** Judged as if the user said it. */
function readTold(text: string, weights: Weights): Candidate[] {
  const told = [...text.matchAll(toldPattern()), ...text.matchAll(theirsPattern())]
    .map((match) => match[1] ?? "")
    .slice(0, MOST);
  return told
    .flatMap((said) => scoreText({ who: "user", text: said, weight: TOLD, refusal: false }, weights))
    .filter(({ category }) => category === "CONSTRAINT");
}

function listed(lines: readonly string[]): string[] {
  const found: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const heading = headingPattern().exec(line);
    const rest = heading?.[1] ?? "";
    if (heading) {
      isOpen = rest === "";
      if (!isOpen) found.push(...rest.split(/;\s+/));
    } else if (isOpen && entryPattern().test(line)) found.push(line.replace(entryPattern(), ""));
    else if (line.trim() !== "") isOpen = false;
  }
  return found;
}
