// Whether a value assigned to a secret's name is that secret, or rather code, prose or a placeholder.
import type { SecretKind } from "./secret-name.ts";

export type AssignedValue = {
  value: string;
  quoted: boolean;
  /** The assignment is all there is, as in a line of YAML, an .env file or a shell. */
  alone: boolean;
};

const pathPattern = (): RegExp =>
  /^(?:https?:|\.{0,2}\/)|^[\w./-]+\.(?:[jt]sx?|m[jt]s|json|ya?ml|py|go|rs|java|php|rb|sh|md|txt|pem|html?|css)$/;
/** A call of a function, or a type of a database; not one whose name has a digit in it. */
const callPattern = (): RegExp =>
  /^[A-Za-z_$.]+\(.*\)(?:\.[\w.()]*)?;?$|^(?:\w*(?:sha|md|base|utf|char|int)\d*)\(|\w\(\)/i;
const expressionPattern = (): RegExp => /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)*[?!]?$/;
/** A capitalised word. */
const labelPattern = (): RegExp => /^[A-Z][a-z]+$/;
/** A type of a program: `PayloadU8`. */
const typePattern = (): RegExp => /^(?:[A-Z][a-z]+)+[A-Z]\d{1,3}$/;
const camelCasePattern = (): RegExp => /^[a-z]+\d*(?:[A-Z][a-z]+\d*)+$/;
const kebabCasePattern = (): RegExp => /^[A-Za-z]+(?:[-_.:/][A-Za-z]+)+$/;

export function isSecretValue(kind: SecretKind, { value, quoted, alone }: AssignedValue): boolean {
  if (isPlaceholder(value) || isPath(value)) return false;
  if (kind === "token") return looksRandom(value, quoted || alone ? 2 : 3);
  if (quoted) return isQuotedPassword(value);
  if (!expressionPattern().test(value))
    return value.length > 3 && !/^[:=]/.test(value) && /[^\w.:/-]|\d/.test(value);
  if (value.includes(".") || isCamelCase(value) || (!alone && typePattern().test(value))) return false;
  return alone
    ? value.length > 3 && !labelPattern().test(value)
    : value.length > 5 && /[a-z]\d|\d[a-z]/i.test(value);
}

/** Random text changes between letters and digits often; a name with a number in it does so once or twice. */
export function looksRandom(value: string, changes: number): boolean {
  if (value.length < 8 || /\s/.test(value) || kebabCasePattern().test(value) || isCamelCase(value))
    return false;
  const changed = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  if (changed >= changes + (value.length < 12 ? 1 : 0)) return true;
  if (value.length < 16) return false;
  return measureEntropy(value) > (/\d/.test(value) ? 3.5 : 4) && hasMixedCase(value);
}

/** A key in base64 may begin with a slash, too. */
function isPath(value: string): boolean {
  return (
    pathPattern().test(value) &&
    !(/^\/[\w+/]{30,}=*$/.test(value) && looksRandom(value.replaceAll("/", ""), 4))
  );
}

function isCamelCase(value: string): boolean {
  return camelCasePattern().test(value) && !hasMixedCase(value);
}

/** Camel case has words between its capitals; random text has three characters or so. */
function hasMixedCase(value: string): boolean {
  const parts = value.match(/[A-Z]?[a-z]+|[A-Z]|\d/g)?.length ?? 0;
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && value.length / parts < 3.3;
}

function isQuotedPassword(value: string): boolean {
  if (value.length < 4 || kebabCasePattern().test(value) || isCamelCase(value)) return false;
  if (/=>|<\/|^(?:[{[]|[+,.)] ?\w+[.(])/.test(value) || callPattern().test(value)) return false;
  if (/\s/.test(value)) return /^\S+\s\S+$/.test(value) && /\d|^[a-z]+ [a-z]+$/.test(value);
  return !labelPattern().test(value);
}

/** Read from elsewhere, or a mark. */
const referencePattern = (): RegExp =>
  /^(?:\[redacted:|\.{2,}|…|process\.|import\.meta|os\.|env[.([]|getenv|secrets?\.|vars?\.|this\.|self\.|config\.|op:\/\/|vault:|arn:|ssm:|file:)|\$\{|\{\{|\}\}|<\/|=>/i;
/** A sign that a variable, a tag, a colour, a selector or a format begins with, and no more than that behind it. */
const sigilPattern = (): RegExp =>
  /^(?:\$(?:[^\w]|\w+(?:-?$|->|[^\w!#%^&*@~+?-]))|%(?:[^\w]|[A-Za-z](?:$|\W)|\w+%)|<(?:[^>]*$|[^>]*>\W*$)|@(?:[{(]|[A-Za-z_./-]+$)|&(?:\W|\w+;?$)|!(?:\W|[A-Za-z]+(?:$|[.(:[ ]))|#(?:\W|[A-Za-z_-]+$|[0-9a-fA-F]{3,8}$)|[({](?:.*[)}]|[^)}]*)$|\*(?:\W|[A-Za-z_.]+$)|[$%<@&!#({*]$)/;
const maskPattern = (): RegExp => /^[x*•·.#_-]+$|^(.)\1+$|[x*•]{4,}/i;
const phrasePattern = (): RegExp =>
  /^(?:your|my|the|our|some|an?|insert|replace|enter|put|use|set|get|add|fill|provide|choose)[-_ .]|^(?:example|sample|dummy|fake|placeholder|todo)[-_ .]|[-_ .](?:here|placeholder|example)$|not[-_ ]?set|change[-_ ]?me/i;
const ownNamePattern = (): RegExp => /^(?:your|my)(?:[A-Z][a-z]+)+$/;

const WORDS =
  " any array bool boolean byte bytes char date enum false float func function int integer interface nil none null " +
  "number object optional option str string symbol true type undefined unknown void never record promise required " +
  "readonly default empty example sample dummy fake mock test tests testing temp todo tbd foo bar baz foobar pass " +
  "password passwords passwd pwd passphrase secret secrets token tokens key keys apikey api_key value name text " +
  "hidden masked invalid wrong redacted removed placeholder changeme changeit here bearer basic digest auth oauth oauth2 jwt user " +
  "username admin root new async await const let var return export import from yes no on off ";

export function isPlaceholder(value: string): boolean {
  return (
    WORDS.includes(` ${value.toLowerCase()} `) ||
    referencePattern().test(value) ||
    ("$%<@&!#({*".includes(value.charAt(0)) && sigilPattern().test(value)) ||
    maskPattern().test(value) ||
    (phrasePattern().test(value) && !hasManyChanges(value)) ||
    ownNamePattern().test(value)
  );
}

/** Between letters and digits, as no phrase has them. */
function hasManyChanges(value: string): boolean {
  return (value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) > 2;
}

/** Bits per character (Shannon). */
export function measureEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
