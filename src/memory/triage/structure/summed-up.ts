// What a compaction's summary says was chosen: under a heading of its own, behind a colon, or as what the user chose.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Candidate } from "../candidate.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

const headingPattern = () =>
  /^\s*(?:\d+\.|#+|[-*])?\s*\**(?:(?:key|design|technical|main|architecture|architectural|important|user|agreed|project|product)\s+)*(?:decisions|choices)(?:\s+(?:made|so far|taken|and rationale|by the user))*\**\s*(?::|$)\**\s*(.*)$/i;
const entryPattern = () => /^\s*(?:[-*•]|\d+[.)]|[a-z]\))\s+/;
const chosePattern = () =>
  /\b(?:the )?user (?:has |then |finally |explicitly |also )*(?:chose|decided|opted|picked|settled on|rejected (?!the tool|the edit|the command|this)|agreed (?:to|on|that|with)|went with|selected|approved (?:the (?:plan|approach|design)|using|moving)) [^.\n]{10,240}/gi;
const takenPattern = () =>
  /[^.\n]{4,160}\b(?:was|were) (?:taken|chosen|picked|selected|adopted|rejected|preferred|dropped in favou?r)\b[^.\n]{5,200}/gi;
const settledPattern = () => /\b(?:settled|decided|agreed)(?: [a-z]+){0,3}: [^.\n]{10,240}/gi;
const openPattern = () =>
  /\b(?:pending|undecided|still open|not (?:yet )?(?:decided|chosen)|no (?:selection|decision)|to be decided|tbd|needed|none)\b/i;
const MOST = 8;
const MOST_LINE = 300;
const LEAST_WORDS = 3;

export function readSummedUp(item: TranscriptItem, weights: Weights): Candidate[] {
  if (item.kind !== "compaction-summary") return [];
  const said = [
    ...listed(item.text.split("\n")),
    ...(item.text.match(chosePattern()) ?? []),
    ...(item.text.match(takenPattern()) ?? []),
    ...(item.text.match(settledPattern()) ?? []),
  ]
    .map((text) => plainLine(text).slice(0, MOST_LINE))
    .filter((text) => text.split(" ").length >= LEAST_WORDS && !openPattern().test(text));
  return [...new Set(said)].slice(0, MOST).map((line) =>
    structuralFinding(
      {
        category: "DECISION",
        title: line,
        strengths: { "decision.compaction": 0.5 },
        evidence: [{ line, who: "claude", why: "said to be decided when the session was compacted" }],
        sameAs: line,
      },
      weights,
    ),
  );
}

function listed(lines: readonly string[]): string[] {
  const found: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const heading = headingPattern().exec(line);
    if (heading) {
      isOpen = (heading[1] ?? "") === "";
      if (!isOpen) found.push(...(heading[1] ?? "").split(/;\s+/));
    } else if (isOpen && entryPattern().test(line)) found.push(line.replace(entryPattern(), ""));
    else if (line.trim() !== "") isOpen = false;
  }
  return found;
}
