// A fault the person told, what Claude said of it, and the person's word that it helped.
import type { Candidate } from "../candidate.ts";
import type { FaultTold, TriageState } from "../state.ts";
import { splitSentences } from "../text/sentences.ts";
import type { Utterance } from "../text/utterance.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

const LONGEST_REPORT = 1500;
const LONGEST_WORD = 180;
const MOST_LINE = 200;
const faultPattern = () =>
  /\b(?:\w*errors?|\w*exception|fail(?:s|ed|ing)?|crash\w*|dies?|died|hangs?|hung|stuck|frozen|freezes|broken|refused|denied|rejected|tim(?:es|ed|ing) ?out|timeout|exit (?:code|status)|exited with|[45]\d\d|(?:can'?t|cannot|won'?t|doesn'?t|couldn'?t|didn'?t|isn'?t|wouldn'?t) \w+|not (?:found|working|starting|loading)|fatal|closed by|segfault\w*|garbage|blank|undefined|unable to|stopped \w+ing|keeps \w+ing|not \w+ed|exits|no (?:logs|output|response)|nothing happens)\b/i;
const helpedPattern = () =>
  /^(?:(?:wow|ok|okay|yes|yep|yeah|nice|great|perfect|cool|ah|oh|lol|thanks|thx)[,.! ]+)*(?:worked|works|fixed|solved|bingo)\b|\b(?:(?:that|this|it|which|yep|yes|yeah) (?:was it|did (?:it|the trick)|worked|works|fixed|solved|helped|runs|builds|boots|pass(?:es|ed)|starts|started|loads|connects|compiles)|(?:works?|runs|running|builds|boots|starts|passes|loads|connects|compiles|good|fine|green|clean) (?:now|again)|(?:errors?|crash|warning|it|that|problem|issue)(?:'s| is|s are| are)? (?:gone|fixed|solved)|no more \w+|confirmed|you were right|it (?:runs|works|builds|starts|boots|connects)|all (?:good|green) now|(?:did|does) the trick|(?:is|'s|are) (?:up|back|running|green)(?=[.!,]|$)|(?:installed|built|compiled|connected|started|booted|loaded|deployed|finished) (?:in \d|fine|ok|cleanly|without|now)|got (?:it|me|us|that) (?:through|past|going|working|running)|(?:ran|went|runs|goes|came) (?:through|fine)|fixed it|solved it)\b/i;
/** Told with its end. */
const overPattern = () => /\b(?:fixed|solved|resolved|works (?:now|again)|did the trick|is gone|are gone)\b/i;
const reservedPattern = () =>
  /\b(?:but|still|not|n't|doesn't|didn't|isn't|won't|can't|dont|doesnt|except|however|though|almost|only|now (?:i|it|the|we) (?:get|see|fail|say)\w*|another|instead)\b|\?/i;

export function followConfirmations(utterance: Utterance, state: TriageState, weights: Weights): Candidate[] {
  if (utterance.who === "claude") {
    if (state.fault.told !== "")
      state.fault = { ...state.fault, answer: adviceIn(utterance.text) || state.fault.answer };
    return [];
  }
  if (utterance.who !== "user") return [];
  const { fault } = state;
  const { text } = utterance;
  state.fault = { told: faultIn(text), answer: "" };
  const isHelped =
    fault.answer !== "" &&
    text.length <= LONGEST_WORD &&
    helpedPattern().test(text) &&
    !reservedPattern().test(text);
  return isHelped ? [describe(fault, text, weights)] : [];
}

function faultIn(text: string): string {
  if (text.length > LONGEST_REPORT || overPattern().test(text)) return "";
  const pattern = faultPattern();
  return lineOf(splitSentences(text).find(({ plain }) => pattern.test(plain))?.plain);
}

/** How it comes about, and what to do. */
function adviceIn(text: string): string {
  const said = splitSentences(text).filter(({ plain }) => !plain.endsWith("?"));
  return lineOf(
    said
      .slice(0, 2)
      .map(({ plain }) => plain)
      .join(" "),
  );
}

function lineOf(text: string | undefined): string {
  return plainLine(text ?? "").slice(0, MOST_LINE);
}

function describe({ told, answer }: FaultTold, word: string, weights: Weights): Candidate {
  return structuralFinding(
    {
      category: "RUNBOOK",
      title: `${told.slice(0, 60)}: ${answer}`,
      strengths: { "runbook.confirmed": 0.5 },
      evidence: [
        { line: told, who: "user", why: "the error" },
        { line: answer, who: "claude", why: "what Claude said of it" },
        { line: lineOf(word), who: "user", why: "that it helped" },
      ],
      sameAs: `${told}\n${answer}`,
    },
    weights,
  );
}
