// Removes markup from a title where it clearly is markup, but never where it may be code.

/** Elements for layout; others (`<Suspense>`, `<button>`, `Array<string>`) may be what the line is about. */
const LAYOUT =
  "|a|b|big|blockquote|br|center|code|dd|del|details|div|dl|dt|em|font|h1|h2|h3|h4|h5|h6|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|small|span|strike|strong|sub|summary|sup|table|tbody|td|th|tr|tt|u|ul|";
const ACTIVE = "|embed|iframe|link|meta|object|script|style|svg|";

const tagPattern = () => /<\/?([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]{0,300})?)\/?>/g;
const commentPattern = () => /<!--.{0,500}?-->|<![A-Za-z][^<>]{0,200}>/g;
/** Tags with which the client marks its own text, and speakers are shown to a model. */
const clientTagPattern = () =>
  /<\s*\/?\s*(?:antml:[\w-]+|(?:system|assistant|human|user)(?:[-_:][\w:-]*)?|(?:function|tool|task|command|local-command|bash|teammate|ide|claude|hook)[-_:][\w:-]+|invoke|parameter|thinking|persisted-output|new-diagnostics|SYSTEM(?:[-_][A-Z_-]*)?|ASSISTANT|HUMAN|USER)(?:\s[^<>]{0,300})?\/?\s*>/g;
const codePattern = () => /(?<!`)(`{1,3})(?!`)([^`]{1,300})(?<!`)\1(?!`)/g;

const linkPattern = () => /(?<![\w)\]])!?\[([^[\]]{1,200})\]\((?=[^()\s]{0,300}[:/.#])[^()\s]{1,300}\)/g;
const OPENS = "(?<=^|[\\s(\"'“‘—–:,])";
const CLOSES = "(?=$|[\\s)\"'”’—–.,:;!?])";
/** The same mark on both sides of words, as in prose, unlike a glob, a product or `__init__`. */
const emphasisPatterns = () => [
  new RegExp(`${OPENS}(\\*{1,3}|~~)(?<words>[\\p{L}\\p{N}"'(\`<$@](?:[^*~]*[^\\s*~])?)\\1${CLOSES}`, "gu"),
  new RegExp(`${OPENS}_(?<words>\\p{L}(?:[^_<>=()]*[^\\s_<>=()])?)_${CLOSES}`, "gu"),
  new RegExp(`${OPENS}__(?<words>\\p{L}[^_]*\\s[^_]*[^\\s_])__${CLOSES}`, "gu"),
];

/** Headings, list items and quotations, unlike `#define`, `-rf` or `> 5 MB`. */
const leadPattern = () => /^\s*(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?|>+\s*(?=[\p{L}"'*_`#>]))+/u;

/** Returns one line. Stripping it again changes nothing. */
export function stripMarkup(text: string): string {
  let line = text.replace(/\s+/g, " ").trim();
  if (!mayBeMarked(line)) return line;
  for (;;) {
    const next = stripOnce(line);
    if (next === line) return line;
    line = next;
  }
}

const sequencePattern = () =>
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\u009c]{0,2000}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;

/** Removes terminal escape sequences. */
export function stripEscapeSequences(text: string): string {
  return text.includes("\u001b") || text.includes("\u009b") ? text.replace(sequencePattern(), "") : text;
}

function mayBeMarked(line: string): boolean {
  return /[<>`*_~#[]|^[-+•]/.test(line);
}

function stripOnce(text: string): string {
  const line = text
    .replace(clientTagPattern(), " ")
    .replace(codePattern(), (span, _, code: string) => (isPlainCode(code) ? code : span));
  return outsideCode(line, withoutMarks).replace(leadPattern(), "").replace(/\s+/g, " ").trim();
}

/** False for code that would be taken for markup without its backticks. */
function isPlainCode(code: string): boolean {
  return code.trim() === "" || withoutMarks(code) === code;
}

function outsideCode(line: string, change: (part: string) => string): string {
  let changed = "";
  let from = 0;
  for (const span of line.matchAll(codePattern())) {
    changed += change(line.slice(from, span.index)) + span[0];
    from = span.index + span[0].length;
  }
  return changed + change(line.slice(from));
}

function withoutMarks(part: string): string {
  const plain = part
    .replace(commentPattern(), " ")
    .replace(tagPattern(), (tag, name: string, more: string) => (isMarkup(name, more) ? " " : tag))
    .replace(linkPattern(), "$1");
  return emphasisPatterns().reduce((line, emphasis) => line.replace(emphasis, "$<words>"), plain);
}

/** `<T>` and `<B>` are types; `a <b and c> d` compares. */
function isMarkup(name: string, more: string): boolean {
  const isTyped = name !== name.toLowerCase() && (name.length === 1 || name !== name.toUpperCase());
  if (isTyped) return false;
  const word = `|${name.toLowerCase()}|`;
  if (ACTIVE.includes(word)) return true;
  return LAYOUT.includes(word) && (more.trim() === "" || more.includes("=") || more.trim() === "/");
}
