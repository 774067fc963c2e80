// What a compaction's summary tells as put off, accepted as it is, or known to fall short.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Candidate } from "../candidate.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

const toldPattern = () =>
  /\b(?:was|were|is|are|been) (?:\w+ )?(?:postponed|deferred|pushed|parked|shelved|punted|left|skipped)\b(?: \w+){0,4} (?:to|until|till|for|after) (?:an? |the )?(?:after|later|follow-?up|next|future|separate|another|v2|phase|q[1-4]|launch|release|second|rewrite)\b|\buser (?:has |also |then |explicitly |knowingly )*(?:accept(?:ed|s) (?:that|the|this|it as)|tolerates|postponed|deferred|put off|(?:agreed|chose|decided|asked|wants|wanted|prefers|preferred) to (?:leave|skip|postpone|defer|live with|accept|ignore)|wants? (?:this|it|that|them|the [\w ]{3,30}) (?:\w+ ){0,3}(?:later|after|once|separately|in a (?:later|separate|follow-?up)))|\b(?:deliberately|intentionally|knowingly|consciously) (?:incomplete|left (?:out|open|as|un\w+)|skipped|not (?:handled|covered|implemented|done|fixed|tested|migrated)|omitted|hard-?coded|deferred)\b|\bknown (?:limitation|gap|shortcoming|debt)s?\b|\b(?:as|is|remains|known|noted|accepted) (?:as )?tech(?:nical)? debt\b|\b(?:temporary|stop-?gap|interim) (?:work-?around|fix|solution|hack|measure)\b|\bto be (?:replaced|removed|cleaned up|re-?enabled|migrated|fixed) (?:later|after|once|when|before)\b|\b(?:currently|still) (?:does nothing|an? (?:stub|placeholder)|stubbed|hard-?coded|unhandled|not (?:handled|propagated|covered|migrated|rotated))\b/i;
const nothingPattern = () =>
  /\b(?:no|none|without|not any|zero|all) (?:\w+ ){0,2}(?:known|open|tech(?:nical)? debt|temporary|stop-?gap)|\b(?:was|were|has been|have been|is now|are now) (?:\w+ )?(?:fixed|resolved|removed|paid|cleaned up)\b/i;
const MOST = 4;
const MOST_LINE = 300;
const LEAST_WORDS = 5;

export function readPutOffTold(item: TranscriptItem, weights: Weights): Candidate[] {
  if (item.kind !== "compaction-summary" || !toldPattern().test(item.text)) return [];
  const found: Candidate[] = [];
  for (const raw of item.text.split(/\n|(?<=[.!]) (?=[A-Z`])/)) {
    if (found.length >= MOST) break;
    const line = plainLine(raw).slice(0, MOST_LINE);
    if (line.split(" ").length >= LEAST_WORDS && toldPattern().test(line) && !nothingPattern().test(line))
      found.push(findingOf(line, weights));
  }
  return found;
}

function findingOf(line: string, weights: Weights): Candidate {
  return structuralFinding(
    {
      category: "TECH_DEBT",
      title: line,
      strengths: { "tech-debt.put-off-told": 0.45 },
      evidence: [{ line, who: "claude", why: "told as left for later when the session was compacted" }],
      sameAs: line,
    },
    weights,
  );
}
