// Computes a fingerprint that is the same for the same failure: it ignores what differs from run to run (times, durations,
// addresses) and includes what is about the code (file:line, codes, counts, test names).
import { TRUNCATION_MARKER } from "./head-and-tail.ts";
import { plainLines } from "./plain-lines.ts";

// Line numbers change when a file is edited, and totals when something is fixed.
const POSITION = /(?<=[\w)\]])(?::\d+)+|\(\d+(?:,\d+)?\)|\[\d+,\d+\]|\bline \d+|^\d+:\d+(?=\s)/g;
const TOTAL =
  /\b\d+ (?:\w+ )?(?:problems?|errors?|warnings?|tests?|failures?|failed|failing|passed|passing|files?|suites?)\b/i;

/** `roots`: absolute paths of the project, which are removed, so that the folder does not matter. */
export function fingerprintOutput(
  exitCode: number | null,
  output: string,
  roots: readonly string[] = [],
): string {
  // Parallel tests report in any order.
  const lines = findEvidenceLines(output, roots).toSorted();
  return Bun.hash(`${exitCode}\n${lines.join("\n")}`).toString(36);
}

/** The lines that say why a command failed, with varying parts masked. */
function findEvidenceLines(output: string, roots: readonly string[]): string[] {
  const plain = plainLines(output);
  const relevant = dropNoise(plain);
  const longestFirst = roots.toSorted((a, b) => b.length - a.length);
  return (relevant.length > 0 ? relevant : plain)
    .map((line) => normalise(line, longestFirst))
    .filter((line) => line !== "");
}

function normalise(line: string, roots: readonly string[]): string {
  const local = roots.reduce((text, root) => withoutRoot(text, root), line);
  return applyMasks(local, MASKS).replace(/\s+/g, " ").trim();
}

function withoutRoot(text: string, root: string): string {
  const bare = root.endsWith("/") ? root.slice(0, -1) : root;
  return bare === "" ? text : text.replaceAll(`${bare}/`, "").replaceAll(bare, ".");
}

/** True when every complaint in `now` is also in `before`. `roots`: folders in which either may have run. */
export function isOldFailure(now: string, before: string, roots: readonly string[]): boolean {
  // The part left out could contain anything.
  if (TRUNCATION_MARKER.test(now) || TRUNCATION_MARKER.test(before)) return false;
  const [lines, known] = [now, before].map((output) =>
    findEvidenceLines(output, roots).flatMap(findComplaint),
  );
  const counts = new Map<string, number>();
  for (const line of known ?? []) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of lines ?? []) {
    const left = counts.get(line) ?? 0;
    if (left === 0) return false;
    counts.set(line, left - 1);
  }
  return (lines ?? []).length > 0;
}

/** Empty for a total. */
function findComplaint(line: string): string[] {
  const text = line.replace(POSITION, "");
  return text === line && TOTAL.test(line) ? [] : [text];
}

/** Lines that say nothing about the failure. One list for all tools, because a command often runs several. */
const NOISE: readonly RegExp[] = [
  // Horizontal rules, carets, brackets.
  /^[^\p{L}\p{N}]*$/u,
  TRUNCATION_MARKER,

  // Package managers and script runners.
  /^npm warn\b/i,
  /^npm (?:ERR!|error)(?: |$)(?:$|code (?:ELIFECYCLE|\d+)|errno|path|workspace|location|command|Lifecycle script|A complete log|\S*\.log$)/,

  // Tests that passed or were skipped.
  /^\s*(?:[✓✔√↓○]|\(pass\)|\(skip\)|ok\s+\d+\b|ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS\b|--- (?:PASS|SKIP):?|=== (?:RUN|PAUSE|CONT|NAME)\b)/,
  /(?:\.\.\. (?:ok|ignored|skipped)\b.*|\b(?:PASSED|SKIPPED|XFAIL|XPASS)(?:\s+\[\s*\d+%\])?)$/,
  /\b(?:FAILED|ERROR)\s+\[\s*\d+%\]$/,
  /^\s*\?\s+\S+\s+\[no test files\]/,

  // Progress.
  /^[.FEsSxXRIWPUN,*!-]{2,}(?:\s*\[\s*\d+%\]|\s*\d+ \/ \d+ \(\s*\d+%\))?$/,
  /^\[\s*\d+(?:\/\d+|%)\s*\]/,
  /^(?:\s*\S+\s+)?\d{1,3}%(?:\s|$)/,
  /^[⠀-⣿◐◓◑◒]/u,
  /^\s*(?:Compiling|Checking|Downloading|Downloaded|Resolving|Fetching|Updating|Locking|Installing|Building|Finished|Running|Doc-tests|Blocking|Fresh|Linking) (?!.*(?:error|fail))/i,
  /^(?:> Task :\S+(?! FAILED)(?: UP-TO-DATE| NO-SOURCE| SKIPPED)?$|Starting a Gradle Daemon|Welcome to Gradle|Deprecated Gradle features|To honour the JVM|Daemon will be stopped)/,

  // Headers.
  /^\s*● Console$|^\s*console\.(?:log|info|warn|error|debug)$|^std(?:out|err) \| \S/,
  /^⎯*\[\d+\/\d+\]⎯*$|^node:\S+:\d+$|^\s*generatedMessage: /,
  /^(?:bun test v|TAP version|PHPUnit \d|Runtime:|Configuration:|Node\.js v|Randomized with seed|Run options:|Test run started)/,
  /^(?:platform \w+ -- |cachedir:|rootdir:|configfile:|plugins:|collecting |collected \d|asyncio: |hypothesis profile|running \d+ tests?$|Using --random)/,
  /^=*\s*(?:test session starts|FAILURES|short test summary info|failures:)\s*=*$/,
  /^\s*(?:# Subtest: |# Subtest$|1\.\.\d+$|---$|\.\.\.$)/,
  /^\s*# (?:(?:cancelled|skipped|todo) 0|suites \d+|duration_ms)/,
  /^\s*(?:duration_ms|failureType|operator|stack|type): /,
  /^\s*(?:name|code): '(?:AssertionError|ERR_ASSERTION|ERR_TEST_FAILURE|Error)'/,

  // Times and empty counts.
  /^(?:real|user|sys)\s+[\d.,]+/,
  /^\s*(?:Time|Duration|Start at|Finished in|Snapshots|Total time|Elapsed|Transform|Ran all test suites)\b/i,

  // Maven logs what matters as an error.
  /^\[(?:INFO|DEBUG|WARNING)\](?!.*(?:BUILD FAILURE|Tests run:.*(?:Failures: [1-9]|Errors: [1-9])))/,
  /^\[ERROR\]\s*(?:$|To see the full stack|Re-run Maven|For more information|\[Help|After correcting|Please refer to|-> \[Help)/,
  /^\* (?:Try|Get more help)\b|^> (?:Run with|Get more help)\b|^Run with --/,

  // Quoted code around the line that matters.
  /^\s*(?:\d+\s+)*\d+\s*(?:[|│]|[+-]?$)/,
  /^\s*i (?:Safe|Unsafe) fix|^\s{2}i [A-Z]/,

  // Stack frames of libraries.
  /^\s*(?:at\s|❯\s|async\s|\d+:\s|File\s|#\s|in\s).*(?:node:|node_modules\/|site-packages\/|\/lib\/python|\/rustc\/|\/gems\/|\/vendor\/|<frozen )/,
  /^\s*at (?:async )?(?:java|jdk|sun|javax|kotlin|scala|org\.(?:junit|gradle|apache|testng))\b/,
  /^\s*(?:\S+ )*\(node:[\w/]+:\d+:\d+\)$|^\s*async Promise\.all \(index \d+\)$/,
  /^\s*\d+: (?:core|std|alloc|__rustc|test)::|^\s*\d+: <.* as core::|^\s*at \/rustc\//,
  /^\s*\/\S*\/go\/src\/|^stack backtrace:$|^note: (?:Some details are omitted|run with `RUST_BACKTRACE)/,
  /^For more information about (?:an|this) error, try/,
];

const NOTICE = /^npm notice\b/i;
// The script's name and command, printed by npm.
const ANNOUNCEMENT = /^> \S+(?:@\S+)? \S+$/;

/** One pattern for each set of flags: testing every line against forty patterns takes three times as long. */
const ANY_NOISE = [...Map.groupBy(NOISE, ({ flags }) => flags).values()].map(joinPatterns);

export function dropNoise(lines: readonly string[]): string[] {
  return dropAnnouncements(lines).filter((line) => !ANY_NOISE.some((pattern) => pattern.test(line)));
}

/** A pattern that matches what any of these matches. They have the same flags. */
export function joinPatterns(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), patterns[0]?.flags);
}

/** The command's output without npm's own lines. */
export function dropAnnouncements(lines: readonly string[]): string[] {
  return lines.filter((line, index) =>
    line.startsWith("> ")
      ? !ANNOUNCEMENT.test(line) && !ANNOUNCEMENT.test(lines[index - 1] ?? "")
      : !NOTICE.test(line),
  );
}

/** Matches what differs between two runs of the same failure, but never a file:line, an error code or a count. */
type Mask = readonly [pattern: RegExp, replacement: string];

const DURATION =
  /(?<![\w.:])\d+(?:[.,]\d+)?(?:e-?\d+)? ?(?:ns|µs|μs|us|ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|hours?)(?![\w:(])/;
const CLOCK =
  /(?<![\w.:/-])\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?:\s?[AP]M\b)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?(?![\w:])/;
const DATE =
  /\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T _]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w:])/;
const LONG_DATE =
  /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? )?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* {1,2}\d{1,2}|\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*)(?:,? \d{4})?\b/;

const every = (pattern: RegExp, flags = "g") => new RegExp(pattern.source, flags);

/** For comparing outputs. */
export const MASKS: readonly Mask[] = [
  [/\bfile:\/\//g, ""],
  [/(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders|\/dev\/shm)\/[^\s:'"`()[\]{},;]+/g, "<temp>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, "<id>"],
  [every(DATE), "<date>"],
  [every(LONG_DATE), "<date>"],
  [every(CLOCK), "<clock>"],
  [/\b\d+h ?\d+m(?: ?\d+(?:\.\d+)?s)?\b|\b\d+m ?\d+(?:\.\d+)?s\b/g, "<time>"],
  [every(DURATION), "<time>"],
  [
    /\b((?:duration\w*|elapsed(?: time)?|took)['"]?\s?[:=]?\s*|time['"]?\s?[:=]\s*)\d+(?:\.\d+)?\b/gi,
    "$1<time>",
  ],
  [/\b(localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]*:[0-9a-f:]*\]|::):\d{2,5}\b/gi, "$1:<port>"],
  [/\b(port['"]?\s?[:=#]?\s?)\d{2,5}\b/gi, "$1<port>"],
  [
    /\b((?:pid|ppid|tid|(?:process|thread|worker) ?id)['"]?\s?[:=#]?\s?|goroutine |(?:process|thread|worker)[-#:=] ?)\d+\b/gi,
    "$1<pid>",
  ],
  [/(\bthread '[^']*' )\(\d+\)/g, "$1(<pid>)"],
  [/\(node:\d+\)|={2}\d+={2}/g, "(<pid>)"],
  [/\b(seed['"]?\s?[:=]?\s?(?:is |of )?)-?\d+\b/gi, "$1<seed>"],
  [/\b(?:0x[0-9a-f]{5,}|1[0-9]{12}|1[5-9]\d{8})\b/gi, "<number>"],
  [/\b(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,64}\b/gi, "<hash>"],
  [/(?<![\w.])\d+(?:\.\d+)? ?%/g, "<percent>"],
  [/(?<![\w.:])\d+(?:\.\d+)? ?(?:[KMGT]i?B|kB)\b/g, "<size>"],
];

/** For showing output: only what leaves no gap when removed. */
const DROPS: readonly Mask[] = [
  [new RegExp(String.raw`^\[?(?:${DATE.source}|${CLOCK.source})\]?[ \t]+`), ""],
  [new RegExp(String.raw`\s*[([]${DURATION.source}[)\]]`, "g"), ""],
  [new RegExp(`[;,]?(?: finished)? in ${DURATION.source}`, "g"), ""],
  [new RegExp(String.raw`^((?:[×✗✖❯]|FAIL|---).*?)\s+${DURATION.source}$`), "$1"],
  [new RegExp(`(?: --|,)? Time elapsed: ${DURATION.source}`), ""],
  [/(?<=\bthread '[^']*') \(\d+\)/g, ""],
  [/\b0x[0-9a-f]{6,}\b/gi, "0x…"],
];

/** Every line that one of these changes matches it, and few others do. */
const MAY_HAVE_TIME = /^\[?\d|\d ?[nuµμmsh]|\bthread '|0x/i;

export function dropTimes(line: string): string {
  return MAY_HAVE_TIME.test(line) ? applyMasks(line, DROPS) : line;
}

export function applyMasks(line: string, masks: readonly Mask[]): string {
  return masks.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
