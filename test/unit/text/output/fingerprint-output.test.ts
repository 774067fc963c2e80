import { expect, test } from "bun:test";
import fc from "fast-check";
import { fingerprintOutput } from "../../../../src/text/output/fingerprint-output.ts";
import { listOutputs, readOutput } from "./read-output.ts";

const digits = (most: number) => fc.integer({ min: 0, max: most }).map(String);
const padded = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, "0"));
const hex = (length: number) =>
  fc
    .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length })
    .map((text) => `a1${text.slice(2)}`);
const clock = fc.tuple(padded(23), padded(59), padded(59)).map((parts) => parts.join(":"));
const date = fc
  .tuple(fc.integer({ min: 1990, max: 2090 }), padded(11), padded(27))
  .map((parts) => parts.join("-"));
const name = fc.string({ unit: fc.constantFrom(..."abcXYZ019_-."), minLength: 1, maxLength: 12 });

/** What a run says about itself, each in a sentence in the style of tools. */
const VOLATILE: Record<string, fc.Arbitrary<string>> = {
  "a duration in brackets": digits(99_999).map((n) => `(${n}ms)`),
  "a fraction of a second": digits(99_999).map((n) => `finished in 0.${n}s`),
  "minutes and seconds": fc.tuple(digits(90), digits(59)).map(([m, s]) => `real ${m}m${s}.123s`),
  "seconds in words": digits(9_999).map((n) => `took ${n} seconds`),
  "a field of milliseconds": digits(99_999).map((n) => `duration_ms: ${n}.25`),
  "a time of day": clock.map((time) => `[${time}] started`),
  "a time of day with a fraction": fc.tuple(clock, digits(999)).map(([time, ms]) => `at ${time}.${ms}`),
  "a date": date.map((day) => `on ${day} it`),
  "a date and time": fc.tuple(date, clock).map(([day, time]) => `${day}T${time}.123Z`),
  "a Go date": fc.tuple(date, clock).map(([day, time]) => `${day.replaceAll("-", "/")} ${time} log`),
  "a date in words": fc
    .tuple(digits(27), clock)
    .map(([day, time]) => `Mon Mar ${Number(day) + 1} ${time} 2025`),
  "milliseconds since 1970": fc
    .integer({ min: 1_500_000_000_000, max: 1_999_999_999_999 })
    .map((n) => `stamp ${n}`),
  "a port": fc
    .integer({ min: 1024, max: 65_535 })
    .map((port) => `http://localhost:${port}/ 127.0.0.1:${port} port ${port}`),
  "an address": hex(12).map((address) => `object at 0x${address}`),
  "a process": digits(4_000_000).map((pid) => `pid ${pid} [PID: ${pid}] (node:${pid}) ==${pid}==`),
  "a goroutine": digits(999).map((n) => `goroutine ${n} [running]:`),
  "a Rust thread": digits(99_999).map((n) => `thread 'main' (${n}) panicked`),
  "a UUID": fc.uuid().map((id) => `run ${id}`),
  "a hash": hex(40).map((hash) => `commit ${hash}`),
  "a short hash": hex(8).map((hash) => `bundle-${hash}.js`),
  "a temporary folder": fc.tuple(name, name).map(([a, b]) => `see /tmp/${a}/${b}`),
  "a macOS temporary folder": fc.tuple(name, name).map(([a, b]) => `'/private/var/folders/${a}/T/${b}'`),
  "a seed": fc.integer().map((seed) => `Randomized with seed ${seed}, { seed: ${seed} }`),
  "a percentage": digits(100).map((n) => `${n}% done, ${n}.5 % covered`),
  "a size": digits(999).map((n) => `${n}.5 kB ${n} MiB ${n}MB`),
  "a colour": digits(255).map((n) => `\u001b[38;5;${n}mcoloured\u001b[0m`),
  "a width": fc.integer({ min: 1, max: 60 }).map((n) => `a${" ".repeat(n)}b`),
};

/** Lines that come and go between two runs. */
const PASSING = fc.oneof(
  digits(99).map((n) => `✓ passes ${n} (${n}ms)`),
  digits(99).map((n) => `Downloading ${n} of 99`),
  digits(99).map((n) => `[${n}/99] Building`),
  digits(99).map((n) => `${n}%\r${n}%\r100%`),
  fc.constantFrom("", "........", "======", "ok 3 - fine", "npm warn old lockfile"),
  digits(999).map((n) => `[… ${n} bytes left out …]`),
);

const failure = fc.record({
  file: fc.constantFrom("src/cart.ts", "lib/a-b.py", "/opt/shop/x.go", "a.c"),
  line: fc.integer({ min: 1, max: 9999 }),
  column: fc.integer({ min: 1, max: 200 }),
  code: fc.constantFrom("TS2322", "E0308", "F401", "no-undef", "ERR_ASSERTION"),
  test: fc.constantFrom("adds up", "multiplies by count"),
  failed: fc.integer({ min: 1, max: 999 }),
});
type Failure = typeof failure extends fc.Arbitrary<infer T> ? T : never;

function print({ file, line, column, code, test, failed }: Failure): string[] {
  return [
    `${file}:${line}:${column}: error ${code}: it is wrong`,
    `${file}(${line},${column}): error ${code}`,
    `FAIL cart > ${test}`,
    `  ${line}:${column}  error  it is wrong  ${code}`,
    `Tests: ${failed} failed, 12 passed`,
  ];
}

test.each(Object.entries(VOLATILE))("%s does not matter", (_, arbitrary) => {
  fc.assert(
    fc.property(failure, arbitrary, arbitrary, fc.nat(5), (failed, one, other, at) => {
      const alone = (noise: string) =>
        [...print(failed).slice(0, at), noise, ...print(failed).slice(at)].join("\n");
      const beside = (noise: string) =>
        print(failed)
          .map((line) => `${line} ${noise}`)
          .join("\n");
      expect(fingerprintOutput(1, alone(one))).toBe(fingerprintOutput(1, alone(other)));
      expect(fingerprintOutput(1, beside(one))).toBe(fingerprintOutput(1, beside(other)));
    }),
  );
});

test("passed tests, progress and banners may come and go, and the order may change", () => {
  const runs = fc.tuple(failure, fc.array(PASSING)).chain(([failed, passing]) => {
    const lines = [...print(failed), ...passing];
    return fc.tuple(fc.constant(failed), fc.shuffledSubarray(lines, { minLength: lines.length }));
  });
  fc.assert(
    fc.property(runs, ([failed, lines]) => {
      expect(fingerprintOutput(1, lines.join("\n"))).toBe(fingerprintOutput(1, print(failed).join("\n")));
    }),
  );
});

test("another place, code, test, count or exit code is another failure, whatever else the run prints", () => {
  const noise = fc.array(fc.oneof(...Object.values(VOLATILE)), { maxLength: 4 });
  fc.assert(
    fc.property(failure, failure, noise, (one, other, lines) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      const output = (failed: Failure) => [...lines, ...print(failed), ...lines].join("\n");
      expect(fingerprintOutput(1, output(one))).not.toBe(fingerprintOutput(1, output(other)));
      expect(fingerprintOutput(1, output(one))).not.toBe(fingerprintOutput(2, output(one)));
    }),
  );
});

test.each([
  ["a line", "a.ts:3:9: error: x", "a.ts:4:9: error: x"],
  ["a column", "  10:22  error  x", "  10:23  error  x"],
  ["a line in brackets", "a.ts(3,9): error TS2322", "a.ts(3,10): error TS2322"],
  ["a line in words", 'File "a.py", line 3, in f', 'File "a.py", line 4, in f'],
  ["an error code", "error TS2322: x", "error TS2345: x"],
  ["a count of failures", "3 failed, 10 passed in 2.1s", "2 failed, 11 passed in 2.1s"],
  ["a count in a sentence", "failed to process 3 files", "failed to process 4 files"],
  ["a count of errors", "Found 3 errors.", "Found 2 errors."],
  ["a value", "expected 6 but was 2", "expected 6 but was 3"],
  ["a name", "not ok 3 - adds", "not ok 3 - removes"],
  ["how often", "error: x", "error: x\nerror: x"],
  ["a word in unknown output", "the moon is full", "the moon is new"],
])("%s matters", (_, one, other) => {
  expect(fingerprintOutput(1, one)).not.toBe(fingerprintOutput(1, other));
});

test("the same failure in another copy of the project is the same", () => {
  const at = (root: string) =>
    fingerprintOutput(1, `${root}/src/a.ts:3:9: error: x\nat f (file://${root}/src/a.ts:3:9)\nin ${root}\n`, [
      "/home/dev",
      "",
      root,
    ]);
  expect(at("/home/dev/shop")).toBe(at("/tmp/holdfast work/copy 2"));
  expect(at("/home/dev/shop")).toBe(at("/home/dev/shop/.git/worktrees/base"));
});

test("without any output the fingerprint is that of the exit code", () => {
  expect(fingerprintOutput(1, "")).toBe(fingerprintOutput(1, "\n\n"));
  expect(fingerprintOutput(1, "")).not.toBe(fingerprintOutput(null, ""));
});

test("no two recorded outputs have the same fingerprint", () => {
  const prints = listOutputs().map((tool) => fingerprintOutput(1, readOutput(tool)));
  expect(new Set(prints).size).toBe(prints.length);
});
