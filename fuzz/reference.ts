// A strict recogniser of JSON, with which the scanner is compared.

export type Recognised =
  /** The first `end` bytes are one JSON object or array. */
  | { kind: "complete"; end: number }
  /** Valid so far, but incomplete. */
  | { kind: "cut" }
  | { kind: "invalid" };

/** `end` null: valid so far, but incomplete. */
type Token = { end: number | null } | "wrong";
type Expected = "value" | "first value" | "key" | "first key" | "colon" | "comma";

const CUT: Recognised = { kind: "cut" };
const INVALID: Recognised = { kind: "invalid" };
const BYTE_ORDER_MARK = "\xef\xbb\xbf";

// Sticky patterns. The text is Latin-1, one character per byte.
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const CUT_NUMBER = /-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*|(?:\.[0-9]+)?[eE][+-]?[0-9]*)?)?$/y;
const WORD = /true|false|null/y;
const CUT_WORD = /(?:t|tr|tru|f|fa|fal|fals|n|nu|nul)$/y;

export function recogniseJson(bytes: Uint8Array): Recognised {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const open: string[] = [];
  let expected: Expected = "value";
  // A decoder removes one byte order mark.
  let at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for (;;) {
    at = endOf(SPACE, text, at) ?? at;
    const character = text[at];
    if (character === undefined) return CUT;
    const wantsValue: boolean = expected === "value" || expected === "first value";
    if (wantsValue && (character === "{" || character === "[")) {
      open.push(character);
      expected = character === "{" ? "first key" : "first value";
      at++;
    } else if (character === "}" || character === "]") {
      const [opener, empty] = character === "}" ? ["{", "first key"] : ["[", "first value"];
      if (open.pop() !== opener || (expected !== empty && expected !== "comma")) return INVALID;
      at++;
      if (open.length === 0) return { kind: "complete", end: at };
      expected = "comma";
    } else if (expected === "comma" && character === ",") {
      expected = open.at(-1) === "{" ? "key" : "value";
      at++;
    } else if (expected === "colon" && character === ":") {
      expected = "value";
      at++;
    } else if (open.length > 0 && expected !== "comma" && expected !== "colon") {
      const token = wantsValue ? readValue(text, at) : readString(text, at);
      if (token === "wrong") return INVALID;
      if (token.end === null) return CUT;
      at = token.end;
      expected = wantsValue ? "comma" : "colon";
    } else return INVALID;
  }
}

function readValue(text: string, at: number): Token {
  if (text[at] === '"') return readString(text, at);
  if (endOf(CUT_NUMBER, text, at) !== null || endOf(CUT_WORD, text, at) !== null) return { end: null };
  const end = endOf(NUMBER, text, at) ?? endOf(WORD, text, at);
  return end === null ? "wrong" : { end };
}

function readString(text: string, at: number): Token {
  if (text[at] !== '"') return "wrong";
  for (let i = at + 1; i < text.length; i++) {
    const character = text[i] ?? "";
    if (character === '"') return { end: i + 1 };
    if (character < " ") return "wrong";
    if (character !== "\\") continue;
    const end = endOf(ESCAPE, text, i);
    if (end === null) return endOf(CUT_ESCAPE, text, i) === null ? "wrong" : { end: null };
    i = end - 1;
  }
  return { end: null };
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
