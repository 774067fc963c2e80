import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { redact } from "../../../../src/text/redaction/redact.ts";
import { runs } from "../../../helpers/runs.ts";
import { ALNUM, makeRandom } from "./random.ts";
import { ASSIGNMENTS, QUOTED } from "./secret-assignments.ts";
import { KEYS } from "./secret-keys.ts";
import { TOKENS } from "./secret-tokens.ts";

const random = makeRandom(5);
const githubToken = `gh${"p_"}${random.text(ALNUM, 36)}`;
const word = random.text(ALNUM, 14);

describe("redacted text stays readable", () => {
  const cases: [text: string, redacted: string][] = [
    [`token ${githubToken}.`, "token [redacted:github-token]."],
    [`DB_PASSWORD=${word} run`, "DB_PASSWORD=[redacted:named-secret] run"],
    [`{"password":"${word}","user":"me"}`, '{"password":"[redacted:named-secret]","user":"me"}'],
    [`https://me:${word}@host/x`, "https://me:[redacted:url-password]@host/x"],
    [
      `https://host/?access_token=${word}&page=2`,
      "https://host/?access_token=[redacted:named-secret]&page=2",
    ],
    [`Authorization: Bearer ${word}`, "Authorization: Bearer [redacted:bearer-token]"],
    [`X-Api-Key: ${word}${word}\r\nHost: x`, "X-Api-Key: [redacted:named-secret]\r\nHost: x"],
    [`GITHUB_TOKEN=${githubToken}`, "GITHUB_TOKEN=[redacted:github-token]"],
    [`the password is ${word}`, "the password is [redacted:named-secret]"],
    [`curl -u admin:${word} https://host`, "curl -u admin:[redacted:command-password] https://host"],
  ];
  for (const [text, redacted] of cases)
    test(redacted, () => {
      expect(redact(text)).toEqual({ text: redacted, count: 1 });
    });

  test("a text without a secret is unchanged", () => {
    const text = "const answer = 42; // nothing to hide";
    expect(redact(text)).toEqual({ text, count: 0 });
  });

  test("a token longer than its rule expects is removed completely", () => {
    expect(redact(`${githubToken}${random.text(ALNUM, 300)} end`).text).toBe("[redacted:github-token] end");
  });

  test("each secret counts once, however many rules see it", () => {
    expect(redact(`export GITHUB_TOKEN="${githubToken}" # ${githubToken}`).count).toBe(2);
  });
});

describe("<private>", () => {
  const cases: [name: string, text: string, redacted: string][] = [
    ["is dropped with its content", "a <private>b\nc</private> d", "a [redacted:private] d"],
    [
      "is dropped each time",
      "<private>a</private><private>b</private>",
      "[redacted:private][redacted:private]",
    ],
    ["is dropped to the end if it is not closed", "a <private>b\nc", "a [redacted:private]"],
    [
      "is dropped with the tags inside it",
      "<private>a<private>b</private>c</private>d",
      "[redacted:private]d",
    ],
    ["is recognised in capitals and with spaces", "<PRIVATE >a</Private > b", "[redacted:private] b"],
    [
      "is recognised with escaped brackets",
      "\\u003cprivate\\u003ea\\u003c/private\\u003e b",
      "[redacted:private] b",
    ],
    ["is not a type parameter", "Map<privateKey, string>", "Map<privateKey, string>"],
  ];
  for (const [name, text, redacted] of cases)
    test(name, () => {
      expect(redact(text).text).toBe(redacted);
    });
});

describe("placeholders for a secret stay", () => {
  const values = [
    ...[
      "password: string",
      "token?: string;",
      "password = process.env.DB_PASSWORD",
      `token: $${"{{ secrets.TOKEN }}"}`,
    ],
    ...[
      `PASSWORD=$${"{PASSWORD}"}`,
      "PASSWORD=$DB_PASSWORD",
      "password: <your password>",
      'password: "********"',
    ],
    ...[
      "api_key=xxxxxxxxxxxxxxxx",
      "password=changeme",
      'apiKey: "YOUR_API_KEY"',
      "token = await getToken(id)",
    ],
    ...[
      "const token = tokens[index];",
      "token: this.token,",
      "if (token === null) return",
      'type: "password"',
    ],
    ...[
      'label: { password: "Password" }',
      "max_tokens=4096",
      "nextToken: page.nextToken",
      "https://user:password@host/",
    ],
    ...[
      "secretName: my-app-secret",
      "tokenizer = load('en')",
      "PASSWORD=\nUSER=me",
      "password: required",
      "passwordHash(value)",
    ],
    ...[
      `Authorization: \`Bearer $${"{token}"}\``,
      "authorization: string",
      "Basic authentication is off",
      "git@github.com:a/b.git",
    ],
    ...[
      "http://localhost:3000/a@b",
      "https://cdn.host/npm/package@1.2.3/file.js",
      "cookie: { secure: true }",
    ],
  ];
  for (const text of values)
    test(text.replaceAll("\n", "⏎"), () => {
      expect(redact(text)).toEqual({ text, count: 0 });
    });
});

describe("any text", () => {
  /** Random text never contains a secret, so pieces of secrets are mixed in. */
  const pieces = [...TOKENS, ...ASSIGNMENTS, ...QUOTED, ...KEYS].flatMap(({ make }) => {
    const { text } = make(random);
    return [text, text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))];
  });
  const marks = [
    "[redacted:",
    "[redacted:named-secret]",
    "<private>",
    "</private>",
    "\\u003d",
    "\\n",
    '"',
    "\\",
    "\n",
    " = ",
  ];
  const texts = fc
    .array(
      fc.oneof(
        fc.constantFrom(...pieces),
        fc.constantFrom(...marks),
        fc.string(),
        fc.string({ unit: "binary" }),
      ),
    )
    .map((parts) => parts.join(""));

  test("is redacted the same when it was already redacted", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = redact(text).text;
        expect(redact(once)).toEqual({ text: once, count: 0 });
      }),
      { numRuns: runs(500) },
    );
  });

  test("grows only by the redaction marks", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const redacted = redact(text);
        expect(redacted.text.length).toBeLessThanOrEqual(text.length + redacted.count * 60);
        expect(redacted.text.length).toBeLessThanOrEqual(text.length * 8 + 100);
      }),
    );
  });

  test("is unchanged if nothing was found", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const redacted = redact(text);
        expect(redacted.count > 0 || redacted.text === text).toBe(true);
      }),
    );
  });
});
