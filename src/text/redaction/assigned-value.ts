// The value that is assigned to a name: in quotes, in escaped quotes, or a word without brackets.
import { beginsLine, isFlag, isVariable } from "./name-place.ts";
import type { SecretName } from "./named-secret.ts";
import type { Block } from "./rule.ts";
import { isPlaceholder, isSecretValue, looksRandom } from "./secret-value.ts";

const QUOTE = "\\\\{0,7}[\"'`]";
const SPACE = "(?:\\s|\\\\{1,7}[nrt])";
const COLOUR = "(?:(?:\\x1b|\\\\{1,7}u001b)\\[[\\d;]{0,12}m)?";
/** `{"name": "DB_PASSWORD", "value": "…"}`, the same in YAML, and the default of a variable. */
const VALUE_KEY = `[,{:]?${SPACE}{0,20}${QUOTE}?(?:value|default|example)${QUOTE}?[ \\t]{0,5}[:=]`;
const TYPED = ":\\s{0,3}[&\\w<>[\\]| ]{1,30}?\\s=(?==?\\s)";
const SIGNS = `\\|\\|=?|\\?\\?=?|[!=]?={1,2}>?|->|→|[:?]=|:|,|%3[ad]|\\|(?= )|\\((?=${QUOTE})`;
const OPERATOR = `[ \\t]{0,5}(?:${VALUE_KEY}|${TYPED}|${SIGNS})|[ \\t](?:is|was|to):?[ \\t]|>|[ \\t]`;
/** A tag of YAML, a variable that comes first, a letter ahead of a string, a mark of bold text. */
const PREFIX = `(?:!!str[ \\t]|\\$\\{\\w{1,40}:?-|[bruf@]{1,2}(?=${QUOTE})|q{1,2}[{(]|\\*\\*[ \\t]?)?`;
const THREE_QUOTES = `(?:(?:\\\\{0,7}"){2}(?=\\\\{0,7}")|''(?='))?`;
const BLOCK = `[ \\t]{0,5}[|>][-+]?${SPACE}{1,20}`;
const GAP = `(?:${SPACE}{0,20}(?=${QUOTE})|${BLOCK}|[ \\t]{0,20})${COLOUR}${PREFIX}${THREE_QUOTES}`;
const QUOTED = "([\"'`])((?:\\\\[^\\r\\n]|(?!\\3)[^\\\\\\r\\n]){1,400})";
const ESCAPED = "(\\\\{1,7}[\"'`])((?:(?!\\5)[^\\r\\n]){1,400})";
const BARE = "([^\\s\\x1b\"'`,;<>(){}[\\]|&\\\\]{3,400})(?![^\\s\\x1b\"'`,;<>){}\\]|&\\\\])";

/** 1 what closes the name, 2 operator, 3 and 4 quoted, 5 and 6 quoted by an escape, 7 bare. */
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

/** Words, and nothing that a sentence has. */
function isPassphrase(value: string): boolean {
  return /^[a-z]{3,12}(?:[ -][a-z0-9]{1,12}){3,9}$/.test(value);
}

/** "pass" and "pw" are words of other things, too. */
function isShortNoun(name: string): boolean {
  const end = name.slice(-4).toLowerCase();
  return end === "pass" || end.endsWith("pw");
}

function hasSign(value: string): boolean {
  return /\d|[^\w\s.:-]/.test(value);
}

/** A variable of a shell, a flag of a command, a parameter of an address or of a connection. */
function isArgument(name: string, operator: string, ahead = " "): boolean {
  return operator === "=" && (isFlag(name) || isVariable(name) || "?&;".includes(ahead));
}
