// Judges by a name whether its value is a secret, and of which kind. Without regular expressions, because this is often the only
// part of redaction that a hook reaches, and a process's first pattern is slow.

/** A password is chosen by a person and may be a word; a token is generated and never is. */
export type SecretKind = "password" | "token";

const PASSWORDS = ["password", "passwd", "passwort", "passphrase", "passcode", "pwd", "secret"];
const SHORT_PASSWORDS = " pass dbpass userpass smtppass mypass rootpass storepass keypass pw psk ";
const TOKENS = [
  "token",
  "apikey",
  "accesskey",
  "secretkey",
  "privatekey",
  "authkey",
  "accountkey",
  "sharedkey",
  "credential",
];
/** What makes a "key" a secret one. */
const KEY_OF =
  " api access account admin app auth aws client deploy encrypt encryption hmac licence license master private rest s3 " +
  "secret service session shared sign signing ssh storage stripe webhook openai anthropic gemini google aes jwt server " +
  "validation decryption preshared ";
/** What makes a "token" a public one. */
const PUBLIC =
  " next page continuation continue cancel cancellation public syntax max min num total stop pad eos bos end start first " +
  "last prev previous current input output prompt completion cache cached type count ";
/** Parts that may follow the noun without changing its meaning. */
const SUFFIXES =
  " v prod production dev development test staging live sandbox main base old new primary secondary current data raw " +
  "plain plaintext value override default ";

/** A cache, because a text repeats few names many times. */
const known = new Map<string, SecretKind | undefined>();
const MAX_KNOWN = 500;

export function kindOfName(name: string): SecretKind | undefined {
  const before = known.get(name);
  if (before !== undefined || known.has(name)) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const kind = readKind(splitName(name));
  known.set(name, kind);
  return kind;
}

function readKind(parts: readonly string[]): SecretKind | undefined {
  let last = parts.length - 1;
  while (last > 0 && isSuffix(parts[last] ?? "")) last--;
  const noun = parts[last] ?? "";
  const of = parts[last - 1] ?? "";
  if (SHORT_PASSWORDS.includes(` ${noun} `)) return isDigit(of.charCodeAt(0)) ? undefined : "password";
  const one = noun.endsWith("s") ? noun.slice(0, -1) : noun;
  if (endsInOne(one, PASSWORDS)) return "password";
  if (endsInOne(one, TOKENS)) return PUBLIC.includes(` ${of} `) ? undefined : "token";
  if (one === "key") return of !== "" && KEY_OF.includes(` ${of} `) ? "token" : undefined;
  return noun === "auth" && last === 0 ? "token" : undefined;
}

function endsInOne(noun: string, endings: readonly string[]): boolean {
  for (const ending of endings) if (noun.endsWith(ending)) return true;
  return false;
}

function isSuffix(part: string): boolean {
  return isDigit(part.charCodeAt(0)) || SUFFIXES.includes(` ${part} `);
}

/** The words of a name in lower case, the same for `dbPassword2` and `DB_PASSWORD_2`. */
function splitName(name: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (part !== "" && beginsPart(name, at)) {
      parts.push(part.toLowerCase());
      part = "";
    }
    if (isDigit(code) || isCapital(code) || isSmall(code)) part += name[at];
  }
  if (part !== "") parts.push(part.toLowerCase());
  return parts;
}

function beginsPart(name: string, at: number): boolean {
  const code = name.charCodeAt(at);
  const before = name.charCodeAt(at - 1);
  if (isDigit(code)) return !isDigit(before);
  if (isCapital(code)) return !isCapital(before) || isSmall(name.charCodeAt(at + 1));
  return isSmall(code) ? isDigit(before) : true;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

const MAX_NAME = 60;
const escapeEndPattern = (): RegExp => /^.*?(?:\\[nrt]|(?:\x1b|\\u001b|\\x1b|\\e|\\033)\[[\d;]*m)/is;

export function startOfName(text: string, noun: number): number {
  let start = noun;
  while (start > 0 && noun - start < MAX_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--;
  // The last letter of an escape or a colour is not part of the name.
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

/** Also matches in diffs, numbered lines, JSON strings and quoted arguments. */
const lineBeginPattern = (): RegExp =>
  /(?:[\r\n]|\\n|["'`])[ \t]*(?:\d{1,6}(?:→|\t|\\t|:)[ \t]*)?(?:(?:\x1b|\\u001b)\[[\d;]*m)*[+-]?[ \t]*(?:- |export |set |env |arg |\$env:)?["']?$/i;

export function beginsLine(text: string, at: number): boolean {
  const from = Math.max(0, at - 40);
  return lineBeginPattern().test((from === 0 ? "\n" : "") + text.slice(from, at));
}

/** A shell variable in upper case. */
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

/** Whether a command before the name sets it: `ENV NAME value`, `set -gx NAME value`, `npm config set NAME value`. */
export function isSetByCommand(text: string, at: number): boolean {
  return /(?:\b|\\n)(?:ENV|setx|set(?: -[A-Za-z]{1,4}){0,2})[ \t]{1,4}[^\s=]{0,40}$/.test(
    text.slice(Math.max(0, at - 60), at),
  );
}

/** The end of the token, which may be longer than its rule expects. */
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
