// `password = "…"`, `"apiKey": "…"`, `TOKEN=…`, `--token …`, `<secret>…</secret>`, in any language, also escaped.
import { isPlaceholder } from "./placeholder.ts";
import type { Rule } from "./rule.ts";
import { kindOfName } from "./secret-name.ts";
import { isSecretValue, looksRandom } from "./secret-value.ts";

const QUOTE = "\\\\{0,7}[\"'`]";
/** `{"name": "DB_PASSWORD", "value": "…"}`, and the same in YAML. */
const VALUE_KEY = `,?\\s{0,20}${QUOTE}?value${QUOTE}?[ \\t]{0,5}[:=]`;
const TYPED = ":\\s{0,3}[&\\w<>[\\]| ]{1,30}?\\s=(?==?\\s)";
const OPERATOR = `[ \\t]{0,5}(?:${VALUE_KEY}|${TYPED}|[!=]?={1,2}>?|[:?]=|:|,|%3[ad])|[ \\t](?:is|was|to)[ \\t]|>|[ \\t]`;
const GAP = "(?:\\s{0,20}(?=\\\\{0,7}[\"'`])|[ \\t]{0,5}[|>][-+]?\\s{1,20}|[ \\t]{0,5})";
const QUOTED = "([\"'`])((?:\\\\[^\\r\\n]|(?!\\4)[^\\\\\\r\\n]){1,400})";
const ESCAPED = "(\\\\{1,7}[\"'`])((?:(?!\\6)[^\\r\\n]){1,400})";
const BARE = "([^\\s\\x1b\"'`,;<>(){}[\\]|&\\\\]{3,400})(?![^\\s\\x1b\"'`,;<>){}\\]|&\\\\])";

const NOUNS =
  "passw passphrase _pass dbpass pwd secret token credential _auth api_key api-key apikey api.key access_key access-key " +
  "accesskey account_key accountkey auth_key authkey client_key client-key deploy_key encryption_key encryptionkey " +
  "license_key licensekey master_key masterkey private_key private-key privatekey service_key session_key shared_key " +
  "sharedkey signing_key signingkey storage_key stripe_key openai_key anthropic_key gemini_key";

export const listNameRules = (): readonly Rule[] => [
  {
    id: "named-secret",
    starts: NOUNS.split(" "),
    // 1 name, 2 what closes it, 3 operator, 4 and 5 quoted, 6 and 7 quoted by an escape, 8 bare
    pattern: `([\\w.-]{3,60})((?:${QUOTE}\\]?)?)(${OPERATOR})${GAP}(?:${QUOTED}|${ESCAPED}|${BARE})`,
    caseless: true,
    judge: isNamedSecret,
  },
  {
    id: "named-secret",
    starts: NOUNS.split(" "),
    // A line of its own, whose value may have any sign in it.
    pattern: "([\\w.-]{3,60})(?:=|: ?)([^\\s\\x1b\"'`\\\\]{8,400})(?=[\\s\\x1b\"'`\\\\]|$)",
    caseless: true,
    judge: isSecretLine,
  },
];

function isNamedSecret(value: string, match: RegExpExecArray): boolean {
  const { index, input } = match;
  const [whole, rest = "", closing = "", operator = ""] = match;
  const start = startOfName(input, index);
  const name = input.slice(start, index) + rest;
  const kind = kindOfName(name);
  if (!kind) return false;
  const quoted = match[8] === undefined;
  const after = input.slice(index + whole.length, index + whole.length + 2);
  switch (operator.trim()) {
    case "":
      return name.startsWith("--") && closing === "" && isSecretValue(kind, { value, quoted, alone: true });
    case ">":
      return (
        after === "</" &&
        input[start - 1] === "<" &&
        isSecretValue(kind, { value, quoted: true, alone: true })
      );
    case ",":
      return closing !== "" && quoted && looksRandom(value, 2);
    case "is":
    case "was":
    case "to":
      return (
        looksRandom(value, 2) ||
        (kind === "password" && /^(?=.*\d)[^-./]{5,}$/.test(value) && !isPlaceholder(value))
      );
  }
  const alone = isArgument(name, operator, input[start - 1])
    ? /^(?:[\s\x1b"'`\\&;]|$)/.test(after)
    : !operator.startsWith(" ") && beginsLine(input, start) && /^(?:[\r\n\x1b"'`\\]|$)/.test(after);
  return isSecretValue(kind, { value, quoted, alone });
}

function isSecretLine(value: string, { index, input, 1: rest = "" }: RegExpExecArray): boolean {
  const start = startOfName(input, index);
  if (!/[A-Za-z]/.test(value) || !/\d/.test(value) || /^[A-Za-z_$.]*[([{<|&]/.test(value)) return false;
  return (
    kindOfName(input.slice(start, index) + rest) !== undefined &&
    !isPlaceholder(value) &&
    beginsLine(input, start)
  );
}

function startOfName(text: string, noun: number): number {
  let start = noun;
  while (start > 0 && noun - start < 60 && /[\w.-]/.test(text[start - 1] ?? "")) start--;
  // The letter that ends an escape or a colour is not the name's.
  const end = ESCAPE_END.exec(text.slice(Math.max(0, start - 8), noun));
  return end ? Math.max(start, start - Math.min(8, start) + end[0].length) : start;
}

/** A variable of a shell, a flag of a command, a parameter of an address or of a connection. */
function isArgument(name: string, operator: string, ahead = ""): boolean {
  return operator === "=" && (/^--|^-?[A-Z][A-Z0-9_]*$/.test(name) || /[?&;]/.test(ahead));
}

const ESCAPE_END = /^.*?(?:\\[nrt]|(?:\x1b|\\u001b|\\x1b|\\e|\\033)\[[\d;]*m)/is;

/** Also a line of a diff, a numbered line, a line of a string in JSON, and an argument in quotes. */
const LINE_BEGIN =
  /(?:[\r\n]|\\n|["'`])[ \t]*(?:\d{1,6}(?:→|\t|\\t|:)[ \t]*)?(?:(?:\x1b|\\u001b)\[[\d;]*m)*[+-]?[ \t]*(?:- |export |set |env |arg |\$env:)?["']?$/i;

function beginsLine(text: string, at: number): boolean {
  const from = Math.max(0, at - 40);
  return LINE_BEGIN.test((from === 0 ? "\n" : "") + text.slice(from, at));
}
