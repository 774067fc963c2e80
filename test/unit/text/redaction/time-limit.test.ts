import { afterEach, expect, test } from "bun:test";
import { redact } from "../../../../src/text/redaction/redact.ts";
import { redactionTime, searchInTime } from "../../../../src/text/redaction/time-limit.ts";

const TOKEN = ["ghp", "_", "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"].join("");

afterEach(() => {
  redactionTime.leftMs = Number.POSITIVE_INFINITY;
  redactionTime.ranOut = false;
});

test("a text that cannot be searched in time is withheld, and this is recorded", () => {
  redactionTime.leftMs = 0;
  expect(redact(`before ${TOKEN} after`)).toEqual({ text: "[redacted:not-searched]", count: 1 });
  expect(redactionTime.ranOut).toBe(true);
});

test("a text to which no rule applies needs no time", () => {
  redactionTime.leftMs = 0;
  expect(redact("a plain sentence")).toEqual({ text: "a plain sentence", count: 0 });
  expect(redactionTime.ranOut).toBe(false);
});

test("time used by one text is no longer available to the next", () => {
  redactionTime.leftMs = 1_000;
  const spin = (ms: number) => (check: () => void) => {
    for (const until = performance.now() + ms; performance.now() < until; ) check();
    return "done";
  };
  expect(searchInTime(1, spin(300))).toBe("done");
  expect(redactionTime.leftMs).toBeLessThan(701);
  expect(searchInTime(1, spin(5_000))).toBeNull();
  expect(redactionTime.leftMs).toBeLessThan(1);
});

test("each text has its own limit, and other errors are not treated as timeouts", () => {
  const endless = (check: () => void) => {
    for (;;) check();
  };
  expect(searchInTime(1, endless)).toBeNull();
  expect(() =>
    searchInTime(1, () => {
      throw new RangeError("a bug");
    }),
  ).toThrow("a bug");
});
