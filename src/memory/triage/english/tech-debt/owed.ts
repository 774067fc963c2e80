// That something still has to be put right, said outright.
import { eitherOf, oneOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { MENDED, UNIT } from "./later.ts";
import { NOT_A_DEBT, SAID } from "./refused.ts";

const OUGHT_TO =
  "(?:should|must|needs? to|has to|have to|ought to|will have to|will need to|want to|wants to|got to|gotta|better)";
const SOME_TIME = oneOf(`
  later, eventually, at some point, once\\b, when\\b, whenever, as soon as, after\\b, properly, in the long, soon\\b, separately, in a\\b, (?:someday|some day), one day, for (?:production|real|good|v2), instead\\b, again\\b,
  next (?:week|sprint|month|release|quarter|year|time|round), down the (?:road|line), by (?:(?:q1|q2|q3|q4)|the end|summer|then), in (?:v2|(?:q1|q2|q3|q4)|the future|time|future), first\\b(?= (?:real|paying|external)), rather than\\b, not today, not now
`);
const OTHER = "(?:separate|larger|follow-?up|future|later|dedicated|own|subsequent|whole other)";
const OWED = eitherOf`
  \b${OUGHT_TO}(?: still| eventually| really| ideally| then| probably| definitely| at some point)* be (?:${MENDED}\b.{0,60}\b${SOME_TIME}|(?:replaced|refactored|rewritten|cleaned up|hardened|reworked|redone|removed|re-?enabled|turned|switched|fixed|redesigned|automated|undone|reverted|rotated|encrypted|parameteri[sz]ed|made)\b.{0,60}\bbefore\b)
  \b(?:'ll|ill|will|must|need to|needs to|have to|has to|gotta|ought to|want to|should)(?! (?:now |then |also |all )?(?:work|behav|display|render|show|function|now|collaps|align|load|look|run|be able|start|open))(?: \S+){1,6}? (?:properly|cleanly|for real|the (?:right|proper) way|in a clean way)(?=[.,;!]|$| (?:when|once|later|after|next|at|in|some|as soon|then|before|and|but|eventually|tomorrow))
  \b(?:still|yet) (?:needs?|has|have|had)(?: to be)? (?:${MENDED}|a (?:proper|real)|an? (?:owner|index|test|real|proper)|tests|docs|cleanup|cleaning|proper|work|fixing|doing|migrating|porting|testing|polish\w*|attention)\b(?! (?:first|now|before i))
  \b(?:needs?|wants?|deserves?|could use|calls for|begs for|cries out for|is due for|is overdue for|long overdue)(?: really| badly| desperately)? (?:a |an |some |to be )?(?:(?:proper|real|serious|good|thorough|complete|full|bigger|major) )?(?:clean-?up|cleaning up|refactor(?:ing|ed)?|rewrit(?:e|ing|ten)|rework(?:ing|ed)?|redesign(?:ed)?|love|rethink(?:ing)?|overhaul|untangling|splitting up|redoing|tlc|tidying|proper (?:\w+ )?(?:fix|solution|implementation|handling|parser|queue|abstraction|config|check|validation|tests?|design|api|model|schema|lock(?:ing)?|migration|solution|home|place|type|typing|index|cache))\b
  \b(?:we|i|someone|somebody|you|'ll|will|should|must|need to|have to|gotta|then|to)(?:'ll|'d| will| should| must| need to| have to| gotta| really| definitely| still| want to| wanted to)* (?:revisit (?:it|this|that|them|the|when|once|later|after|in|if)|circle back|come back (?:to (?:it|this|that|the|those)\b|and (?:fix|clean|do|finish))|get (?:back|round|around) to (?:it|that|this|those|fixing|cleaning|doing|the))
  \b(?:would be|is|are|make (?:it|that)|needs|deserves|be) (?:an? |its |their |the )?(?:${OTHER}[, ]+){1,2}(?:${UNIT}|piece of work|thing|topic|exercise|discussion|day|chunk of work|undertaking|beast|matter)\b
  \b(?:bugs?|leaks?|race|deadlock|root cause|actual cause|underlying \w+|real (?:bug|cause|problem|issue))(?: itself)?(?:'s| is| are| remains?| stays?)(?: still)? (?:still (?:there|in there|not|open|un\w+)|in there|unfixed|unsolved|unresolved|not (?:fixed|found|solved|gone|understood))\b
  \b(?:has|have|needs?|got) to (?:go|die|disappear|come out|be gone) (?:eventually|soon|at some point|once|when|before|as soon|one day|(?:someday|some day)|in|after|by|again|too)\b
  \bkick(?:s|ed|ing)? the can\b|\bkick(?:ed|ing)? (?:it|that|this) down the road\b|\bcan(?: be)? add(?:ed)? (?:\w+ ){0,3}(?:later|in (?:a )?(?:separate|later|follow-?up))|\blong overdue\b|\b(?:sweep|swept|sweeping) (?:it|that|this|the \w+) under\b
  \b(?:not|isn't|aren't|n't) (?:\w+ )?(?:a |the )?(?:permanent|long-?term|final|proper|real|sustainable|lasting) (?:fix|solution|state|answer|home|place|arrangement|setup|approach|design)\b|\b(?:as|is|it's|that's) (?:only |just |really |purely )?(?:temporary|provisional|makeshift|interim|a stop-?gap|an? interim|throw-?away|a temporary)\b(?! (?:file|table|director|folder|password|variable|token))
`;

export const OWED_DEBTS: readonly Signal[] = [
  {
    id: "tech-debt.owed",
    category: "TECH_DEBT",
    strength: 0.42,
    why: "still has to be put right",
    pattern: OWED,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
  {
    id: "tech-debt.owed-said",
    category: "TECH_DEBT",
    strength: 0.52,
    why: "still has to be put right",
    pattern: OWED,
    unless: SAID,
    despite: ["oneOff", "negated", "embedded", "hypothetical"],
    who: ["claude"],
  },
];
