// `DB_PASSWORD=a(b,c` anywhere in a line: a value without quotes that has any sign in it.
import { beginsLine, isFlag, isVariable } from "./name-place.ts";
import type { SecretName } from "./named-secret.ts";
import type { Block } from "./rule.ts";
import { isPlaceholder, looksRandom } from "./secret-value.ts";

/** A quote between letters ends no string. */
const valuePattern = (): RegExp =>
  /(?![=:])[^\s\x1b"'`\\]{2,200}(?:(?<=\w)["'](?=\w)[^\s\x1b"'`\\]{1,100}){0,3}/y;
const elementPattern = (): RegExp => /(>(?:<!\[CDATA\[)?)([^\s<>]{4,400}?)(?:\]\]>)?<\\{0,7}\//y;
/** An identifier, and a bracket of a program after it. */
const codeStartPattern = (): RegExp => /^(?:[A-Za-z_$][\w$]*(?:(?:[?!]?\.|->|::)[A-Za-z_$][\w$]*)*)?[([{<]/;
/** Functions that have a digit in their names. */
const digitNamePattern = (): RegExp => /sha\d|md5|base\d|b64|utf|int\d|float\d|uuid|crypt/i;
const memberPattern = (): RegExp => /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+[,;)]/;
const operatorsPattern = (): RegExp => /=>|[=!]==?|&&|\|\||::|->|\?\.|\+=|\+\+/;

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

/** `<password>…</password>`, with any sign but brackets of its kind. */
export function findElementValue({ text, start, end }: SecretName): Block | undefined {
  if (text[end] !== ">" || text[start - 1] !== "<") return undefined;
  const elementForm = elementPattern();
  elementForm.lastIndex = end;
  const [, open = "", value = ""] = elementForm.exec(text) ?? [];
  if (!/\d/.test(value) || /^[$#]?\{[\w.:-]*\}$/.test(value) || isPlaceholder(value.replace(/^\{/, "")))
    return undefined;
  return { start: end + open.length, end: end + open.length + value.length };
}

/** The working folder, as every environment has it. */
function isFolder(name: string, value: string): boolean {
  return /^(?:OLD)?PWD$/.test(name) && value.startsWith("/");
}

/** Not the pair after it, nor what closes a bracket or a sentence. */
function endSensibly(value: string, sign: string): string {
  const pair = sign === "=" ? value.search(/[;&,|](?:[\w.-]{1,40}=|[&|])/) : -1;
  let end = pair < 0 ? value.length : pair;
  while (end > 0 && ",;.:".includes(value[end - 1] ?? "")) end--;
  for (const [open, close] of ["()", "[]", "{}"].map((pairOf) => [...pairOf]))
    if (value[end - 1] === close && !value.slice(0, end).includes(open ?? "")) end--;
  return value.slice(0, end);
}

/** `rest` is what follows in the line. Of a shell's variable, a call is only believed when its name is a word. */
function isCode(value: string, rest: string, sure: boolean): boolean {
  const begin = codeStartPattern().exec(value)?.[0];
  if (begin === undefined) return !sure && (operatorsPattern().test(value) || memberPattern().test(value));
  if (sure && /\d/.test(begin) && !digitNamePattern().test(begin)) return false;
  const close = { "(": ")", "[": "]", "{": "}", "<": ">" }[begin.at(-1) ?? ""] ?? "";
  const line = value.slice(begin.length) + (/^[^\r\n]*/.exec(rest)?.[0] ?? "");
  const end = line.indexOf(close);
  // No program has a letter right after the bracket that closes a call.
  return end < 0 ? line === "" : !/\w/.test(line.charAt(end + 1));
}

/** A name in lower case may be a program's: then the value must have what a program has not. */
function isLoose(ahead: string | undefined, value: string): boolean {
  return (ahead === undefined || /[\s?&;]/.test(ahead)) && !/[;(){}]$/.test(value);
}
