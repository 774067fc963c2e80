// Where a name or a token begins and ends, and what stands ahead of it.

const MAX_NAME = 60;
const escapeEndPattern = (): RegExp => /^.*?(?:\\[nrt]|(?:\x1b|\\u001b|\\x1b|\\e|\\033)\[[\d;]*m)/is;

export function startOfName(text: string, noun: number): number {
  let start = noun;
  while (start > 0 && noun - start < MAX_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--;
  // The letter that ends an escape or a colour is not the name's.
  if (!"\\[;".includes(text[start - 1] ?? " ")) return start;
  const end = escapeEndPattern().exec(text.slice(Math.max(0, start - 8), noun));
  return end ? Math.max(start, start - Math.min(8, start) + end[0].length) : start;
}

/** Without the hyphen of an arrow. */
export function endOfName(text: string, noun: number): number {
  let end = noun;
  while (end - noun < MAX_NAME && isNameCharacter(text.charCodeAt(end))) end++;
  return text[end] === ">" && text[end - 1] === "-" ? end - 1 : end;
}

function isNameCharacter(code: number): boolean {
  return isRunCharacter(code) || code === 46;
}

/** Also a line of a diff, a numbered line, a line of a string in JSON, and an argument in quotes. */
const lineBeginPattern = (): RegExp =>
  /(?:[\r\n]|\\n|["'`])[ \t]*(?:\d{1,6}(?:→|\t|\\t|:)[ \t]*)?(?:(?:\x1b|\\u001b)\[[\d;]*m)*[+-]?[ \t]*(?:- |export |set |env |arg |\$env:)?["']?$/i;

export function beginsLine(text: string, at: number): boolean {
  const from = Math.max(0, at - 40);
  return lineBeginPattern().test((from === 0 ? "\n" : "") + text.slice(from, at));
}

/** A variable as a shell has it. */
export function isVariable(name: string): boolean {
  let at = name.startsWith("-") ? 1 : 0;
  if (!isCapital(name.charCodeAt(at))) return false;
  for (; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (!isCapital(code) && code !== 95 && !(code >= 48 && code <= 57)) return false;
  }
  return true;
}

export function isFlag(name: string): boolean {
  return name.startsWith("-");
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** A command that sets what is named after it: `ENV NAME value`, `set -gx NAME value`, `npm config set NAME value`. */
export function isSetByCommand(text: string, at: number): boolean {
  return /(?:\b|\\n)(?:ENV|setx|set(?: -[A-Za-z]{1,4}){0,2})[ \t]{1,4}[^\s=]{0,40}$/.test(
    text.slice(Math.max(0, at - 60), at),
  );
}

/** A secret longer than its rule knows is still one secret. */
export function endOfRun(text: string, from: number): number {
  let end = from;
  if (!isRunCharacter(text.charCodeAt(end - 1))) return end;
  while (isRunCharacter(text.charCodeAt(end))) end++;
  return end;
}

/** Letters, digits, underscore, hyphen. */
export function isRunCharacter(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45;
}
