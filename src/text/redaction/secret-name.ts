// Whether a value assigned to a name is a secret, and of which kind, judged by the name. Without regular expressions: this
// is often the only part of redaction that a hook reaches, where the first use of one costs more than all of this.

/** A password is made by a person and may be a word; a token is made by a machine and never is. */
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
/** Parts that may follow the noun without changing what the value is. */
const SUFFIXES =
  " v prod production dev development test staging live sandbox main base old new primary secondary current data raw " +
  "plain plaintext value override default ";

/** A text has few names, many times each. */
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

/** The words of a name, in lower case: `dbPassword2` and `DB_PASSWORD_2` have the same. */
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
