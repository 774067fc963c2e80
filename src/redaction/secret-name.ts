// Tells from a name whether what is assigned to it is a secret, and of which kind.

/** A password is made by a person and may be a word; a token is made by a machine and never is. */
export type SecretKind = "password" | "token";

const PASSWORD =
  /(?:^|[a-z])(?:passw(?:or)?d|passwort|passphrase|passcode|pwd|secret)s?$|^(?:db|user|smtp|my|root|store|key)?pass$|^p(?:w|sk)$/;
const TOKEN = /(?:token|apikey|accesskey|secretkey|privatekey|authkey|accountkey|sharedkey|credential)s?$/;
/** What makes a "key" a secret one. */
const KEY_OF =
  /^(?:api|access|account|admin|app|auth|aws|client|deploy|encrypt(?:ion)?|hmac|licen[cs]e|master|private|rest|s3|secret|service|session|shared|sign(?:ing)?|ssh|storage|stripe|webhook|openai|anthropic|gemini|google|aes|jwt|server|validation|decryption|preshared)$/;
/** What makes a "token" a public one. */
const PUBLIC =
  /^(?:next|page|continuation|continue|cancel(?:lation)?|public|syntax|max|min|num|total|stop|pad|eos|bos|end|start|first|last|prev|previous|current|input|output|prompt|completion|cached?|type|count)$/;
/** Parts that may follow the noun without changing what the value is. */
const SUFFIX =
  /^(?:\d+|v\d*|prod(?:uction)?|dev(?:elopment)?|test|staging|live|sandbox|main|base|old|new|primary|secondary|current|data|raw|plain|plaintext|value|override|default)$/;

/** A text has few names, many times each. */
const known = new Map<string, SecretKind | undefined>();
const MOST_KNOWN = 500;

export function kindOfName(name: string): SecretKind | undefined {
  const before = known.get(name);
  if (before !== undefined || known.has(name)) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const kind = readKind(name);
  known.set(name, kind);
  return kind;
}

function readKind(name: string): SecretKind | undefined {
  const parts = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((part) => part.toLowerCase());
  while (parts.length > 1 && SUFFIX.test(parts.at(-1) ?? "")) parts.pop();
  const noun = parts.at(-1) ?? "";
  const of = parts.at(-2) ?? "";
  if (PASSWORD.test(noun)) return noun === "pw" && /^\d/.test(of) ? undefined : "password";
  if (TOKEN.test(noun)) return PUBLIC.test(of) ? undefined : "token";
  if (noun === "key" || noun === "keys") return KEY_OF.test(of) ? "token" : undefined;
  if (noun === "auth" && parts.length === 1) return "token";
  return undefined;
}
