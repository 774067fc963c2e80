// One line that names a finding. It is shown in terminals and given to the model, so nothing in it may act as markup.
import { stripEscapeSequences, stripMarkup } from "../../text/markup.ts";
import { MAX_TITLE } from "../memory.ts";
import { hasAny, startsWithAny } from "./sentences.ts";

/** Longer only where a cut would leave half of what was said. */
export const USUAL_TITLE = 120;
/** More of a text than any title shows. */
export const MAX_READ = 1500;
const MIN_CLAUSE = 30;
/** A sentence that ends earlier leaves room for the next. */
const EARLY = 0.5;
/** Leaves room for what put it right. */
const MAX_CAUSE = 80;
/** What people say before they come to the point. "no" alone denies what follows: only as an answer is it an opening. */
const OPENINGS =
  "ok|alright|so|ye|well|and|but|also|btw|fyi|please|however|because|sorry|right|cool|great|hm|u|ah|oh|haha|no|i|continue|go|carry|remember".split(
    "|",
  );
const openingPattern = () =>
  /^(?:(?:(?:ok(?:ay)?|alright|so|yes|yeah|yep|well|and|but|also(?=[,:])|btw|fyi|please|however|because|sorry|right|cool|great|hm+|u+m+|ah+|oh|haha)[,:.!…]*|no[,:.!]|i (?:think|feel|guess)(?: like)?(?: that)?,?|(?:continue|go on|go ahead|carry on),? (?:and|but)|remember that)\s+)+(?=\S)/i;
const SENTENCE_ENDS = [". ", "! ", "? "];
/** What they say after it. */
const CLOSING_WORDS = "otherwise|that|the rest|thank|please|think|guess".split("|");
const closingPattern = () =>
  /(?:,? (?:otherwise|other than that|apart from that|the rest is),? (?:it'?s |all |is )?(?:gtg|good(?: to go)?|lgtm|looks good|fine|ok(?:ay)?|great)\b.*|,? (?:thanks|thank you|please|i(?:'d)? (?:think|guess)))\W*$/i;

/** As a person would write it: complete, on one line, without the words around it. */
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
  // A name of code keeps its case.
  const isName =
    /^(?:\S*(?:[._/(]\w|[a-z][A-Z])|(?:npm|npx|pnpm|yarn|git|pip|uv|bun|cargo|mise|kubectl)\b)/.test(line);
  const title = isName ? line : line.charAt(0).toUpperCase() + line.slice(1);
  if (!hasAny(title, SENTENCE_ENDS)) return title;
  return title.replace(/(?<=[a-z)][.!?] )[a-z](?=[a-z']* )/g, (letter) => letter.toUpperCase());
}

const causeOpening = () =>
  /^(?:found )?(?:the )?(?:real |actual |root )*(?:issue|problem|cause|culprit)(?: (?:is|was|turned out to be))?(?: that)?\b[:\s–—-]+/i;
const causeIn = () =>
  /\b(?:root cause(?: (?:is|was))?:?|because|due to|caused by)\s+(.+?)(?=$|(?<!\.)\.\s|;\s| (?:also had|also|fix(?:ed)?\b|solution\b|resolved\b))/i;
const fixIn = () =>
  /(?:^|[.;)]\s|\s)(?:fix(?:ed)?(?: (?:was|by|with|is))?(?: to)?:?|solution:|resolved by|worked around by|workaround:)\s+(.+)$/i;
const adviceIn = () =>
  /(?:^|[.;]\s)(?:i |we )?(?:you (?:may |might |will )?(?:need|have) to|changed (?:it )?to(?: use)?|switched to|to fix (?:it|this),?) (\S.+)$/i;

/** What was made a rule of it is what helps the next time: "Now every script says never to …" */
const ruleIn = () => /[.;]\s+(now [^.;]*\b(?:never|always)\b[^.;]*)(?=[.;]|$)/i;

/** Of an error: what was seen, its cause and what put it right, as far as it was said. */
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
  const starts = [cause, withoutBrackets(cause), shorten(cause, MAX_CAUSE), symptom].filter(Boolean);
  const ends = [done, withoutBrackets(done), done.replace(/ (?:with|in|to|so|first)\b.*$/, "")];
  const titles = starts.flatMap((start) => ends.map((end) => `${start} → ${lowerFirst(end)}`));
  return makeTitle((done && titles.find((one) => one.length <= USUAL_TITLE && !one.includes("…"))) || cause);
}

/** Inside of a title. Names keep their case. */
export function lowerFirst(text: string): string {
  const isName = /^(?:I\b|\S*[A-Z]\S*[A-Z]|\S*[._/()\d])/.test(text);
  return isName ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

function withoutBrackets(line: string): string {
  return line.replace(/ \([^()]*\)/g, "");
}

/** Cut where a sentence ends, never in a quotation; only without such a place elsewhere, which then says so. */
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

/** What comes turns round or limits what stands before it: without it, the rest says something else. */
function isLimited(line: string, at: number): boolean {
  return /^[\s.!?;–—-]*(?:and |or )?(?:but|not|only|rather|until|unless|except|without|instead)\b/i.test(
    line.slice(at),
  );
}

/** In a quotation or in brackets. */
function isOpen(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  return count('"') % 2 === 1 || count("“") > count("”") || count("(") > count(")");
}

/** A quote with the sentence that its title rests on, whole where there is room; a cut says so. */
export function quoteAround(text: string, sentence: string, maxLength: number): string {
  const whole = plainLine(text);
  if (whole.length <= maxLength) return whole;
  const at = whole.indexOf(plainLine(sentence));
  const isShown = at + plainLine(sentence).length < maxLength;
  return clip(isShown || at <= 0 ? whole : `… ${whole.slice(at)}`, maxLength);
}

/** One line without control characters, invisible ones and whatever may be markup. */
export function plainLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const visible = withoutHidden(text);
  return (/[*_~#<>|[\]{}\\`]/.test(visible) ? withoutMarks(visible) : visible)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxLength);
}

/** Only what is markup for certain: `stash@{0}`, `~/.config` and `Array<string>` are what was said. */
function withoutMarks(line: string): string {
  return stripMarkup(line)
    .replaceAll("`", "")
    .replaceAll("<", "‹")
    .replace(/(?<!(?<!-)-)>/g, "›");
}

/** Code stays readable, but with signs that cannot act. */
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

/** Without the marks of a quotation or of brackets that never end. */
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

/** A terminal's sequences go as a whole: the rest of one would stay as letters. */
function withoutHidden(text: string): string {
  return stripEscapeSequences(text)
    .replace(/[\x00-\x1f\x7f-\x9f]+/g, " ")
    .replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g, "");
}

/** Cut at a word. */
function clip(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut.replace(/\s+\S{0,20}$/, "")}…`;
}
