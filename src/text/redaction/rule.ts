import { measureEntropy } from "./secret-value.ts";

/** One kind of secret that starts, or is announced, by a literal. */
export type Rule = {
  id: string;
  /** Lower case; every match starts with one of them, in either case (but see `before`). */
  starts: readonly string[];
  /** The secret is the last group that took part, else the whole match; nothing is consumed after it. */
  pattern: string;
  caseless?: boolean;
  /** A vendor's name that an assignment starts with; `pattern` is then the assigned value. */
  vendor?: string;
  /** The match must begin at a word boundary. */
  edge?: boolean;
  /** Bits per character: only a secret with more counts. */
  entropy?: number;
  needsDigit?: boolean;
  /** The rule applies only to a text that matches this. */
  needs?: string;
  /** The match begins this many characters ahead of the literal. */
  before?: number;
  /** From the literal on, so many characters must come without a space, quote or bracket: spares most attempts. */
  minRun?: number;
  /** A last check of what was found. */
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

/** Between a vendor's name and the value, as upstream has it, and with quotes that are escaped in JSON. */
const ASSIGNED =
  "[ \\t\\w.-]{0,20}(?:\\\\{0,7}[\\s'\"]){0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)(?:\\\\{0,7}[`'\"\\s=]){0,5}";

/** An escape, a percent code or a colour that ends in a letter does not join that letter to what follows. */
const escapeEndPattern = (): RegExp =>
  /(?:\\[nrtbfv0]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%[0-9a-f]{2}|(?:\u001b|\\u001b|\\x1b|\\e|\\033)\[[\d;]*m)$/i;

/** The secret that starts, with what announces it, at this place. */
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
