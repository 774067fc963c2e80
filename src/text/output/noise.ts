// Lines that say nothing about why a command failed: banners, progress, passed tests, stack frames of libraries, times. One
// list for all tools, since one command often runs several.
import { TRUNCATION_MARKER } from "./head-and-tail.ts";

const NOISE: readonly RegExp[] = [
  // Nothing to read: horizontal rules, carets, brackets.
  /^[^\p{L}\p{N}]*$/u,
  TRUNCATION_MARKER,

  // Package managers and script runners.
  /^npm warn\b/i,
  /^npm (?:ERR!|error)(?: |$)(?:$|code (?:ELIFECYCLE|\d+)|errno|path|workspace|location|command|Lifecycle script|A complete log|\S*\.log$)/,
  /^npm (?:ERR!|error) (?:This is probably not a problem|.*failed with exit status)/,
  /^(?:yarn run v|info Visit https:\/\/yarnpkg|Done in |\s*ELIFECYCLE |pnpm run )/,
  /^error: (?:script "[^"]*"|Command failed with) exit/,
  /^\$ \S/,

  // Tests that passed or were skipped.
  /^\s*(?:[✓✔√↓○]|\(pass\)|\(skip\)|ok\s+\d+\b|ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS\b|--- (?:PASS|SKIP):?|=== (?:RUN|PAUSE|CONT|NAME)\b)/,
  /(?:\.\.\. (?:ok|ignored|skipped)\b.*|\b(?:PASSED|SKIPPED|XFAIL|XPASS)(?:\s+\[\s*\d+%\])?)$/,
  /\b(?:FAILED|ERROR)\s+\[\s*\d+%\]$/,
  /^\[\s*(?:OK|RUN|PASSED|-{4,}|={4,})\s*\]/,
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
  /^\s*(?:RUN|DEV)\s+v\d/,
  /^(?:platform \w+ -- |cachedir:|rootdir:|configfile:|plugins:|collecting |collected \d|asyncio: |hypothesis profile|running \d+ tests?$|Using --random)/,
  /^=*\s*(?:test session starts|FAILURES|short test summary info|failures:)\s*=*$/,
  /^\s*(?:# Subtest: |# Subtest$|1\.\.\d+$|---$|\.\.\.$)/,
  /^\s*# (?:(?:cancelled|skipped|todo) 0|suites \d+|duration_ms)/,
  /^\s*(?:duration_ms|failureType|operator|stack|type): /,
  /^\s*(?:name|code): '(?:AssertionError|ERR_ASSERTION|ERR_TEST_FAILURE|Error)'/,
  /^make(?:\[\d+\])?: (?:Entering|Leaving) directory/,

  // Times and empty counts.
  /^\s*(?:Time|Duration|Start at|Finished in|Snapshots|Total time|Elapsed|Transform|Ran all test suites)\b/i,
  /^(?:real|user|sys)\s+[\d.,]+/,

  // Maven is talkative; what matters it logs as an error.
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
// The script's name and the command, as npm announces them.
const ANNOUNCEMENT = /^> \S+(?:@\S+)? \S+$/;

export function dropNoise(lines: readonly string[]): string[] {
  return dropAnnouncements(lines).filter((line) => !NOISE.some((pattern) => pattern.test(line)));
}

/** What the command printed, without what npm says of it and of itself. */
export function dropAnnouncements(lines: readonly string[]): string[] {
  return lines.filter(
    (line, index) =>
      !ANNOUNCEMENT.test(line) && !isAnnouncedCommand(line, lines[index - 1]) && !NOTICE.test(line),
  );
}

function isAnnouncedCommand(line: string, before = ""): boolean {
  return line.startsWith("> ") && ANNOUNCEMENT.test(before);
}
