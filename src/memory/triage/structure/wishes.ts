// How the person wants things done, where it is not said in a prompt: in a compaction's summary, in an answer on manners.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Candidate } from "../candidate.ts";
import type { Utterance } from "../text/utterance.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

const MOST_LINES = 400;
const MOST_WISHES = 6;
const MOST_LINE = 300;
const LONGEST_ANSWER = 160;

/** "Preferences the user stated: …" */
const headingPattern = () =>
  /^\W*(?:\d+\.\s*)?(?:(?:the )?(?:user(?:'s)?|stated|working|standing|team|known|person(?:'s)?|coding|communication) (?:\w+ ){0,2})?(?:preferences?|conventions|house rules|working agreements?|standing instructions|ground rules|manners?|wishes|working style|way of working|style rules|house style|habits|how (?:the user|they|we) (?:likes?|wants?|works?|prefers?))\b[^:.]{0,60}:/i;
const wishPattern = () =>
  /\b(?:user|person|developer|they)(?:'s)?\b[^.]{0,60}\b(?:prefers?|preference|wants? (?:all|every|each|any|claude|me|no|only|to be|to (?:see|review|approve|decide|commit|push|merge|read)\b|(?!to\b|the\b|an?\b|this\b|that\b|it\b)\S+|\S+ (?:\S+ ){0,3}(?:used|done|written|kept|shown|run|started|named|formatted|placed|left|asked))|expects?|reads|reviews|speaks|commits|pushes|merges|deploys|decides|does not want|doesn't want|objected|complained|cares|is particular|(?:gave|set|repeated) (?:\S+ ){0,3}(?:rules?|instructions?|wish(?:es)?)|likes|dislikes|hates|insists|corrected|instructed|(?:asked|told|requested|reminded)(?: claude| me| that)? (?:to (?:always|never|stop|keep|avoid|only)|not to|never|always|that)|made (?:it )?clear|stated that)\b|\bper (?:the )?user(?:'s)? preference\b/i;
/** "Instructions of the user that still hold: …" */
const agreedPattern = () =>
  /^(?=[^:]{0,80}\b(?:user|person|agreed|standing|still hold|hold)\b)[^:.]{0,60}\b(?:instructions?|rules?|style|requests?|feedback|agreements?|format|guidelines?)\b[^:.]{0,60}: \S/i;
const lastingPattern = () =>
  /\b(?:always|never|prefer\w*|every|all|each|any|no|not|only|should be|stays?|themsel\w+|myself|rather than|instead of|without|unless|from now on|(?:further|later|future) \w+|going forward|in future|stop|insists|dislikes|hates|likes)\b/i;
const ofProductPattern = () =>
  /\bpreferences? (?:screen|page|panel|dialog|pane|tab|file|store|table|api|menu|settings|window)\b|\b(?:no (?:selection|decision|preference)|did not|didn't|not yet|undecided|asked (?:about|whether|for an? )|end users?|users (?:prefer|want|like))\b/i;
/** A question on how to work with each other, not on what to build. */
const mannerPattern = () =>
  /\b(?:should|shall|do you want|would you like|may|can)\b.{0,40}\b(?:i|me|my|claude)\b.{0,80}\b(?:in general|generally|always|by default|from now on|going forward|in (?:the )?future|every time|each time|before (?:each|every)|after (?:each|every)|without asking)\b|\b(?:in general|generally|from now on|going forward|in (?:the )?future)\b.{0,60}\b(?:should|shall|want|would)\b.{0,20}\b(?:i|me|my)\b|\bhow (?:verbose|detailed|formal|terse|chatty|long|often) (?:should|shall|do you want) (?:i|my|me)\b|\bmy (?:\w+ )?(?:answers|replies|updates|summaries|explanations|commit messages)\b|\b(?:commit|code|comment|naming|docstring|quote|coding|test|branch) (?:\w+ )?(?:style|convention|format)s?\b.{0,40}\b(?:prefer|want|use|like|follow)\b/i;
/** Claude asked what to do now; the answer is for always. */
const leavePattern = () =>
  /\b(?:should|shall|may|can|want|would you like|do you want)\b[^?\n]{0,30}\b(?:i|me)\b[^?\n]*\?/i;
const generalPattern = () =>
  /^(?:(?:yes|yeah|yep|yup|sure|no|nope|nah|please|ok(?:ay)?|please do|of course|do)[,.!]? (?:and |but |please )?)*(?:in general|generally|as a rule|always|by default|usually|normally|every time|each time|from now on|going forward|in future|you (?:can|may) always|you never (?:need|have) to)\b|(?<!\b(?:it|that|this|they|which|he|she) )\b(?:always|in general|as a rule|every time|from now on|going forward|by default|you (?:don't|never) (?:need|have) to ask|without asking|don't ask|no need to ask|for all|for every|whenever)\b/i;
const noAnswerPattern = () =>
  /^(?:not sure|no preference|either|whatever|up to you|you decide|skip|later|n\/a|none|depends|just (?:this|here)|this time|not now|for now|wait|hold on|hmm*|let me|(?:we|i)(?:'ll| will) see|let's see|no idea|dunno|idk|(?:i )?(?:don't|dont|do not) (?:know|care|mind)|doesn't matter|ask me)\b|\?\s*$/i;

export function readWishes(item: TranscriptItem, weights: Weights): Candidate[] {
  if (item.kind === "compaction-summary") return readSummary(item.text, weights);
  if (item.kind !== "answers") return [];
  const found: Candidate[] = [];
  for (const { question, answer } of item.answers) {
    if (!mannerPattern().test(question) || noAnswerPattern().test(answer.trim())) continue;
    const line = `${question} → ${answer}`;
    found.push(wish(line, "the person's answer on how to work", "preference.answer", 0.6, weights));
  }
  return found;
}

/** Claude asked in words how to go about things, and was told. */
export function readManners(utterance: Utterance, asked: string, weights: Weights): Candidate[] {
  const answer = plainLine(utterance.text);
  if (utterance.who !== "user" || answer === "" || answer.length > LONGEST_ANSWER) return [];
  const isManner =
    mannerPattern().test(asked) || (leavePattern().test(asked) && generalPattern().test(answer));
  if (!isManner || noAnswerPattern().test(answer)) return [];
  const line = `${plainLine(asked)} → ${answer}`;
  return [wish(line, "the person's answer on how to work", "preference.answer", 0.6, weights)];
}

function readSummary(text: string, weights: Weights): Candidate[] {
  const found: Candidate[] = [];
  for (const line of linesOf(text)) {
    if (found.length >= MOST_WISHES) break;
    if (ofProductPattern().test(line)) continue;
    const isListed = (headingPattern().test(line) && /:\s*\S/.test(line)) || isAgreed(line);
    if (isListed || (wishPattern().test(line) && lastingPattern().test(line)))
      found.push(wish(line, "kept when the session was compacted", "preference.compaction", 0.5, weights));
  }
  return found;
}

function isAgreed(line: string): boolean {
  return agreedPattern().test(line) && lastingPattern().test(line);
}

/** Sentences; a list below its heading goes with it. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let heading = "";
  for (const raw of text.split("\n").slice(0, MOST_LINES)) {
    const line = plainLine(raw.replace(/^\s*[-*•]\s+/, ""));
    const isEntry = /^\s*(?:[-*•]|\d+\.)\s/.test(raw);
    if (line !== "" && line.endsWith(":") && headingPattern().test(line)) heading = line;
    else if (isEntry && heading !== "") lines.push(`${heading} ${line}`);
    else {
      if (line !== "") heading = "";
      lines.push(...line.split(/(?<=[.!?])\s+(?=[A-Z])/));
    }
  }
  return lines;
}

function wish(line: string, why: string, pattern: string, strength: number, weights: Weights): Candidate {
  const said = line.slice(0, MOST_LINE);
  return structuralFinding(
    {
      category: "PREFERENCE",
      title: said,
      strengths: { [pattern]: strength },
      evidence: [{ line: said, who: pattern === "preference.answer" ? "user" : "claude", why }],
      sameAs: said,
    },
    weights,
  );
}
