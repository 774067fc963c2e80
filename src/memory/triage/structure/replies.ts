// What a reply to Claude tells beside a choice: why something is not possible, how the person wants Claude to work, that a
// fix helped.
import type { TranscriptItem } from "../../../transcript/item.ts";
import { makeLineFinding, type TriageFinding } from "../candidate.ts";
import { splitSentences } from "../sentences.ts";
import { plainLine } from "../title.ts";

const MAX_LINE = 300;
const MAX_DENIAL = 300;
const MIN_DENIAL_WORDS = 5;
const MAX_WORK_STYLE = 160;
const noPattern = () =>
  /^(?:(?:haha|ha|hm+|oh|well|sorry|ugh|ah|lol|unfortunately|sadly)[,.!]* )*(?:no way|no can do|no chance|no(?! (?:idea|thanks|problem|worries|need|rush|clue))|nope|nah|can't|cant|cannot|not possible|not allowed|impossible|won't work|wont work|not an option|forget it|negative)\b[\s,.!:–—-]*/i;
const askPattern = () =>
  /\b(?:can|could|may|shall|should|is (?:it|that|this) (?:ok|okay|possible|all right|fine)|do(?:es)? (?:we|you|it|the|they)|would it|are we|is there|want me to|how about|what about)\b[^?\n]*\?[^?\n]{0,150}$/i;
/** About the current work, not about what is possible. */
const nextStepPattern = () =>
  /\b(?:commit|push|merge|continue|proceed|go ahead|run the tests?|open a pr|rename|reformat|clean ?up|explain|show)\b[^?\n]*\?\s*$/i;
/** What the person wants instead, or not now. */
const wishPattern = () =>
  /^(?:use|do|keep|make|just|let's|lets|go|try|leave|don't|dont|write|put|add|remove|please|thanks|not|later|wait|first|stick|stay|but|i\b|you\b|we (?:decided|agreed|use|prefer|want|already|should|could))|\b(?:fine|still|broken|bugs?|reproduce|fix|skip|either|wanted|tests?|overkill|too (?:complex|complicated|much|early|slow)|prefer|i (?:want|like|think|need|hate)|instead|later|not yet|for now|next time|ugly|readab\w+|consisten\w+|simpler|cleaner|easier|nicer)\b|\?\s*$/i;
const limitPattern = () =>
  /\b(?:only|can't|cannot|cant|won't|wont|doesn't|doesnt|don't have|dont have|isn't|isnt|aren't|arent|has no|have no|there's no|no \w+ (?:on|in|at|there)|stuck|ancient|nobody|must|has to|have to|forbid\w*|forbidden|banned|belongs?|read-only|locked|frozen|a?gpl|closed|proprietary|budget|licen[cs]e\w*|policy|legal|contract\w*|vendor\w*|customers?|client'?s?|hoster|runs? \w+ \d|offers?|at most|max|until|before (?:20\d\d|next|q\d)|old)\b/i;
/** A question on how to work with each other, not on what to build. */
const workStylePattern = () =>
  /\b(?:should|shall|do you want|would you like|may|can)\b.{0,40}\b(?:i|me|my|claude)\b.{0,80}\b(?:in general|generally|always|by default|from now on|going forward|in (?:the )?future|every time|each time|before (?:each|every)|after (?:each|every)|without asking)\b|\b(?:in general|generally|from now on|going forward|in (?:the )?future)\b.{0,60}\b(?:should|shall|want|would)\b.{0,20}\b(?:i|me|my)\b|\bhow (?:verbose|detailed|formal|terse|chatty|long|often) (?:should|shall|do you want) (?:i|my|me)\b|\bmy (?:\w+ )?(?:answers|replies|updates|summaries|explanations|commit messages)\b|\b(?:commit|code|comment|naming|docstring|quote|coding|test|branch) (?:\w+ )?(?:style|convention|format)s?\b.{0,40}\b(?:prefer|want|use|like|follow)\b/i;
/** Claude asked what to do now; the answer is for always. */
const permissionPattern = () =>
  /\b(?:should|shall|may|can|want|would you like|do you want)\b[^?\n]{0,30}\b(?:i|me)\b[^?\n]*\?/i;
const alwaysPattern = () =>
  /^(?:(?:yes|yeah|yep|yup|sure|no|nope|nah|please|ok(?:ay)?|please do|of course|do)[,.!]? (?:and |but |please )?)*(?:in general|generally|as a rule|always|by default|usually|normally|every time|each time|from now on|going forward|in future|you (?:can|may) always|you never (?:need|have) to)\b|(?<!\b(?:it|that|this|they|which|he|she) )\b(?:always|in general|as a rule|every time|from now on|going forward|by default|you (?:don't|never) (?:need|have) to ask|without asking|don't ask|no need to ask|for all|for every|whenever)\b/i;
const noAnswerPattern = () =>
  /^(?:not sure|no preference|either|whatever|up to you|you decide|skip|later|n\/a|none|depends|just (?:this|here)|this time|not now|for now|wait|hold on|hmm*|let me|(?:we|i)(?:'ll| will) see|let's see|no idea|dunno|idk|(?:i )?(?:don't|dont|do not) (?:know|care|mind)|doesn't matter|ask me)\b|\?\s*$/i;

/** Claude asks whether it may or could, and the person says no by how things are. */
export function readDenial(text: string, message: string): TriageFinding[] {
  const reply = text.trim();
  const asked = message.trim();
  if (
    reply.length > MAX_DENIAL ||
    !noPattern().test(reply) ||
    !askPattern().test(asked) ||
    nextStepPattern().test(asked)
  )
    return [];
  const line = reply.replace(noPattern(), "").replace(/\s+/g, " ");
  if (line.split(" ").length < MIN_DENIAL_WORDS || wishPattern().test(line) || !limitPattern().test(line))
    return [];
  const why = "why what Claude asked about is not possible";
  const found = { category: "CONSTRAINT", pattern: "constraint.denial", strength: 0.55 } as const;
  return [makeLineFinding({ ...found, line, who: "user", why })];
}

/** How to work, answered in the client's dialog. */
export function readWorkStyleAnswers(item: TranscriptItem): TriageFinding[] {
  if (item.kind !== "answers") return [];
  return item.answers
    .filter(({ question, answer }) => workStylePattern().test(question) && !isNoAnswer(answer))
    .map(({ question, answer }) => toFinding(question, answer));
}

/** The same in words. */
export function readWorkStyleReply(text: string, asked: string): TriageFinding[] {
  const reply = plainLine(text);
  if (asked === "" || reply === "" || reply.length > MAX_WORK_STYLE || isNoAnswer(reply)) return [];
  const isWorkStyle =
    workStylePattern().test(asked) || (permissionPattern().test(asked) && alwaysPattern().test(reply));
  return isWorkStyle ? [toFinding(plainLine(asked), reply)] : [];
}

function isNoAnswer(answer: string): boolean {
  return noAnswerPattern().test(answer.trim());
}

function toFinding(question: string, answer: string): TriageFinding {
  const line = `${question} → ${answer}`.slice(0, MAX_LINE);
  const kind = { category: "PREFERENCE", pattern: "preference.answer", strength: 0.6 } as const;
  return makeLineFinding({ ...kind, line, who: "user", why: "the person's answer on how to work" });
}

const MAX_CONFIRMATION = 180;
const MAX_REPORT = 1500;
const MAX_FIX_LINE = 200;
const MAX_TITLE_FAULT = 60;
const faultPattern = () =>
  /\b(?:\w*errors?|\w*exception|fail(?:s|ed|ing|ure|ures)?|crash\w*|dies?|died|hangs?|hung|stuck|frozen|freezes|broken|breaks|refus(?:es|ed|ing)|denied|rejected|rejects|tim(?:es|ed|ing) ?out|timeouts?|exit (?:code|status)|exited with|[45]\d\ds?|(?:can'?t|cannot|won'?t|doesn'?t|couldn'?t|didn'?t|isn'?t|wouldn'?t|aren'?t|(?:does|do|did|could|will|would) not) \w+|not (?:found|working|starting|loading|picked|visible|reachable)|fatal|too many|(?:i|we) keep getting|e(?:perm|acces|noent|busy|nospc|nomem|mfile|pipe|connreset|connrefused|addrinuse|timedout|notfound)|slow|flaky|closed by|segfault\w*|garbage|garbled|blank|(?:black|white|empty) (?:screen|frame|page|window|image)|undefined|unable to|stopped \w+ing|stops with|keeps \w+ing|kept \w+ing|not \w+ed|exits|no (?:logs|output|response|sound|signal|picture|data|such|space)|already (?:allocated|in use)|nothing happens|does nothing|panic\w*|stutter\w*|flicker\w*|crackl\w+|jitter\w*|glitch\w*|mismatch\w*|corrupt\w*|overflow\w*|leak\w*|deadlock\w*|blew up|blow up|went (?:down|wrong|red)|(?:is|was|are|were) (?:\w+ )?(?:wrong|stuck|unverified|red|down|empty|slow|sideways|upside down|late|off|missing|offline)|come(?:s)? up empty)\b/i;
/** Reported together with its solution. */
const overPattern = () => /\b(?:fixed|solved|resolved|works (?:now|again)|did the trick|is gone|are gone)\b/i;
const helpedPattern = () =>
  /^(?:(?:wow|ok|okay|yes|yep|yeah|nice|great|perfect|cool|ah|oh|lol|thanks|thx)[,.! ]+)*(?:worked|works|fixed|solved|bingo)\b|\b(?:(?:that|this|it|which|yep|yes|yeah) (?:was it|did (?:it|the trick)|worked|works|fixed|solved|helped|runs|builds|boots|pass(?:es|ed)|starts|started|loads|connects|compiles)|(?:works?|runs|running|builds|boots|starts|passes|loads|connects|compiles|good|fine|green|clean) (?:now|again)|(?:errors?|crash|warning|it|that|problem|issue)(?:'s| is|s are| are)? (?:gone|fixed|solved)|no more \w+|confirmed|you were right|it (?:runs|works|builds|starts|boots|connects)|all (?:good|green) now|(?:did|does) the trick|(?:is|'s|are) (?:up|back|running|green)(?=[.!,]|$)|(?:installed|built|compiled|connected|started|booted|loaded|deployed|finished) (?:in \d|fine|ok|cleanly|without|now)|got (?:it|me|us|that) (?:through|past|going|working|running)|(?:ran|went|runs|goes|came) (?:through|fine)|fixed it|solved it)\b/i;
const reservedPattern = () =>
  /\b(?:but|looks? (?:good|nice|great|better)|still|not|n't|doesn't|didn't|isn't|won't|can't|dont|doesnt|except|however|though|almost|only|now (?:i|it|the|we) (?:get|see|fail|say)\w*|another|instead)\b|\?/i;

/**
 * A fault that the person reported, what Claude answered, and the person's word that it helped.
 * `report`: what the person had said before Claude's message.
 */
export function readConfirmedFix(reply: string, message: string, report: string): TriageFinding[] {
  if (!isHelped(reply)) return [];
  const fault = faultIn(report);
  const answer = adviceIn(message);
  return fault === "" || answer === "" ? [] : [toFix(fault, answer, reply)];
}

function isHelped(reply: string): boolean {
  return reply.length <= MAX_CONFIRMATION && helpedPattern().test(reply) && !reservedPattern().test(reply);
}

/** The sentence that tells of something that does not work, "" when there is none. */
function faultIn(message: string): string {
  if (message.length > MAX_REPORT || overPattern().test(message)) return "";
  const fault = faultPattern();
  return plainLine(splitSentences(message).find(({ plain }) => fault.test(plain))?.plain ?? "", MAX_FIX_LINE);
}

/** How it comes about, and what to do. */
function adviceIn(message: string): string {
  const stated = splitSentences(message).filter(({ plain }) => !plain.endsWith("?"));
  return plainLine(
    stated
      .slice(0, 2)
      .map(({ plain }) => plain)
      .join(" "),
    MAX_FIX_LINE,
  );
}

function toFix(fault: string, answer: string, reply: string): TriageFinding {
  return {
    category: "RUNBOOK",
    title: `${fault.slice(0, MAX_TITLE_FAULT)}: ${answer}`,
    strengths: { "runbook.confirmed": 0.5 },
    evidence: [
      { line: fault, who: "user", why: "the error" },
      { line: answer, who: "claude", why: "what Claude said of it" },
      { line: plainLine(reply, MAX_FIX_LINE), who: "user", why: "that it helped" },
    ],
    identity: `${fault}\n${answer}`,
  };
}
