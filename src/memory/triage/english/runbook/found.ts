// A fault whose cause was found: with what was done about it, or after a long search.
import type { Signal } from "../../signal.ts";
import { SYMPTOM, SYMPTOM_PAST } from "./symptom.ts";
import { CAUSE, DID, DOING, HOPED, NAMED_CAUSE, NO_REQUEST, STILL_OPEN } from "./words.ts";

const DESPITE = ["oneOff", "embedded", "negated", "hypothetical", "reported"] as const;
const LEAD =
  "(?:^|[.!,:] )(?:(?:ok(?:ay)?|ah+a?|oh|and|so|finally|nvm|never ?mind|update|phew|yes+|btw|fyi|haha?|lol|wow|damn|ugh|well|got it)[,.:!]* )*";
export const FOUND_CAUSES: readonly Signal[] = [
  {
    id: "runbook.cause-act",
    category: "RUNBOOK",
    strength: 0.46,
    why: "an error, its cause, and what was done",
    pattern: new RegExp(`\\b${NAMED_CAUSE}\\b`, "i"),
    near: new RegExp(
      `^${STILL_OPEN}(?=[^]*${SYMPTOM}[^]{0,240}\\b${NAMED_CAUSE}\\b[^]{3,240}(?:[.,;:!→]\\s|\\b(?:i|we|so i|so we|i've|we've|ive) )(?:just |now |then |also )?(?:${DID}))`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    // Who tells a fault of the past and where it came from, goes on with how it ended.
    id: "runbook.told",
    category: "RUNBOOK",
    strength: 0.42,
    why: "an error, its cause, and how it ended",
    pattern: new RegExp(`\\b${NAMED_CAUSE}\\b`, "i"),
    near: new RegExp(
      `^${STILL_OPEN}${NO_REQUEST}(?=[^]*(?:${SYMPTOM_PAST()}|\\b(?:came from|caused by|culprit|(?:was|were) the problem)\\b)[^]{0,260}(?:\\b${NAMED_CAUSE}\\b)?[^]{8,240}[.;\\n→] ?(?!(?:add|fix|make|write|create|remove|show|check|find|ignore|look|see|run|do|don't|change|update|use|set|next|now|also|then|and then|but|or|is|are|does|what|why|how|which)\\b)[^]{8,})(?=[^]*(?:${SYMPTOM}|\\b(?:came from|caused by|culprit|to blame|root cause|(?:problem|issue|reason|cause|bug) was|(?:was|were) the (?:problem|culprit|issue|reason|cause))\\b))`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    id: "runbook.found",
    category: "RUNBOOK",
    strength: 0.46,
    why: "the cause of an error was found, and something done about it",
    pattern: new RegExp(
      `${LEAD}(?:i |we |i've |we've |just )?(?:finally )?(?:found (?:it|the (?:problem|bug|issue|culprit|cause|reason|leak|fault)|out (?:why|what)|why|what)|figured (?:it )?out|solved(?: it| the| that)?|nailed it|tracked (?:it|that|the \\S+) down|mystery solved|(?:that|this) was it|i know (?:why|what it was)|got to the bottom|got it(?=:))\\b`,
      "i",
    ),
    near: new RegExp(
      `^${STILL_OPEN}(?=[^]*(?:\\b${CAUSE}\\b|:))(?=[^]*(?:(?:${DID}|${DOING})[^]{8,}|\\b(?:forgot|missed|neglected) to \\w+|\\n[^]{12,}))(?![^]*\\b(?:can|could|would) you|[^]*\\bplease fix|[^]*\\?\\s*$)`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: [...DESPITE, "question"],
    who: ["user"],
  },
  {
    // Whatever is fixed was a fault.
    id: "runbook.fixed-named",
    category: "RUNBOOK",
    strength: 0.46,
    why: "names what was fixed, and how",
    pattern: new RegExp(
      `${LEAD}(?:i |we |i've |we've |just )?(?:finally )?(?:fixed|solved|cured|sorted|squashed|killed|resolved|got rid of) (?:the|that|this|those|my|our) (?!typo|build\\b|tests?\\b|lint|header|footer|style|docs?)(?:\\S+ ){0,8}?\\S+(?::| by | [-–—] |, it was |, was |\\. |\\.$)`,
      "i",
    ),
    near: new RegExp(
      `^${STILL_OPEN}${NO_REQUEST}(?=[^]*(?:\\b${CAUSE}\\b|\\bby \\w+ing|:))(?=[^]*(?:${DID}|${DOING}|\\S=\\S|\\s--[a-z]|\\bnow\\b|\\binstead\\b)[^]{8,})`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    id: "runbook.at-last",
    category: "RUNBOOK",
    strength: 0.46,
    why: "it works at last, and why it had not",
    pattern:
      /\bit(?:'s| is) alive\b|\bgot (?!to |me |you |rid )(?:\S+ ){1,4}(?:to (?:work|compile|build|run|boot|start|connect|load|talk|pass|install|flash|link|show|behave|render)|working|running|talking|going|compiling|building|booting)\b|\b(?:finally|at last) (?:works?|worked|compiles?|builds?|boots?|runs?|connects?|loads?|passes|passed|starts?|flashes|got|booted|compiled|connected)\b|\b(?:works?|worked|compiles?|builds?|boots?|runs?|connects?|passes|passed) (?:finally|at last)\b/i,
    near: new RegExp(
      `^${STILL_OPEN}${NO_REQUEST}(?=[^]*(?:\\b(?:${NAMED_CAUSE}|needs?|needed|was (?:not|on|set|missing|wrong|still|off|the)|had to|thats? why)\\b|${SYMPTOM}))`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    id: "runbook.ordeal",
    category: "RUNBOOK",
    strength: 0.46,
    why: "a long search, and what it was in the end",
    pattern:
      /\b(?:spent|wasted|lost|burn(?:ed|t)|cost (?:me|us)|took (?:me|us)|after) (?:\w+ ){0,4}(?:hours?|hrs?|days?|morning|afternoon|evening|night|weekend|week|ages|forever|minutes)\b|\b(?:pulling|pulled|tearing) (?:my|our) hair|\bbang(?:ed|ing) my head|\bwon'?t get (?:them |it )?back\b|\bdrove me (?:nuts|crazy|mad)\b|\b(?:\d+|one|two|three|four|half an?|an?|several|couple of) (?:hours?|hrs?|days?|mornings?|evenings?) (?:for|on|because of|over|gone|lost)\b/i,
    near: new RegExp(
      `^${STILL_OPEN}(?=[^]*(?:${SYMPTOM}|\\b(?:missing|wrong|stray|ignored|silently)\\b|\\b(?:hours?|days?|morning|night): ))(?=[^]*\\b(?:turn(?:ed|s) out|it was|was (?:the|a|an|just|missing|because)|culprit|because|only to find|in the end|ended up|the (?:fix|answer|solution)|for an? (?:missing|wrong|single|stray|extra|trailing|stupid|tiny)|all for|because of|(?:hours?|days?|morning|night): .{3,60}(?:was|were|had|has|is))\\b)`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
];
