// A fault the person reported, what Claude answered, and the person's word that it helped.
import type { TriageFinding } from "../candidate.ts";
import { splitSentences } from "../sentences.ts";
import { plainLine } from "../title.ts";

const MAX_CONFIRMATION = 180;
const MAX_REPORT = 1500;
const MAX_LINE = 200;
const MAX_TITLE_FAULT = 60;
const faultPattern = () =>
  /\b(?:\w*errors?|\w*exception|fail(?:s|ed|ing|ure|ures)?|crash\w*|dies?|died|hangs?|hung|stuck|frozen|freezes|broken|breaks|refus(?:es|ed|ing)|denied|rejected|rejects|tim(?:es|ed|ing) ?out|timeouts?|exit (?:code|status)|exited with|[45]\d\ds?|(?:can'?t|cannot|won'?t|doesn'?t|couldn'?t|didn'?t|isn'?t|wouldn'?t|aren'?t|(?:does|do|did|could|will|would) not) \w+|not (?:found|working|starting|loading|picked|visible|reachable)|fatal|too many|(?:i|we) keep getting|e(?:perm|acces|noent|busy|nospc|nomem|mfile|pipe|connreset|connrefused|addrinuse|timedout|notfound)|slow|flaky|closed by|segfault\w*|garbage|garbled|blank|(?:black|white|empty) (?:screen|frame|page|window|image)|undefined|unable to|stopped \w+ing|stops with|keeps \w+ing|kept \w+ing|not \w+ed|exits|no (?:logs|output|response|sound|signal|picture|data|such|space)|already (?:allocated|in use)|nothing happens|does nothing|panic\w*|stutter\w*|flicker\w*|crackl\w+|jitter\w*|glitch\w*|mismatch\w*|corrupt\w*|overflow\w*|leak\w*|deadlock\w*|blew up|blow up|went (?:down|wrong|red)|(?:is|was|are|were) (?:\w+ )?(?:wrong|stuck|unverified|red|down|empty|slow|sideways|upside down|late|off|missing|offline)|come(?:s)? up empty)\b/i;
/** Reported together with its solution. */
const overPattern = () => /\b(?:fixed|solved|resolved|works (?:now|again)|did the trick|is gone|are gone)\b/i;
const helpedPattern = () =>
  /^(?:(?:wow|ok|okay|yes|yep|yeah|nice|great|perfect|cool|ah|oh|lol|thanks|thx)[,.! ]+)*(?:worked|works|fixed|solved|bingo)\b|\b(?:(?:that|this|it|which|yep|yes|yeah) (?:was it|did (?:it|the trick)|worked|works|fixed|solved|helped|runs|builds|boots|pass(?:es|ed)|starts|started|loads|connects|compiles)|(?:works?|runs|running|builds|boots|starts|passes|loads|connects|compiles|good|fine|green|clean) (?:now|again)|(?:errors?|crash|warning|it|that|problem|issue)(?:'s| is|s are| are)? (?:gone|fixed|solved)|no more \w+|confirmed|you were right|it (?:runs|works|builds|starts|boots|connects)|all (?:good|green) now|(?:did|does) the trick|(?:is|'s|are) (?:up|back|running|green)(?=[.!,]|$)|(?:installed|built|compiled|connected|started|booted|loaded|deployed|finished) (?:in \d|fine|ok|cleanly|without|now)|got (?:it|me|us|that) (?:through|past|going|working|running)|(?:ran|went|runs|goes|came) (?:through|fine)|fixed it|solved it)\b/i;
const reservedPattern = () =>
  /\b(?:but|looks? (?:good|nice|great|better)|still|not|n't|doesn't|didn't|isn't|won't|can't|dont|doesnt|except|however|though|almost|only|now (?:i|it|the|we) (?:get|see|fail|say)\w*|another|instead)\b|\?/i;

/** `report`: what the person had said before Claude's message. */
export function readConfirmedFix(reply: string, message: string, report: string): TriageFinding[] {
  if (!isHelped(reply)) return [];
  const fault = faultIn(report);
  const answer = adviceIn(message);
  return fault === "" || answer === "" ? [] : [toFinding(fault, answer, reply)];
}

function isHelped(reply: string): boolean {
  return reply.length <= MAX_CONFIRMATION && helpedPattern().test(reply) && !reservedPattern().test(reply);
}

/** The sentence that tells of something that does not work, "" when there is none. */
function faultIn(message: string): string {
  if (message.length > MAX_REPORT || overPattern().test(message)) return "";
  const fault = faultPattern();
  return plainLine(splitSentences(message).find(({ plain }) => fault.test(plain))?.plain ?? "", MAX_LINE);
}

/** How it comes about, and what to do. */
function adviceIn(message: string): string {
  const stated = splitSentences(message).filter(({ plain }) => !plain.endsWith("?"));
  return plainLine(
    stated
      .slice(0, 2)
      .map(({ plain }) => plain)
      .join(" "),
    MAX_LINE,
  );
}

function toFinding(fault: string, answer: string, reply: string): TriageFinding {
  return {
    category: "RUNBOOK",
    title: `${fault.slice(0, MAX_TITLE_FAULT)}: ${answer}`,
    strengths: { "runbook.confirmed": 0.5 },
    evidence: [
      { line: fault, who: "user", why: "the error" },
      { line: answer, who: "claude", why: "what Claude said of it" },
      { line: plainLine(reply, MAX_LINE), who: "user", why: "that it helped" },
    ],
    identity: `${fault}\n${answer}`,
  };
}
