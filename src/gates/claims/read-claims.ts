// Finds claims in Claude's last message: tests pass, something was committed or pushed. Plans, conditions, quotes, code, tables and
// sentences with a reservation are no claims. In doubt, a sentence is no claim.
import { isTestCommand } from "../../text/test-runs/test-command.ts";

export interface Claim {
  kind: "tests" | "commit" | "push";
  /** "All tests", "the full suite", "everything is committed". */
  isAll: boolean;
  /** It says which tests: "the crypto tests", "tests in a.ts". */
  isScoped: boolean;
  /** The number of tests it names. */
  count: number | null;
  /** The command that it says passes. */
  command: string | null;
  /** The sentence. */
  text: string;
}

const MAX_MESSAGE = 20_000;
const MAX_SENTENCE = 400;
const CODE = "it's-code";

/** Something is left open, no test runner can show it, or it is about another time, another place or somebody else. */
const QUALIFIERS =
  /\b(?:but|except|besides|apart from|other than|however|although|though|unless|until|pre-?existing|fail\w*|broken|breaks?|flak\w+|unrelated|skipp\w+|yet|still (?:need|have|to|fail|miss)|remain\w*|todo|ci|pipeline|github actions|earlier|previous(?:ly)?|already|yesterday|last (?:session|time|turn)|at the time|agents?|subagents?|teammates?|reviewers?|you|your|they(?! (?:all )?pass)|upstream|originally|baseline|manual\w*|by hand|smoke|load|stress)\b/i;
const CONDITION =
  /^\W*(?:if|once|when|whenever|while|after|before|as soon as|assuming|provided|to|so that|run|check|verify|(?:re-?)?(?:runn|check|verify|confirm)ing|ensure|make sure|confirm|test that|next|then|expected|goal|acceptance|criteri\w+|step|phase|plan|option|alternatively|e\.g|for example|example)\b/i;
/** Searched for only in the clause of the claim. */
const DENIALS =
  /\b(?:not|never|no|none|nothing|without|should|would|could|will|may|might|must|can|cannot|shall|if|once|when|until|unless|whether|that|(?<!continue )to|let|let's|need|want|expect\w*|require\w*|hope\w*|supposed|was|were|had|been|used|ensures?|ensuring|make|makes|making|verify|verifies|check|so)\b|n't\b|n’t\b/i;

/** Words before "tests" that say nothing about which. */
const PLAIN = new Set(
  "all the our of its these those now unit tests test our existing full entire whole complete every suite i i've have ran run".split(
    " ",
  ),
);
const TESTS =
  /^(?:(?:perfect|great|excellent|done|good|nice|verified|verification|result|status|tests?|and|now)\W+)*((?:[\w/.'’-]+ ){0,10}?)(test suites?|suites?|tests?|specs?)((?:(?: and|,| &) (?:[\w-]+ ){0,3}?[\w-]+)?)(?: |: ?)(?:(?:are|is|now|all|also|still|have|has|remain|run|continue to|successfully) )*(\d[\d,/]* )?(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b(.*)$/i;
/** "I ran the tests and they all pass": what was run is what passes. */
const RAN = /\b(?:ran|run)\b/i;
const ALL_OF_IT = /\b(?:they|it|everything|all)\b/i;
/** "`npm test` passes" */
const PASSING_COMMAND =
  /`([^`]*)`(?=:? (?:(?:now|still|also|all|is|\d[\d,/]*) )*(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b)/g;
/** "12 passed, 0 failed" */
const NO_FAILURES = /[,;]?(?: and| with)? (?:0|no|zero) (?:tests? )?(?:fail\w*|skipp\w+)/gi;
/** "I verified that …" */
const ASSURANCE = /^i(?:'ve|’ve| have)?(?: just| also| now)? (?:verified|confirmed|checked)(?: that)? /i;
/** "The test passes a null": what it passes on. */
const PASSED_ON = /^ (?:an?|the|its?|null|undefined)\b/i;
/** After the claim: which ones. */
const WHERE =
  /^\W*(?:in|for|of|on|from|under|within|across|at|against|covering|including|with (?:the|these|this|my))\b/i;
const ACT = "(committed|pushed(?! back\\b))";
const SUBJECT =
  "(?:i(?:'ve|’ve| have)?(?: now| just| also)?|(?:everything|all(?: (?:the|of (?:it|them)|[\\w-]+)){0,3}|(?:the |both |these |this |my )?(?:changes?|fix(?:es)?|work|files?|code|branch|commits?|features?|updates?|it)|both|it)(?:'s|’s| is| are| has been| have been| was| were)(?: now| also| all| staged and)?)";
/** "committed the change and pushed it" */
const OBJECT =
  "(?: (?:it|them|everything|(?:all |both )?(?:the|my|these|this|those) (?:[\\w-]+ ){0,2}[\\w-]+))?";
const DEED = new RegExp(
  `^(?:(?:done|perfect|great|excellent|fixed|solved|merged|rebased|implemented|updated|added|written|amended|squashed|staged|all|and|now|changes|successfully|force|spec|${SUBJECT})\\W+){0,5}${ACT}\\b(?:${OBJECT}\\W+and(?: then)?(?: force)?\\W+${ACT}\\b)?(.*)$`,
  "i",
);
/** What else was done, by whoever speaks. */
const WORK_BEFORE =
  /^(?:(?:done|perfect|great)\W+)?(?:i(?:'ve|’ve| have)? )?(?!(?:committed|pushed)\b)(?:\w+ed|made|wrote|rewrote|built|written)\b(?:(?!\b(?:that|which|who|whether|how|where|by)\b)[^;])*?(?:,|,? and)(?: then| also| have| now)* (?=(?:committed|pushed)\b)/i;
const WORK = `(?:it|them|everything|(?:[\\w-]+ ){0,3}(?:changes?|fix(?:es)?|work|files?|code|branch|commits?|features?|updates?|edits?|tests?|docs?|implementation|refactoring|spec|${CODE}))`;
const PLACE = `(?:to|on|onto) (?:the )?(?:[\\w-]+ )?(?:remote|origin|upstream|main|master|develop|trunk|github|gitlab|branch|pr|pull request|repo(?:sitory)?|${CODE})\\b`;
const MANNER =
  "(?:as|with|in|into|under) (?!.*\\b(?:submodules?|forks?|databases?)\\b)|(?:and|including|as well|for)\\b";
/** What follows the verb, if anything, is work in git: no image, no deadline, no database. */
const OF_GIT = new RegExp(
  `^(?: (?:successfully|cleanly|now|too|again))*(?: ${WORK})?(?: (?:${PLACE}|${MANNER})|\\s*(?:$|[^\\w\\s]))`,
  "i",
);
/** "Committed: `97c9c59` …" lists commits, perhaps of others. */
const LISTED = new RegExp(`^:\\s*(?:${CODE}|[0-9a-f]{7,40}\\b)`);
const NOT_DONE =
  /\b(?:not|nothing|never|none|no|un\w+|without|isn't|aren't|wasn't|hasn't|haven't|should|would|will|can|could|once|if|when|yet|want|need|ready to|to be)\b/i;

export function readClaims(message: string): Claim[] {
  const claims = sentencesOf(message).flatMap(({ text, shown, command }) =>
    [...testClaims(text), ...deedClaims(text)].map((claim) => ({ ...claim, text: shown, command })),
  );
  const seen = new Set<string>();
  return claims.filter(({ kind, text }) => !seen.has(`${kind} ${text}`) && seen.add(`${kind} ${text}`));
}

/** As one sentence states it. */
type StatedClaim = Omit<Claim, "command">;

function testClaims(sentence: string): StatedClaim[] {
  if (!/tests?|suites?|specs?/i.test(sentence)) return [];
  const text = sentence.replaceAll(NO_FAILURES, "").replace(ASSURANCE, "");
  if (isQualified(text)) return [];
  for (const clause of text.split(/\s[—–-]+\s|[;()]|(?<!tests?|suites?): |, /i)) {
    const found = TESTS.exec(clause.trim().replace(/\b(tests?|suites?): /i, "$1 "));
    const [, before = "", noun = "", together = "", passed, after = ""] = found ?? [];
    if (noun === "" || isDeniedOrUncertain(clause.slice(0, clause.length - after.length))) continue;
    if (PASSED_ON.test(after) || (RAN.test(before) && !ALL_OF_IT.test(together))) continue;
    const words = before.toLowerCase().split(/\s+/).filter(Boolean);
    const numbers = [...words, passed?.trim() ?? ""].filter((word) => /^\d[\d,]*(?:\/\d[\d,]*)?$/.test(word));
    // "The build succeeds and all tests pass."
    const own = words.slice(words.lastIndexOf("and") + 1);
    const which = own.filter((word) => !PLAIN.has(word) && !numbers.includes(word));
    const isAll = /\b(?:all|full|entire|whole|complete|every)\b/i.test(before);
    const count = numbers[0] === undefined ? null : Number(numbers[0].replace(/,|\/.*/g, ""));
    const isScoped = which.length > 0 || WHERE.test(after);
    return [{ kind: "tests", isAll: isAll || /suite/i.test(noun), isScoped, count, text }];
  }
  return [];
}

function deedClaims(text: string): StatedClaim[] {
  if (!/committed|pushed/i.test(text) || isQualified(text)) return [];
  // "All tests pass and the change is committed.", "I fixed it, added a test and committed it."
  const clause = text
    .replace(/^.*?\b(?:pass|passes|passed|passing|green),? and (?=[^;]*(?:committed|pushed))/i, "")
    .replace(WORK_BEFORE, "");
  const [, first, second, after = ""] = DEED.exec(clause) ?? [];
  const before = text.slice(0, text.length - after.length);
  if (first === undefined || NOT_DONE.test(before) || LISTED.test(after) || !OF_GIT.test(after)) return [];
  const verbs = [first, second].flatMap((word) => (word === undefined ? [] : [word.toLowerCase()]));
  const stated = clause.slice(0, clause.length - after.length);
  const isAll = /\b(?:everything|all)\b/i.test(stated) || /^ (?:everything|all)\b/i.test(after);
  return verbs.map((verb) => ({
    kind: verb === "pushed" ? "push" : "commit",
    isAll,
    isScoped: false,
    count: null,
    text,
  }));
}

/** Something is left open in it, or it is a plan. */
function isQualified(sentence: string): boolean {
  return QUALIFIERS.test(sentence) || CONDITION.test(sentence);
}

/** The clause denies it, or does not state it as a fact. */
function isDeniedOrUncertain(clause: string): boolean {
  return DENIALS.test(clause);
}

interface MessageSentence {
  /** Without code and quotes. */
  text: string;
  /** As written in the message. */
  shown: string;
  /** The command that passes, if it runs tests. */
  command: string | null;
}

/** Without blocks of code, tables and headings. */
function sentencesOf(message: string): MessageSentence[] {
  return (
    withoutBlocks(message.slice(-MAX_MESSAGE))
      .split("\n")
      .filter((line) => !/^\s*(?:>|\||#{1,6}\s|- \[ \])/.test(line) && !/^\s{4,}\S/.test(line))
      .map((line) => line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, "").replace(/\*\*|__|[✅✓✔🎉🚀🎯☑]️?/gu, ""))
      // The longer pattern is compiled where there is more than one sentence.
      .flatMap((line) => (/[.!?]\s/.test(line) ? line.split(/(?<=[.!?])\s+(?=[\p{Lu}\d`])/u) : line))
      .map(readSentence)
      .filter(({ text }) => text !== "" && text.length <= MAX_SENTENCE && !text.endsWith("?"))
  );
}

function withoutBlocks(message: string): string {
  if (!message.includes("```") && !message.includes("~~~")) return message;
  return message.replace(/^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ *\1[^\n]*$|$(?![\s\S]))/gm, "\n");
}

function readSentence(sentence: string): MessageSentence {
  const shown = sentence.trim();
  if (!sentence.includes("`")) return { shown, text: withoutQuotes(shown), command: null };
  let command: string | null = null;
  const named = sentence.replace(PASSING_COMMAND, (code, inner) => {
    if (command !== null || !isTestCommand(inner)) return code;
    command = inner;
    return "the tests";
  });
  return { shown, text: withoutQuotes(named).trim(), command };
}

function withoutQuotes(sentence: string): string {
  if (!/[`"“]/.test(sentence)) return sentence;
  return sentence.replace(/`[^`]*`/g, CODE).replace(/"[^"]*"|“[^”]*”/g, "a-quote");
}
