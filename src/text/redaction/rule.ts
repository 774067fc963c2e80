// Redaction rules, how they are matched, and which values are secrets.
import type { SecretKind } from "./secret-name.ts";

/** One kind of secret that starts with a literal or follows one. */
export type Rule = {
  id: string;
  /** Lower case; every match starts with one of them, in either case (but see `before`). */
  starts: readonly string[];
  /** The secret is the last group that matched, otherwise the whole match, and must end the match. */
  pattern: string;
  caseless?: boolean;
  /** A vendor's name that an assignment starts with; `pattern` is then the assigned value. */
  vendor?: string;
  /** The match must begin at a word boundary. */
  edge?: boolean;
  /** The minimum entropy of a secret, in bits per character. */
  entropy?: number;
  needsDigit?: boolean;
  /** The rule applies only to a text that matches this. */
  needs?: string;
  /** The match begins this many characters before the literal. */
  before?: number;
  /** Minimum characters from the literal on without a space, quote or bracket: avoids most attempts. */
  minRun?: number;
  /** A final check of the match. */
  isSecret?: (secret: string, match: RegExpExecArray) => boolean;
};

/** A rule for whole blocks, whose end a pattern cannot find. */
export type BlockRule = {
  id: string;
  starts: readonly string[];
  findBlocks: (text: string, at: number) => readonly Block[];
};

export type Block = { start: number; end: number };

export type SecretSpan = Block & { id: string };

export type RuleGroup = () => readonly (Rule | BlockRule)[];

/** A rule's number is its group's index times this, plus its index in the group. */
export const GROUP_SIZE = 32;

/** Between a vendor's name and the value: the upstream pattern, also with quotes escaped in JSON. */
const ASSIGNED =
  "[ \\t\\w.-]{0,20}(?:\\\\{0,7}[\\s'\"]){0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)(?:\\\\{0,7}[`'\"\\s=]){0,5}";

/** An escape, a percent code or a colour whose last letter is not part of the following word. */
const escapeEndPattern = (): RegExp =>
  /(?:\\[nrtbfv0]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%[0-9a-f]{2}|(?:\u001b|\\u001b|\\x1b|\\e|\\033)\[[\d;]*m)$/i;

/** The secret of a match at this literal. */
export function matchRule(rule: Rule, text: string, literalAt: number): Block | undefined {
  const at = literalAt - (rule.before ?? 0);
  if (at < 0 || (rule.edge && !hasEdge(text, at))) return undefined;
  const regex = compile(rule);
  regex.lastIndex = at;
  const match = regex.exec(text);
  if (!match) return undefined;
  const secret = match.findLast((group) => group !== undefined) ?? "";
  if (rule.entropy !== undefined && measureEntropy(secret) <= rule.entropy) return undefined;
  if (rule.needsDigit && !/\d/.test(secret)) return undefined;
  if (rule.needs !== undefined && !new RegExp(rule.needs, "i").test(text)) return undefined;
  if (rule.isSecret && !rule.isSecret(secret, match)) return undefined;
  const end = at + match[0].length;
  return { start: end - secret.length, end };
}

const compiled = new WeakMap<Rule, RegExp>();

function compile(rule: Rule): RegExp {
  const known = compiled.get(rule);
  if (known) return known;
  const { vendor, pattern } = rule;
  const source = vendor === undefined ? pattern : `${vendor}${ASSIGNED}(${pattern})(?![\\w+/=-])`;
  const regex = new RegExp(source, rule.caseless ? "iy" : "y");
  compiled.set(rule, regex);
  return regex;
}

function hasEdge(text: string, at: number): boolean {
  return (
    at === 0 ||
    !/\w/.test(text[at - 1] ?? "") ||
    escapeEndPattern().test(text.slice(Math.max(0, at - 16), at))
  );
}

type AssignedValue = {
  value: string;
  quoted: boolean;
  /** The assignment is a whole line, as in YAML, an .env file or a shell. */
  alone: boolean;
};

const pathPattern = (): RegExp =>
  /^(?:https?:|\.{0,2}\/)|^[\w./-]+\.(?:[jt]sx?|m[jt]s|json|ya?ml|py|go|rs|java|php|rb|sh|md|txt|pem|html?|css)$/;
/** A function call or a database type, but not one whose name contains a digit. */
const callPattern = (): RegExp =>
  /^[A-Za-z_$.]+\(.*\)(?:\.[\w.()]*)?;?$|^(?:\w*(?:sha|md|base|utf|char|int)\d*)\(|\w\(\)/i;
const expressionPattern = (): RegExp => /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)*[?!]?$/;
/** A capitalised word. */
const labelPattern = (): RegExp => /^[A-Z][a-z]+$/;
/** A type such as `PayloadU8`. */
const typePattern = (): RegExp => /^(?:[A-Z][a-z]+)+[A-Z]\d{1,3}$/;
const camelCasePattern = (): RegExp => /^[a-z]+\d*(?:[A-Z][a-z]+\d*)+$/;
const kebabCasePattern = (): RegExp => /^[A-Za-z]+(?:[-_.:/][A-Za-z]+)+$/;

/** False for code, prose and placeholders. */
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

/** Random text changes between letters and digits often, a name with a number only once or twice. */
export function looksRandom(value: string, changes: number): boolean {
  if (value.length < 8 || /\s/.test(value) || kebabCasePattern().test(value) || isCamelCase(value))
    return false;
  const changed = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  if (changed >= changes + (value.length < 12 ? 1 : 0)) return true;
  if (value.length < 16) return false;
  return measureEntropy(value) > (/\d/.test(value) ? 3.5 : 4) && hasMixedCase(value);
}

/** A key in base64 may begin with a slash too. */
function isPath(value: string): boolean {
  return (
    pathPattern().test(value) &&
    !(/^\/[\w+/]{30,}=*$/.test(value) && looksRandom(value.replaceAll("/", ""), 4))
  );
}

function isCamelCase(value: string): boolean {
  return camelCasePattern().test(value) && !hasMixedCase(value);
}

/** Camel case has words between its capitals, random text only about three characters. */
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

/** A reference to a value elsewhere, or a redaction. */
const referencePattern = (): RegExp =>
  /^(?:\[redacted:|\.{2,}|…|process\.|import\.meta|os\.|env[.([]|getenv|secrets?\.|vars?\.|this\.|self\.|config\.|op:\/\/|vault:|arn:|ssm:|file:)|\$\{|\{\{|\}\}|<\/|=>/i;
/** A variable, tag, colour, selector or format, by its first character. */
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

/** Changes between letters and digits, which phrases do not have. */
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
