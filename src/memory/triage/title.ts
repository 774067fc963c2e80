// Makes the title of a finding: one line that is shown in terminals and given to the model, so it must not contain markup.
import { stripEscapeSequences, stripMarkup } from "../../text/markup.ts";
import { MAX_TITLE } from "../memory.ts";
import { hasAny, startsWithAny } from "./sentences.ts";

/** A title may be longer, up to MAX_TITLE, if cutting it here would leave half a sentence. */
export const USUAL_TITLE = 120;
/** How much of a text is looked at to make a title. */
export const MAX_READ = 1500;
const MIN_CLAUSE = 30;
/** A title shorter than this share of the maximum gets another sentence. */
const EARLY = 0.5;
/** Leaves room for the fix. */
const MAX_CAUSE = 80;
/** Words in a symptom. "CI failure" alone says too little. */
const MIN_SYMPTOM = 3;
/** Filler words at the beginning. "no" is filler only with punctuation after it: "no tests" means something. */
const OPENINGS =
  "ok|alright|so|ye|well|and|but|also|btw|fyi|please|however|because|sorry|right|cool|great|hm|u|ah|oh|haha|no|i|continue|go|carry|remember".split(
    "|",
  );
const openingPattern = () =>
  /^(?:(?:(?:ok(?:ay)?|alright|so|yes|yeah|yep|well|and|but|also(?=[,:])|btw|fyi|please|however|because|sorry|right|cool|great|hm+|u+m+|ah+|oh|haha)[,:.!…]*|no[,:.!]|i (?:think|feel|guess)(?: like)?(?: that)?,?|(?:continue|go on|go ahead|carry on),? (?:and|but)|remember that)\s+)+(?=\S)/i;
const SENTENCE_ENDS = [". ", "! ", "? "];
/** Filler words at the end. */
const CLOSING_WORDS = "otherwise|that|the rest|thank|please|think|guess".split("|");
const closingPattern = () =>
  /(?:,? (?:otherwise|other than that|apart from that|the rest is),? (?:it'?s |all |is )?(?:gtg|good(?: to go)?|lgtm|looks good|fine|ok(?:ay)?|great)\b.*|,? (?:thanks|thank you|please|i(?:'d)? (?:think|guess)))\W*$/i;

/** A complete sentence without filler words, as a person would write it. */
export function makeTitle(text: string, maxLength = USUAL_TITLE): string {
  const whole = titleLine(text);
  const opened = startsWithAny(whole, OPENINGS) ? whole.replace(openingPattern(), "") : whole;
  const closed = hasAny(opened, CLOSING_WORDS) ? opened.replace(closingPattern(), "") : opened;
  const bare = closed.replace(/^[-–—•,]\s+/, "").replace(/\s*(?:\.{2,}|…)$/, "");
  const usual = shorten(bare, maxLength);
  const isLittle = usual.endsWith("…") || (usual.length < bare.length && usual.length < EARLY * maxLength);
  const short = isLittle && maxLength === USUAL_TITLE ? shorten(bare, MAX_TITLE) : usual;
  const line = withoutUnpaired(short).replace(/[\s,;:–—-]+$/, "");
  if (line === "") return "(no words)";
  // Identifiers keep their case.
  const isName =
    /^(?:\S*(?:[._/(]\w|[a-z][A-Z])|(?:npm|npx|pnpm|yarn|git|pip|uv|bun|cargo|mise|kubectl)\b)/.test(line);
  const title = isName ? line : line.charAt(0).toUpperCase() + line.slice(1);
  if (!hasAny(title, SENTENCE_ENDS)) return title;
  return title.replace(/(?<=[a-z)][.!?] )[a-z](?=[a-z']* )/g, (letter) => letter.toUpperCase());
}

/** "The issue was that …" */
export const causeOpening = () =>
  /^(?:found )?(?:the )?(?:real |actual |root )*(?:issue|problem|cause|culprit)(?: (?:is|was|turned out to be))?(?: that)?\b[:\s–—-]+/i;
const causeIn = () =>
  /\b(?:root cause(?: (?:is|was))?:?|because|due to|caused by)\s+(.+?)(?=$|(?<!\.)\.\s|;\s| (?:also had|also|fix(?:ed)?\b|solution\b|resolved\b))/i;
const fixIn = () =>
  /(?:^|[.;)]\s|\s)(?:fix(?:ed)?(?: (?:was|by|with|is))?(?: to)?:|fix(?:ed)? (?:was|by|with|is)(?: to)?|(?<=[.;)]\s)fix(?:ed)?(?! in\b)(?: to)?|solution:|resolved by|worked around by|workaround:)\s+(.+)$/i;
const adviceIn = () =>
  /(?:^|[.;]\s)(?:i |we )?(?:you (?:may |might |will )?(?:need|have) to|changed (?:it )?to(?: use)?|switched to|to fix (?:it|this),?) (\S.+)$/i;

/** A rule that was made of the error helps more than the fix: "Now every script says never to …" */
const ruleIn = () => /[.;]\s+(now [^.;]*\b(?:never|always)\b[^.;]*)(?=[.;]|$)/i;

/** The title of an error: symptom, cause and fix, as far as the text has them. */
export function runbookTitle(text: string): string {
  const line = titleLine(text);
  const bare = line.replace(causeOpening(), "");
  const symptom = /^[^:.]{8,60}(?=: )/.exec(bare)?.[0] ?? "";
  const said = causeIn().exec(line)?.[1] ?? "";
  const cause = symptom !== "" && said !== "" ? `${symptom}: ${said}` : (bare.split(/\.\s/, 1)[0] ?? bare);
  const rule = ruleIn().exec(line)?.[1];
  const fix = rule ?? (fixIn().exec(line) ?? adviceIn().exec(line))?.[1]?.split(/\.(?:\s|$)|, /, 1)[0] ?? "";
  const done = fix
    // "Fixed the hook - Added an exception"
    .replace(/^[^–—-]{1,30} [–—-] (?=[A-Z]\w+ed\b)/, "")
    .replace(/^(?:ran|running) /i, "")
    .replace(/^\w{2,}ing /, "fixed by $&");
  const starts = [cause, withoutBrackets(cause), shorten(cause, MAX_CAUSE)];
  const ends = [done, withoutBrackets(done), done.replace(/ (?:with|in|to|so|first)\b.*$/, "")];
  const join = (start: string) => ends.map((end) => `${start} → ${lowerFirst(end)}`);
  const titles = starts.flatMap(join);
  const fits = (max: number) => (one: string) => one.length <= max && !one.includes("…");
  const short = symptom === "" ? undefined : join(symptom).find(fits(USUAL_TITLE));
  const title =
    titles.find(fits(USUAL_TITLE)) ??
    (symptom.split(" ").length < MIN_SYMPTOM ? titles.find(fits(MAX_TITLE)) : undefined) ??
    short;
  return done !== "" && title ? makeTitle(title, MAX_TITLE) : makeTitle(cause);
}

/** Lowers the first letter, unless the text begins with a name. */
export function lowerFirst(text: string): string {
  const isName = /^(?:I\b|\S*[A-Z]\S*[A-Z]|\S*[._/()\d])/.test(text);
  return isName ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

function withoutBrackets(line: string): string {
  return line.replace(/ \([^()]*\)/g, "");
}

/** Cuts at the end of a sentence outside of quotations. If there is none, it cuts at a word and adds "…". */
export function shorten(whole: string, maxLength: number, minClause = MIN_CLAUSE): string {
  const line = [whole, whole.replace(/\.$/, ""), withoutBrackets(whole)].find(
    (one) => one.length <= maxLength,
  );
  return line ?? cutShort(withoutBrackets(whole), maxLength, minClause);
}

function cutShort(line: string, maxLength: number, minClause: number): string {
  const shown = line.slice(0, maxLength);
  const end = [...shown.matchAll(/(?<!\.)[.!?;](?=\s)|(?=\s[–—]\s)/g)].findLast(
    ({ index }) => index >= minClause && !isOpen(shown.slice(0, index)) && !isLimited(line, index),
  );
  if (end !== undefined) return line.slice(0, end.index + end[0].length);
  const cut = clip(line, maxLength);
  const quote = isOpen(cut) ? Math.max(cut.lastIndexOf('"'), cut.lastIndexOf("(")) : -1;
  return quote >= minClause ? `${cut.slice(0, quote).trimEnd()}…` : cut;
}

/** The text after this place reverses or limits the text before it, so it must not be cut here. */
function isLimited(line: string, at: number): boolean {
  return /^[\s.!?;–—-]*(?:and |or )?(?:but|not|only|rather|until|unless|except|without|instead)\b/i.test(
    line.slice(at),
  );
}

/** Ends inside a quotation or brackets. */
function isOpen(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  return count('"') % 2 === 1 || count("“") > count("”") || count("(") > count(")");
}

/** Quotes the text, or the part from the given sentence on if that would be cut off. */
export function quoteAround(text: string, sentence: string, maxLength: number): string {
  const whole = plainLine(text);
  if (whole.length <= maxLength) return whole;
  const at = whole.indexOf(plainLine(sentence));
  const isShown = at + plainLine(sentence).length < maxLength;
  return clip(isShown || at <= 0 ? whole : `… ${whole.slice(at)}`, maxLength);
}

/** One line without control characters, invisible characters and markup. */
export function plainLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const visible = withoutHidden(text);
  return (/[*_~#<>|[\]{}\\`]/.test(visible) ? withoutMarks(visible) : visible)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxLength);
}

/** Removes only certain markup: `stash@{0}`, `~/.config` and `Array<string>` are content. */
function withoutMarks(line: string): string {
  return stripMarkup(line)
    .replaceAll("`", "")
    .replaceAll("<", "‹")
    .replace(/(?<!(?<!-)-)>/g, "›");
}

/** Keeps code readable, but replaces characters that could act as markup. */
function titleLine(text: string): string {
  const line = withSafeSigns(stripMarkup(withoutHidden(text.slice(0, MAX_READ))));
  if (!hasAny(line, ["nt"])) return line;
  return line.replace(/\b(do|does|did|is|are|was|were|has|have|should|would|could)nt\b/gi, "$1n't");
}

function withSafeSigns(line: string): string {
  if (!hasAny(line, ["#", "<", ">", "|", "`"])) return line;
  return line
    .replace(/(^|\s)#{1,6}\s+/g, "$1")
    .replace(/-+>/g, "→")
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .replaceAll("|", "¦")
    .replace(/`([^`]*)`/g, "'$1'")
    .replaceAll("`", "");
}

/** Removes quotation marks and brackets without a partner. */
function withoutUnpaired(line: string): string {
  const open = line.split('"').length % 2 === 0 ? [line.lastIndexOf('"')] : [];
  const brackets: number[] = [];
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "(" || line[at] === "[") brackets.push(at);
    else if (line[at] === ")" || line[at] === "]") brackets.pop();
  }
  const gone = [...open, ...brackets].toSorted((x, y) => y - x);
  return gone.reduce((text, at) => text.slice(0, at) + text.slice(at + 1), line);
}

/** Escape sequences are removed first and whole, or their letters would remain. */
function withoutHidden(text: string): string {
  return stripEscapeSequences(text)
    .replace(/[\x00-\x1f\x7f-\x9f]+/g, " ")
    .replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g, "");
}

/** Cuts at a word. */
function clip(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut.replace(/\s+\S{0,20}$/, "")}…`;
}
