import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { redactValue } from "../../../../src/text/redaction/redact.ts";
import { ALNUM, BASE64, makeRandom } from "./random.ts";

const random = makeRandom(11);
const token = `gh${"p_"}${random.text(ALNUM, 36)}`;
const word = random.text(ALNUM, 12);

describe("a value", () => {
  const cases: [name: string, value: unknown, redacted: unknown][] = [
    ["loses secrets at any depth", { a: [{ b: `x ${token}` }] }, { a: [{ b: "x [redacted:github-token]" }] }],
    ["loses secrets in its names", { [token]: 1 }, { "[redacted:github-token]": 1 }],
    [
      "loses a value whose name says that it is secret",
      { password: word },
      { password: "[redacted:named-secret]" },
    ],
    [
      "stays a value when a password is a tiny number",
      { password: 5e-324, port: 80 },
      { password: "[redacted:named-secret]", port: 80 },
    ],
    [
      "loses a password of digits",
      { pin: 1, password: 123456 },
      { pin: 1, password: "[redacted:named-secret]" },
    ],
    [
      "loses a value whose neighbour says that it is secret",
      { name: "DB_PASSWORD", value: word },
      { name: "DB_PASSWORD", value: "[redacted:named-secret]" },
    ],
    [
      "loses secrets inside a JSON string",
      { text: JSON.stringify({ password: word }) },
      { text: '{"password":"[redacted:named-secret]"}' },
    ],
    [
      "keeps values that are not text",
      { a: 1, b: true, c: null, d: [], e: {} },
      { a: 1, b: true, c: null, d: [], e: {} },
    ],
    [
      "does not let a private passage of one text affect others",
      { a: "x <private>y", b: "z" },
      { a: "x [redacted:private]", b: "z" },
    ],
  ];
  for (const [name, value, redacted] of cases)
    test(name, () => {
      expect(redactValue(value).value).toEqual(redacted);
    });

  test("loses a private key whose lines are separate texts", () => {
    const lines = [
      `-----BEGIN ${"PRIVATE"} KEY-----`,
      random.text(BASE64, 64),
      `-----END ${"PRIVATE"} KEY-----`,
    ];
    expect(redactValue({ lines, after: 1 }).value).toEqual({ lines: ["[redacted:private-key]"], after: 1 });
  });

  test("loses a secret whose letters are written as escapes", () => {
    const hidden = `{"pass\\u0077ord":"${word}"}`;
    const { value } = redactValue({ hidden, note: "stays" });
    expect(value).toMatchObject({ note: "stays" });
    expect(JSON.stringify(value)).not.toContain(word);
  });

  test("reports how many secrets were removed", () => {
    expect(redactValue({ a: token, b: [token], password: word }).count).toBe(3);
  });
});

test("any JSON value stays JSON, and is redacted the same a second time", () => {
  const values = fc
    .jsonValue()
    .map((value) => ({ value, password: word, list: [token, "password=", "<private>"] }));
  fc.assert(
    fc.property(values, (value) => {
      const once = redactValue(value);
      expect(once.count).toBeGreaterThan(0);
      expect(JSON.parse(JSON.stringify(once.value))).toEqual(once.value);
      expect(redactValue(once.value)).toEqual({ value: once.value, count: 0 });
    }),
  );
});

test("a value that JSON cannot represent does not fail", () => {
  const loop: Record<string, unknown> = { token, big: 1n, none: undefined };
  loop.loop = loop;
  expect(redactValue(loop)).toEqual({
    value: { token: "[redacted:github-token]", big: 1n, none: undefined, loop: "[redacted:too-deep]" },
    count: 2,
  });
});

test("endless nesting is cut off", () => {
  let deep: unknown = token;
  for (let depth = 0; depth < 1000; depth++) deep = [deep];
  expect(JSON.stringify(redactValue(deep).value)).toContain("[redacted:too-deep]");
});
