import { describe, expect, test } from "bun:test";
import { redact, redactValue } from "../../../../src/text/redaction/redact.ts";
import { ADDRESSES } from "./attack/addresses.ts";
import { COMMANDS } from "./attack/commands.ts";
import { CUT_KEYS, JSON_KEYS } from "./attack/cut-keys.ts";
import { FILES } from "./attack/files.ts";
import { DISGUISED_KEYS } from "./attack/keys.ts";
import { LANGUAGES } from "./attack/languages.ts";
import { MIDLINE } from "./attack/midline.ts";
import { COOKIES, FLAGS, PROMPTS } from "./attack/more-commands.ts";
import { PRIVATE } from "./attack/private.ts";
import { HIDDEN_TOKENS } from "./attack/tokens.ts";
import { makeRandom } from "./random.ts";
import type { Sample } from "./sample-re2.ts";
import type { Surrounding } from "./surroundings.ts";

const ROUNDS = 4;
/** Shorter remains of a secret give nothing away. */
const SHORTEST = 5;

const TABLES = {
  "a value next to its name": MIDLINE,
  "a command": COMMANDS,
  "an address": ADDRESSES,
  "a settings file": FILES,
  "a token": HIDDEN_TOKENS,
  "a disguised key": DISGUISED_KEYS,
  "a truncated key": CUT_KEYS,
  "a key or token in JSON": JSON_KEYS,
  "a flag of a tool": FLAGS,
  "an answer to a prompt": PROMPTS,
  "a cookie": COOKIES,
  "a password in another language": LANGUAGES,
  "a private passage": PRIVATE,
};

const PLACES: readonly Surrounding[] = [
  { name: "alone", put: (text) => redact(text).text },
  { name: "among other lines", put: (text) => redact(`first line\n${text}\nlast line`).text },
  { name: "in JSON", put: (text) => redact(JSON.stringify({ output: `first\n${text}\nlast` })).text },
  { name: "in JSON in JSON", put: (text) => redact(JSON.stringify(JSON.stringify({ text }))).text },
  { name: "in a value", put: (text) => JSON.stringify(redactValue({ a: [{ b: text }] }).value) },
];

for (const [table, kinds] of Object.entries(TABLES))
  describe(`nothing is left of ${table}`, () => {
    for (const { name, make } of kinds)
      test(name, () => {
        const random = makeRandom(name.length);
        for (let round = 0; round < ROUNDS; round++) {
          const sample = make(random);
          for (const { name: place, put } of PLACES)
            expect([place, remainsOf(sample, put(sample.text))]).toEqual([place, []]);
        }
      });
  });

test("no two samples share a name, and there are at least 400", () => {
  const names = Object.values(TABLES).flatMap((kinds) => kinds.map(({ name }) => name));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.length).toBeGreaterThanOrEqual(400);
});

function remainsOf({ secret, lines }: Sample, redacted: string): string[] {
  const half = Math.ceil(secret.length / 2);
  const parts = lines ?? [secret, secret.slice(0, half), secret.slice(-half)];
  return parts.filter(
    (part) =>
      part.length >= SHORTEST &&
      (redacted.includes(part) || redacted.includes(JSON.stringify(part).slice(1, -1))),
  );
}
