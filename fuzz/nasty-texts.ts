// `bun fuzz/nasty-texts.ts BYTES` redacts texts of that size that are made to keep a rule busy. A separate process, so that it can
// be killed.
import { OWN_GROUPS } from "../src/text/redaction/own-rules.ts";
import { redact } from "../src/text/redaction/redact.ts";
import { RULE_GROUPS } from "../src/text/redaction/rules.generated.ts";

const size = Number(process.argv[2]);

/** Texts after a literal, to get as far into its rule as possible. */
const TAILS = ["", '="', "a1", "=a1/", "=a1(", " : "];

const FAMILIES = [
  ...[
    "a",
    "0",
    "A",
    " ",
    "\n",
    "\\",
    '"',
    "'",
    "=",
    ":",
    "-",
    "/",
    "@",
    ".",
    "<",
    "{",
    "%",
    "\u0000",
    "é",
    "😀",
  ],
  ...["<private>", "<private></private><private>", "</private>", "\\u003cprivate\\u003e", "\\u0041"],
  ...[
    `-----BEGIN ${"PRIVATE"} KEY-----`,
    `-----END ${"PRIVATE"} KEY-----`,
    "-----BEGIN ",
    "Private-Lines: 1\n",
  ],
  ...[
    `-----BEGIN ${"PRIVATE"} KEY-----\nabcdefghijklmnopqrst\n`,
    `abcdefghijklmnopqrst\n-----END ${"PRIVATE"} KEY-----\n`,
  ],
  ...[
    "kind: Secret\n",
    "kind: Secret\ndata:\n  a: aaaa\n",
    "data:\nkind: Secret\n",
    '{"kind":"Secret","data":{"a":"aaaa"}}',
  ],
  ...[
    'password="',
    "password='\\",
    'password=\\"',
    "password: ",
    "password: a | ",
    "token: string | ",
    "token, value: ",
  ],
  ...[
    "://a:",
    "://a:b@",
    "https://a:b",
    "a:b@tcp(",
    "?key=a1&",
    "curl -u ",
    "curl curl ",
    "mysql -",
    "login a password ",
  ],
  ...[
    "cookie: a=b;",
    "cookie=",
    "cookie: a=",
    "authorization: a ",
    "Authorization: Bearer ",
    "basic aaaaaaaa",
    "auth=aaaa",
  ],
  ...[
    "eyJ",
    "eyJaaaaaaaaaa.",
    "sk-",
    "facebook 123456789012345",
    "[redacted:named-secret]",
    "password=[redacted:",
  ],
  ...[
    "_pw=",
    "DB_PASSWORD=a1(",
    "pw='a'a",
    "secret>a1",
    "token\n value",
    "--token a1(",
    "password=\u001b[0m",
    "pwd||'",
  ],
  ...[
    "LS0tLS1CRUdJTiBSU0Eg",
    "$6$a$",
    "echo a1b2c3 | ",
    "*:*:a:",
    '<private a="',
    "%3a%2f%2fa%3a",
    "mnemonic: abc abc ",
  ],
];

const literals = new Set(
  [...OWN_GROUPS, ...RULE_GROUPS].flatMap((list) => list().flatMap(({ starts }) => starts)),
);
let done = 0;
for (const family of FAMILIES) run(fill(family, size));
for (const literal of literals) for (const tail of TAILS) run(fill(literal + tail, size / 64));
console.log(`${done} texts`);

function run(text: string): void {
  redact(text);
  done++;
}

function fill(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}
