// Finds the value that is assigned to a secret's name: in quotes, in escaped quotes, or bare.
import type { SecretName } from "./named-secret.ts";
import { type Block, isPlaceholder, isSecretValue, looksRandom } from "./rule.ts";
import { beginsLine, isFlag, isVariable } from "./secret-name.ts";

const QUOTE = "\\\\{0,7}[\"'`]";
const SPACE = "(?:\\s|\\\\{1,7}[nrt])";
const COLOUR = "(?:(?:\\x1b|\\\\{1,7}u001b)\\[[\\d;]{0,12}m)?";
/** `{"name": "DB_PASSWORD", "value": "…"}`, the same in YAML, and the default of a variable. */
const VALUE_KEY = `[,{:]?${SPACE}{0,20}${QUOTE}?(?:value|default|example)${QUOTE}?[ \\t]{0,5}[:=]`;
const TYPED = ":\\s{0,3}[&\\w<>[\\]| ]{1,30}?\\s=(?==?\\s)";
const SIGNS = `\\|\\|=?|\\?\\?=?|[!=]?={1,2}>?|->|→|[:?]=|:|,|%3[ad]|\\|(?= )|\\((?=${QUOTE})`;
const OPERATOR = `[ \\t]{0,5}(?:${VALUE_KEY}|${TYPED}|${SIGNS})|[ \\t](?:is|was|to):?[ \\t]|>|[ \\t]`;
/** A YAML tag, a variable with a default, a string prefix, or a mark of bold text. */
const PREFIX = `(?:!!str[ \\t]|\\$\\{\\w{1,40}:?-|[bruf@]{1,2}(?=${QUOTE})|q{1,2}[{(]|\\*\\*[ \\t]?)?`;
const THREE_QUOTES = `(?:(?:\\\\{0,7}"){2}(?=\\\\{0,7}")|''(?='))?`;
const BLOCK = `[ \\t]{0,5}[|>][-+]?${SPACE}{1,20}`;
const GAP = `(?:${SPACE}{0,20}(?=${QUOTE})|${BLOCK}|[ \\t]{0,20})${COLOUR}${PREFIX}${THREE_QUOTES}`;
const QUOTED = "([\"'`])((?:\\\\[^\\r\\n]|(?!\\3)[^\\\\\\r\\n]){1,400})";
const ESCAPED = "(\\\\{1,7}[\"'`])((?:(?!\\5)[^\\r\\n]){1,400})";
const BARE = "([^\\s\\x1b\"'`,;<>(){}[\\]|&\\\\]{3,400})(?![^\\s\\x1b\"'`,;<>){}\\]|&\\\\])";

/** Groups: 1 what closes the name, 2 operator, 3 and 4 quoted, 5 and 6 with escaped quotes, 7 bare. */
const makePattern = () =>
  new RegExp(`${COLOUR}((?:${QUOTE}\\]?|\\*\\*)?)(${OPERATOR})${GAP}(?:${QUOTED}|${ESCAPED}|${BARE})`, "iy");
let pattern: RegExp | undefined;

export function findAssignedValue(secret: SecretName): Block | undefined {
  pattern ??= makePattern();
  pattern.lastIndex = secret.end;
  const match = pattern.exec(secret.text);
  if (!match) return undefined;
  const [whole, closing = "", operator = "", , quoted, , escaped, bare] = match;
  const value = quoted ?? escaped ?? bare ?? "";
  const end = secret.end + whole.length;
  const after = secret.text.slice(end, end + 2);
  return isAssigned(secret, { value, quoted: bare === undefined, closing, operator, after })
    ? { start: end - value.length, end }
    : undefined;
}

type Assignment = { value: string; quoted: boolean; closing: string; operator: string; after: string };

function isAssigned(secret: SecretName, { value, quoted, closing, operator, after }: Assignment): boolean {
  const { text, start, name, kind } = secret;
  if (isShortNoun(name) && !hasSign(value)) return false;
  switch (operator.trim()) {
    case "":
      if (closing !== "") return false;
      if (isFlag(name)) return isSecretValue(kind, { value, quoted, alone: true });
      return hasSign(value) && isSecretValue(kind, { value, quoted, alone: false });
    case ">":
      return (
        after === "</" && text[start - 1] === "<" && isSecretValue(kind, { value, quoted: true, alone: true })
      );
    case ",":
      return closing !== "" && quoted && looksRandom(value, 2);
    case "(":
      return /\d/.test(value) && isSecretValue(kind, { value, quoted, alone: false });
    case "|":
      return (
        text[start - 2] === "|" && /\d/.test(value) && isSecretValue(kind, { value, quoted, alone: false })
      );
    case "||":
    case "??":
      return quoted && isSecretValue(kind, { value, quoted, alone: false });
    case "is":
    case "is:":
    case "was":
    case "was:":
    case "to":
      return (
        looksRandom(value, 2) ||
        (kind === "password" && /^(?=.*\d)[^-./]{5,}$/.test(value) && !isPlaceholder(value))
      );
  }
  if (operator === "=" && quoted && isVariable(name) && isPassphrase(value)) return true;
  const alone = isArgument(name, operator, text[start - 1])
    ? /^(?:[\s\x1b"'`\\&;]|$)/.test(after)
    : !operator.startsWith(" ") && beginsLine(text, start) && /^(?:[\r\n\x1b"'`\\]|$)/.test(after);
  return isSecretValue(kind, { value, quoted, alone });
}

/** Several lower-case words without punctuation. */
function isPassphrase(value: string): boolean {
  return /^[a-z]{3,12}(?:[ -][a-z0-9]{1,12}){3,9}$/.test(value);
}

/** "pass" and "pw" have other meanings too. */
function isShortNoun(name: string): boolean {
  const end = name.slice(-4).toLowerCase();
  return end === "pass" || end.endsWith("pw");
}

function hasSign(value: string): boolean {
  return /\d|[^\w\s.:-]/.test(value);
}

/** A shell variable, a flag, or a parameter of an address or a connection string. */
function isArgument(name: string, operator: string, ahead = " "): boolean {
  return operator === "=" && (isFlag(name) || isVariable(name) || "?&;".includes(ahead));
}

/** A quote between letters does not end the value. */
const valuePattern = (): RegExp =>
  /(?![=:])[^\s\x1b"'`\\]{2,200}(?:(?<=\w)["'](?=\w)[^\s\x1b"'`\\]{1,100}){0,3}/y;
const elementPattern = (): RegExp => /(>(?:<!\[CDATA\[)?)([^\s<>]{4,400}?)(?:\]\]>)?<\\{0,7}\//y;
/** An identifier followed by a bracket, as in code. */
const codeStartPattern = (): RegExp => /^(?:[A-Za-z_$][\w$]*(?:(?:[?!]?\.|->|::)[A-Za-z_$][\w$]*)*)?[([{<]/;
/** Names of functions and types that contain a digit. */
const digitNamePattern = (): RegExp => /sha\d|md5|base\d|b64|utf|int\d|float\d|uuid|crypt/i;
const memberPattern = (): RegExp => /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+[,;)]/;
const operatorsPattern = (): RegExp => /=>|[=!]==?|&&|\|\||::|->|\?\.|\+=|\+\+/;

/** An unquoted value with any characters anywhere in a line, such as `DB_PASSWORD=a(b,c`. */
export function findUnquotedValue(secret: SecretName): Block | undefined {
  const { text, start, end, name, kind } = secret;
  const sign = text.charAt(end);
  if (!"=: \t".includes(sign) || sign === "" || (sign !== "=" && sign !== ":" && !isFlag(name)))
    return undefined;
  let from = end + 1;
  if (sign !== "=") while (from < end + 20 && " \t".includes(text.charAt(from))) from++;
  const valueForm = valuePattern();
  valueForm.lastIndex = from;
  const all = valueForm.exec(text)?.[0];
  if (all === undefined || !/\d|[^\w.,:;/-]/.test(all)) return undefined;
  const begins = beginsLine(text, start);
  const value = begins && all.length > 7 ? all : endSensibly(all, sign);
  const sure = isVariable(name) || (isFlag(name) && sign !== ":");
  if (value.length < 4 || isPlaceholder(value) || !/[A-Za-z]/.test(value) || isFolder(name, value))
    return undefined;
  if (!/\d/.test(value) && !(sure && sign === "=" && kind === "password" && /[^\w.,:;/-]/.test(value)))
    return undefined;
  if (isCode(value, text.slice(from + value.length, from + value.length + 200), sure)) return undefined;
  if (!sure && !(begins && sign === "=") && /^[\w$.]*[,;]?$/.test(value)) return undefined;
  if (!begins && !sure && !isLoose(text[start - 1], value)) return undefined;
  if (kind === "token" && !begins && !looksRandom(value, sure ? 2 : 3)) return undefined;
  return { start: from, end: from + value.length };
}

/** `<password>…</password>`, with any characters except angle brackets. */
export function findElementValue({ text, start, end }: SecretName): Block | undefined {
  if (text[end] !== ">" || text[start - 1] !== "<") return undefined;
  const elementForm = elementPattern();
  elementForm.lastIndex = end;
  const [, open = "", value = ""] = elementForm.exec(text) ?? [];
  if (!/\d/.test(value) || /^[$#]?\{[\w.:-]*\}$/.test(value) || isPlaceholder(value.replace(/^\{/, "")))
    return undefined;
  return { start: end + open.length, end: end + open.length + value.length };
}

/** The variables for the working folder. */
function isFolder(name: string, value: string): boolean {
  return /^(?:OLD)?PWD$/.test(name) && value.startsWith("/");
}

/** Cuts off the next pair, a closing bracket and trailing punctuation. */
function endSensibly(value: string, sign: string): string {
  const pair = sign === "=" ? value.search(/[;&,|](?:[\w.-]{1,40}=|[&|])/) : -1;
  let end = pair < 0 ? value.length : pair;
  while (end > 0 && ",;.:".includes(value[end - 1] ?? "")) end--;
  for (const [open, close] of ["()", "[]", "{}"].map((pairOf) => [...pairOf]))
    if (value[end - 1] === close && !value.slice(0, end).includes(open ?? "")) end--;
  return value.slice(0, end);
}

/** `rest`: the following text. For a shell variable, only a name without a digit counts as a call. */
function isCode(value: string, rest: string, sure: boolean): boolean {
  const begin = codeStartPattern().exec(value)?.[0];
  if (begin === undefined) return !sure && (operatorsPattern().test(value) || memberPattern().test(value));
  if (sure && /\d/.test(begin) && !digitNamePattern().test(begin)) return false;
  const close = { "(": ")", "[": "]", "{": "}", "<": ">" }[begin.at(-1) ?? ""] ?? "";
  const line = value.slice(begin.length) + (/^[^\r\n]*/.exec(rest)?.[0] ?? "");
  const end = line.indexOf(close);
  // In code, no letter directly follows the closing bracket of a call.
  return end < 0 ? line === "" : !/\w/.test(line.charAt(end + 1));
}

/** A lower-case name may be code, so the value must not end like code. */
function isLoose(ahead: string | undefined, value: string): boolean {
  return (ahead === undefined || /[\s?&;]/.test(ahead)) && !/[;(){}]$/.test(value);
}
