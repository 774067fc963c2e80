// Tells from a value that was assigned to a secret's name whether it is that secret, or code, or prose.
import { measureEntropy } from "./entropy.ts";
import { isPlaceholder } from "./placeholder.ts";
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
