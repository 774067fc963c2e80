// What triage made of a transcript, for a person and for a program.

import type { Config } from "../../../config/config.ts";
import { CATEGORIES } from "../../../memory/category.ts";
import { isOnlySecret } from "../../../memory/inbox/record-candidates.ts";
import type { Candidate, Evidence } from "../../../memory/triage/candidate.ts";
import type { Triage } from "../../../memory/triage/triage-items.ts";
import { redactAndShorten } from "../../../recording/capture/redact-fully.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import type { Output } from "../../command.ts";

export interface Looked extends Pick<Triage, "scores" | "candidates"> {
  /** How many items there were to judge. */
  messages: number;
  skippedLines: number;
}

type Settings = Pick<Config["triage"], "thresholds" | "categories">;

const MAX_LINE = 400;
const MOST_QUOTED = 100;
const MAX_SHOWN = 10;

/** A transcript may hold secrets; what is printed may be piped anywhere. */
export function cleanLooked({ scores, candidates, ...rest }: Looked): Looked {
  const shown = candidates
    .map((one) => ({
      ...one,
      title: redactAndShorten(one.title, MAX_LINE),
      evidence: one.evidence.map(clean),
    }))
    .filter(({ title }) => !isOnlySecret(title));
  const cleaned = { ...scores };
  for (const category of CATEGORIES)
    cleaned[category] = { ...scores[category], evidence: scores[category].evidence.map(clean) };
  return { ...rest, scores: cleaned, candidates: shown };
}

export function toJson({ scores, candidates, messages, skippedLines }: Looked, { categories }: Settings) {
  return {
    messages,
    skippedLines,
    scores: Object.fromEntries(
      CATEGORIES.map((category) => [
        category,
        {
          score: scores[category].score,
          evidence: scores[category].evidence,
          ...(categories[category] ? {} : { off: true }),
        },
      ]),
    ),
    candidates,
  };
}

export function printLooked(out: Output, looked: Looked, { thresholds, categories }: Settings): void {
  const { bold, dim } = out.style;
  for (const category of CATEGORIES) {
    if (!categories[category]) {
      out.line(`${category.padEnd(16)} ${dim("off")}`);
      continue;
    }
    const { score } = looked.scores[category];
    const mark = score >= thresholds[category] ? bold(score.toFixed(2)) : dim(score.toFixed(2));
    out.line(`${category.padEnd(16)} ${mark}  ${dim(`threshold ${thresholds[category]}`)}`);
    const found = looked.candidates.filter((one) => one.category === category);
    for (const one of found.slice(0, MAX_SHOWN)) printCandidate(out, one);
    if (found.length > MAX_SHOWN) out.line(dim(`  and ${found.length - MAX_SHOWN} more (--json has all)`));
  }
  if (looked.messages === 0) out.error("There are no messages in it: is it a transcript of Claude Code?");
  if (looked.skippedLines > 0)
    out.error(`${countNoun(looked.skippedLines, "line")} skipped: not to be read, or cut.`);
}

function printCandidate(out: Output, { title, score, evidence }: Candidate): void {
  out.line(`  ${printable(title)}  ${out.style.dim(score.toFixed(2))}`);
  for (const { line, who, why } of evidence.slice(0, 3))
    out.line(out.style.dim(`    ${who}: ${printable(cutLine(line))} (${printable(why)})`));
}

/** What was said stays on its line. */
function cutLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .slice(0, MOST_QUOTED)
    .replace(/[\ud800-\udbff]$/, "");
}

function clean(evidence: Evidence): Evidence {
  return { ...evidence, line: redactAndShorten(evidence.line, MAX_LINE) };
}
