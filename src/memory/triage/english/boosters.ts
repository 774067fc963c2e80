// What makes a signal beside it stronger.
import { eitherOf } from "../phrase.ts";
import type { Booster } from "../signal.ts";
import { LIMIT_WORD, SYSTEM_WORD } from "./constraint/words.ts";
import { COMPARED, REASON } from "./words.ts";

export const BOOSTERS: readonly Booster[] = [
  {
    id: "reason",
    categories: ["DECISION", "TECH_DEBT"],
    strength: 0.34,
    why: "with its reason",
    pattern: new RegExp(`\\b${REASON}`, "i"),
  },
  {
    id: "reason-weak",
    categories: ["PREFERENCE", "CONSTRAINT", "RUNBOOK"],
    strength: 0.18,
    why: "with its reason",
    pattern: new RegExp(`\\b${REASON}`, "i"),
  },
  {
    id: "compared",
    categories: ["DECISION"],
    strength: 0.3,
    why: "against an alternative",
    pattern: new RegExp(`\\b${COMPARED}`, "i"),
  },
  {
    // "kafka would need a team of its own": a reason that no word announces.
    id: "reason-implied",
    categories: ["DECISION"],
    strength: 0.16,
    why: "with what speaks for it",
    pattern:
      /\b(?:simpler|easier|cheaper|faster|safer|half the (?:price|cost|size|code)|too (?:many|slow|heavy|big|expensive|complex|much)|overkill|nobody|no one|is free|(?:has|have|had|lacks?|misses) no|would (?:cost|need|bite|eat|take|kill|double|force)|can't (?:keep|handle|justify|do)|never (?:leaves|worked|used)|not worth|dead end|\w+n't .{0,20}enough|useless|unmaintained|abandoned|painful|takes ages|takes forever|plenty|wins|beats)\b/i,
  },
  {
    id: "final",
    categories: ["DECISION"],
    strength: 0.28,
    why: "as final",
    pattern:
      /\b(?:final(?:ly|ised|ized)?|for good|settled|done deal|agreed|no more (?:debate|discussion)|locked in|officially|that's that|end of discussion|in the end|unanimously|signed off)\b/i,
  },
  {
    id: "emphasis",
    categories: ["PREFERENCE"],
    strength: 0.24,
    why: "with emphasis",
    pattern:
      /\b(?:absolutely|seriously|strictly|religiously|non-negotiable|period|no exceptions?|pet peeve|drives me|deal-?breaker|hard rule|established|agreed|going forward|from now on|please|always|never|ever|everywhere|every time|in this (?:repo|project|codebase)|project-wide|i (?:hate|prefer|like))\b/i,
  },
  {
    id: "discovered",
    categories: ["CONSTRAINT"],
    strength: 0.34,
    why: "found out",
    pattern:
      /\b(?:turns out|turned out|apparently|found (?:out|that)|discovered|learn(?:ed|t)|just (?:read|saw|reali[sz]ed|confirmed|heard|noticed|checked)|it (?:appears|seems)|heads[- ]up|as it happens|note that|be aware|fyi|keep in mind|remember|confirmed|support (?:said|says|told|confirmed)|docs? (?:say|says|state)|according to|unfortunately|sadly|annoyingly|important|careful|gotcha|caveat|reali[sz]ed|bad news|reminder|mind you|told (?:me|us)|so you know)\b/i,
  },
  {
    id: "hard",
    categories: ["CONSTRAINT"],
    strength: 0.3,
    why: "as a hard limit",
    pattern:
      /\b(?:hard|strict(?:ly)?|absolute(?:ly)?|no way around|enforced|by design|contractual(?:ly)?|legal(?:ly)?|no exceptions?|per (?:second|minute|hour|day|month|request|user|account|region|tenant|file|project|ip|key|call|connection|customer|seat)|an? (?:second|minute|hour|day|month)|at all|whatsoever|ever|under any|non-negotiable|not negotiable|period|policy|regulation|compliance|audit\w*|until (?:q\d|20\d\d|next|january|february|march|april|may|june|july|august|september|october|november|december|the end)|so (?:we|it|everything|no|any|that|the|never|don't|please|this|all)|therefore|hence|otherwise|which means|no way|mandatory|(?:for|in) (?:the )?(?:public sector|schools?|hospitals?|banks?|government)|out there|because|only|nothing (?:newer|older|bigger|larger))\b/i,
  },
  {
    id: "system",
    categories: ["CONSTRAINT"],
    strength: 0.22,
    why: "of a system outside",
    pattern: SYSTEM_WORD,
  },
  {
    id: "amount",
    categories: ["CONSTRAINT"],
    strength: 0.2,
    why: "with its number",
    pattern: new RegExp(
      `${LIMIT_WORD.source}.{0,40}\\d|\\d.{0,40}${LIMIT_WORD.source}|\\b\\d+ ?(?:kb|mb|gb|ms|seconds?|minutes?|hours?|requests?|calls?|tokens?|chars?|characters?|connections?)\\b`,
      "i",
    ),
  },
  {
    id: "deadline",
    categories: ["TECH_DEBT"],
    strength: 0.24,
    why: "for want of time",
    pattern:
      /\b(?:deadline|time pressure|out of time|no time|rush\w*|demo|ship(?:ping)?|launch|release|crunch|scope|blocked|upstream|budget)\b/i,
  },
  {
    id: "acknowledged",
    categories: ["TECH_DEBT"],
    strength: 0.22,
    why: "knowingly",
    pattern:
      /\b(?:tech(?:nical)? debt|i know|we know|acknowledg\w+|aware|known|not (?:ideal|great|proud|pretty)|ugly|sorry|admittedly|hack\w*|work-?around|temporar\w+|for now|for the time being|properly|to-?do|fixme|ticket|later|eventually|revisit|clean up|v2)\b/i,
  },
  {
    id: "root-cause",
    categories: ["RUNBOOK"],
    strength: 0.3,
    why: "with its cause",
    pattern:
      /\b(?:root cause|caused by|culprit|turned out|turns out|(?:problem|issue|reason|cause) was|traced|tracked|due to|because)\b/i,
  },
  {
    id: "remedy",
    categories: ["RUNBOOK"],
    strength: 0.22,
    why: "with the remedy",
    pattern: eitherOf`
      \bby (?:\w+ing)\b|\bhad to\b|\bafter (?:\w+ing)\b|\bwith (?:xx+|a|the)\b
      \b(?:works|passes|builds|starts|runs|green) (?:now|again)\b
    `,
  },
];
