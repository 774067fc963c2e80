// Whether words tell of something that does not work as it should.
import { splitSentences } from "../text/sentences.ts";
import { plainLine } from "../title.ts";

const LONGEST_REPORT = 1500;
const LONGEST_ODDITY = 200;
const MOST_LINE = 200;
const faultPattern = () =>
  /\b(?:\w*errors?|\w*exception|fail(?:s|ed|ing|ure|ures)?|crash\w*|dies?|died|hangs?|hung|stuck|frozen|freezes|broken|breaks|refus(?:es|ed|ing)|denied|rejected|rejects|tim(?:es|ed|ing) ?out|timeouts?|exit (?:code|status)|exited with|[45]\d\ds?|(?:can'?t|cannot|won'?t|doesn'?t|couldn'?t|didn'?t|isn'?t|wouldn'?t|aren'?t|(?:does|do|did|could|will|would) not) \w+|not (?:found|working|starting|loading|picked|visible|reachable)|fatal|too many|(?:i|we) keep getting|e(?:perm|acces|noent|busy|nospc|nomem|mfile|pipe|connreset|connrefused|addrinuse|timedout|notfound)|slow|flaky|closed by|segfault\w*|garbage|garbled|blank|(?:black|white|empty) (?:screen|frame|page|window|image)|undefined|unable to|stopped \w+ing|stops with|keeps \w+ing|kept \w+ing|not \w+ed|exits|no (?:logs|output|response|sound|signal|picture|data|such|space)|already (?:allocated|in use)|nothing happens|does nothing|panic\w*|stutter\w*|flicker\w*|crackl\w+|jitter\w*|glitch\w*|mismatch\w*|corrupt\w*|overflow\w*|leak\w*|deadlock\w*|blew up|blow up|went (?:down|wrong|red)|(?:is|was|are|were) (?:\w+ )?(?:wrong|stuck|unverified|red|down|empty|slow|sideways|upside down|late|off|missing|offline)|come(?:s)? up empty)\b/i;
/** Told with its end. */
const overPattern = () => /\b(?:fixed|solved|resolved|works (?:now|again)|did the trick|is gone|are gone)\b/i;
const requestPattern = () =>
  /\b(?:add|make|create|write|implement|please|pls|can you|could you|would you|should|shall|want|wants|need|needs|let's|lets|rename|show me|explain|refactor|update|instead|would be|i'd|i like|looks? (?:good|nice|great)|thanks|thank you|done|next)\b|\?\s*$/i;
const statementPattern = () =>
  /^(?:(?:hm+|ugh|ok|hey|so|and|also|btw|but|now|huh|weird|odd|strange)[,:.!]? )*(?:(?:the|my|our|all|some|every|each|it|this|half)\b.{3,80}|[\w-]{2,}(?: [\w-]+)?)\s(?:is|are|gets?|comes?|shows?|asks?|says?|reads?|gives?|opens?|starts?|prints?|returns?|takes?|runs?|looks?|has|have|keeps?|goes|stays?|sends?|uses?|loads?|jumps?|turns?|ends?|saves?|renders?|sees?|picks?|uploads?|arrives?|appears?|ignores?|loses?|drops?|moves?|plays?|spins?|reports?|counts?|thinks|wants|finds|sits|lands|does)\b/i;
const askedPattern = () =>
  /^(?:(?:and|so|ok|hey|btw|oh|hm+|claude|but|quick question)[,:.!]? )*(?:why|what (?:was|were|is|happened|went|broke|caused|did|made|about)|how come|did you (?:find|figure|see|get|sort|solve|fix)|have you (?:found|figured)|any (?:luck|news|idea|progress)|(?:is|are|do|does|was|were) (?:the|that|this|it|we|you|they|those|\w+ing)\b.{0,60}\b(?:still|yet|again|gone|fixed|happening)|still|where did|who|which|(?:what about )?(?:the|that|those) (?:\w+ ){0,3}(?:failing|flaky|broken|slow|stuck|red|crash\w*|errors?|timeouts?|hang\w*))\b/i;

/** The telling line of a text, "" when there is none. */
export function faultIn(text: string): string {
  if (text.length > LONGEST_REPORT || overPattern().test(text)) return "";
  const pattern = faultPattern();
  return lineOf(splitSentences(text).find(({ plain }) => pattern.test(plain))?.plain);
}

/** Said without a word of fault: "the photos show up sideways". Only what comes after it tells that it was one. */
export function oddityIn(text: string): string {
  if (text.length > LONGEST_ODDITY || requestPattern().test(text) || !statementPattern().test(text))
    return "";
  return lineOf(text);
}

export function asksAboutFault(text: string): boolean {
  return text.length <= LONGEST_ODDITY && askedPattern().test(text);
}

export function lineOf(text: string | undefined): string {
  return plainLine(text ?? "").slice(0, MOST_LINE);
}
