// A fault the person told, what Claude said of it, and the person's word that it helped.
import type { Candidate } from "../candidate.ts";
import type { FaultTold, TriageState } from "../state.ts";
import { splitSentences } from "../text/sentences.ts";
import type { Utterance } from "../text/utterance.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";
import { asksAboutFault, faultIn, lineOf, oddityIn } from "./told-faults.ts";

const LONGEST_WORD = 180;
const helpedPattern = () =>
  /^(?:(?:wow|ok|okay|yes|yep|yeah|nice|great|perfect|cool|ah|oh|lol|thanks|thx)[,.! ]+)*(?:worked|works|fixed|solved|bingo)\b|\b(?:(?:that|this|it|which|yep|yes|yeah) (?:was it|did (?:it|the trick)|worked|works|fixed|solved|helped|runs|builds|boots|pass(?:es|ed)|starts|started|loads|connects|compiles)|(?:works?|runs|running|builds|boots|starts|passes|loads|connects|compiles|good|fine|green|clean) (?:now|again)|(?:errors?|crash|warning|it|that|problem|issue)(?:'s| is|s are| are)? (?:gone|fixed|solved)|no more \w+|confirmed|you were right|it (?:runs|works|builds|starts|boots|connects)|all (?:good|green) now|(?:did|does) the trick|(?:is|'s|are) (?:up|back|running|green)(?=[.!,]|$)|(?:installed|built|compiled|connected|started|booted|loaded|deployed|finished) (?:in \d|fine|ok|cleanly|without|now)|got (?:it|me|us|that) (?:through|past|going|working|running)|(?:ran|went|runs|goes|came) (?:through|fine)|fixed it|solved it)\b/i;
/** What is so by now was not before: "columns are right now", "ok builds". */
const nowPattern = () =>
  /^(?:(?:wow|ok|okay|yes|yep|yup|yeah|nice|great|perfect|cool|ah|oh|ha|haha|lol|thanks|thx|sweet|awesome|lovely|done|brilliant|excellent)[,.! ]+)*(?:(?!(?:i|i'm|im|we|do|make|add|go|start|run|try|stop|let|let's|then|and|next|please|commit|push|not|what|how|why|where|can|could|is|are|does|use|write|show|you|or|so|later|right|fix|check|until|for|got|clear|makes|understood|thanks|ok|okay|yes|yep|yeah|great|nice|cool|perfect|ah|oh)\b)(?:\S+ ){1,5}(?<!\b(?:for|from|until|till|by|even) )(?:now|again)(?=[.!,]|$)|(?:[\w'-]+ ){0,3}(?:works|builds|runs|boots|starts|passes|loads|connects|compiles|links|renders|installs|imports|prints|plays|reloads|pushes|resolves|deploys|flashes|opens)(?=[.!,]|$| (?:now|fine|again))|(?:it was|they were|that was)[,.]|(?!(?:there|what|who|that|this|it|which|all)\b)(?:[\w'-]+ ){1,4}(?:is|are) (?:there|back|right|correct|visible|up|green|gone|fine)(?=[.!,]|$)|(?:\S+ )?up and running\b|.{0,60}\b(?:it's|they're|all) (?!confus|need|suppos|us)[a-z]+ed(?=[.!,]|$))/i;
const reservedPattern = () =>
  /\b(?:but|looks? (?:good|nice|great|better)|still|not|n't|doesn't|didn't|isn't|won't|can't|dont|doesnt|except|however|though|almost|only|now (?:i|it|the|we) (?:get|see|fail|say)\w*|another|instead)\b|\?/i;

export function followConfirmations(utterance: Utterance, state: TriageState, weights: Weights): Candidate[] {
  const { fault } = state;
  const { text } = utterance;
  if (utterance.who === "claude") {
    const answer = fault.told === "" ? "" : adviceIn(text) || fault.answer;
    state.fault = { ...fault, answer, shown: faultIn(text), ran: "" };
    return [];
  }
  if (utterance.who !== "user") return [];
  const told = faultIn(text);
  state.fault = {
    told: told || oddityIn(text),
    answer: "",
    shown: "",
    asked: told !== "" && asksAboutFault(text),
    ran: "",
  };
  const isHelped =
    fault.answer !== "" &&
    text.length <= LONGEST_WORD &&
    (helpedPattern().test(text) || nowPattern().test(text)) &&
    !reservedPattern().test(text);
  return isHelped ? [describe(fault, text, weights)] : [];
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
