// A fault in the one's words, what was done about it in the other's: heard as if one had told both.
import type { Candidate, Speaker } from "../candidate.ts";
import type { FaultTold } from "../state.ts";
import { scoreText } from "../text/score-text.ts";
import type { Utterance } from "../text/utterance.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";
import { faultIn } from "./told-faults.ts";

const LONGEST = { user: 400, claude: 1500 };
/** Stand for the other's words: that they are of a fault is known. */
const FAILED = "it failed with an error.";
const ASKED = "it failed, which is why you ask.";
/** They say what was done, not only that it helped. */
const OF_ACTS =
  " runbook.acted runbook.since runbook.doing runbook.recovered runbook.at-last runbook.fixed-named runbook.after-act" +
  " runbook.recovered-cause runbook.acted-cause runbook.remedied runbook.fixed-cause ";
const LONGEST_ACT = 100;
const actPattern = () =>
  /^(?:(?:ok|okay|yes|yep|yeah|right|cool|thanks|ah|oh|ha)[,.!]? )*(?:i |we )?(?:[a-z]{3,}ed|set|put|did|made|took|ran)\b/i;
const openPattern = () =>
  /\bstill (?!using|had|on|have|need)[a-z]|\b(?:the|it's|its|exactly the) same\b|\bsame (?:error|thing|problem|result|issue)\b|\?|\b(?:is|are|remains?) (?:still )?open\b|\bof them\b|\b(?:tomorrow|tonight|ordered|later|nah|let's|lets|we'll|we ship|please)\b|\buse (?:that|this|it|the)\b|\b(?:on purpose|intentional\w*|expected)\b|\bno (?:luck|change|difference)\b/i;

export function readRetold(utterance: Utterance, fault: FaultTold, weights: Weights): Candidate[] {
  const { who, text } = utterance;
  if (who !== "user" && who !== "claude") return [];
  const other = who === "user" ? toldBefore(fault, text) : askedBefore(fault);
  if (other.line === "" || text.length > LONGEST[who] || openPattern().test(text)) return [];
  const heard = scoreText({ ...utterance, text: `${other.said}\n${text}` }, weights);
  const told = heard.find(({ patterns }) => patterns.some((id) => OF_ACTS.includes(` ${id} `)));
  const line = told?.evidence[0]?.line;
  if (told === undefined || line === undefined) return [];
  return [
    structuralFinding(
      {
        category: "RUNBOOK",
        title: `${other.line.slice(0, 60)}: ${line}`,
        strengths: { "runbook.retold": told.score },
        evidence: [
          { line: other.line, who: other.who, why: "the error" },
          { line, who, why: "what was done, and what came of it" },
        ],
        sameAs: `${other.line}\n${line}`,
      },
      weights,
    ),
  ];
}

interface Told {
  line: string;
  who: Speaker;
  /** What stands for it. */
  said: string;
}

function toldBefore({ told, answer, shown }: FaultTold, text: string): Told {
  if (shown !== "") return { line: shown, who: "claude", said: FAILED };
  const isMeant = answer !== "" && (faultIn(told) !== "" || isAct(text));
  return { line: isMeant ? told : "", who: "user", said: FAILED };
}

/** Of what was told without a word of fault, only the answer shows that it was one. */
function isAct(text: string): boolean {
  return text.length <= LONGEST_ACT && actPattern().test(text);
}

function askedBefore({ told, asked, ran }: FaultTold): Told {
  return asked ? { line: told, who: "user", said: ASKED } : { line: ran, who: "tool", said: FAILED };
}
