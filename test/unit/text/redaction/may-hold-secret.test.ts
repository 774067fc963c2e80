import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mayHoldSecret, mayValueHoldSecret } from "../../../../src/text/redaction/literal-scan.ts";
import { readLiterals } from "../../../../src/text/redaction/literals.generated.ts";
import { redact, redactValue } from "../../../../src/text/redaction/redact.ts";
import { runs } from "../../../helpers/runs.ts";
import { ADDRESSES } from "./attack/addresses.ts";
import { COMMANDS } from "./attack/commands.ts";
import { FILES } from "./attack/files.ts";
import { DISGUISED_KEYS } from "./attack/keys.ts";
import { MIDLINE } from "./attack/midline.ts";
import { PRIVATE } from "./attack/private.ts";
import { HIDDEN_TOKENS } from "./attack/tokens.ts";
import { makeRandom } from "./random.ts";
import { ASSIGNMENTS, QUOTED } from "./secret-assignments.ts";
import { KEYS } from "./secret-keys.ts";
import { TOKENS } from "./secret-tokens.ts";

const KINDS = [
  ...[ADDRESSES, COMMANDS, FILES, DISGUISED_KEYS, MIDLINE, PRIVATE, HIDDEN_TOKENS],
  ...[ASSIGNMENTS, QUOTED, KEYS, TOKENS],
].flat();

test.each(KINDS.map((kind) => [kind.name, kind] as const))("%s is never skipped", (name, { make }) => {
  const random = makeRandom(name.length);
  for (let round = 0; round < 4; round++) {
    const { text } = make(random);
    expect(mayHoldSecret(text)).toBe(true);
    expect(mayHoldSecret(`first\n${text}\nlast`)).toBe(true);
    expect(mayValueHoldSecret({ input: { a: [{ b: text }] } })).toBe(true);
    expect(mayValueHoldSecret({ input: { [text]: 1 } })).toBe(true);
  }
});

test.each([{ password: 123456 }, { DB_PASS: 4711 }, { a: [{ pwd: -9999 }] }, { secret: 31337, b: "x" }])(
  "a password of digits is never skipped: %j",
  (value) => {
    expect(mayValueHoldSecret(value)).toBe(true);
  },
);

describe("no rule matches a text that the scan skips", () => {
  const { buckets, ends } = readLiterals();
  const literals = ends.map((_, place) => buckets.slice(ends[place - 1] ?? 0).split("\t")[0] ?? "");
  const piece = fc.oneof(
    fc.constantFrom(...literals, "_passed", "_key", "=", ": ", '"', "'", "\\", "\n", "@", "://", "<", ">"),
    fc.string({ maxLength: 12 }),
    fc.stringMatching(/^[A-Za-z0-9]{8,40}$/),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

  test("in a text", () => {
    fc.assert(
      fc.property(text, (made) => redact(made).count === 0 || mayHoldSecret(made)),
      { numRuns: runs(10000) },
    );
  });

  test("in a value", () => {
    const leaf = fc.oneof(text, fc.integer(), fc.constantFrom(null, true));
    const value = fc.dictionary(
      text,
      fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(text, leaf, { maxKeys: 2 })),
      { maxKeys: 3 },
    );
    fc.assert(
      fc.property(value, (made) => redactValue(made).count === 0 || mayValueHoldSecret(made)),
      { numRuns: runs(5000) },
    );
  });
});

test('"passed" is not a password', () => {
  expect(mayHoldSecret("open: correctness_passed, QUALITY_PASSED (no evidence)")).toBe(false);
  expect(mayHoldSecret("correctness_passed: true, DB_PASS=4711x")).toBe(true);
});

test.each([
  { command: "ls" },
  { stdout: "total 12\ndrwxr-xr-x 3 me me 4096 src\n", stderr: "" },
  { file_path: "/work/app/src/parse.ts", old_string: "const a = 1;", new_string: "const a = 2;" },
])("ordinary calls are skipped: %j", (value) => {
  expect(mayValueHoldSecret(value)).toBe(false);
});
