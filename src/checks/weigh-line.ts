// How much a line tells about a failure: 0 nothing, 3 names it.

/** An error's mark of one tool or another, at the start of its line. */
const MARKS: readonly RegExp[] = [
  /^(?:●|✗|✖|×|✘) /, // jest, bun, vitest, node --test, biome
  /^(?:FAIL|FAILED|ERROR|FAIL:|ERROR:|FAILED:)\s+\S/, // jest, pytest, unittest, ninja
  /^--- FAIL:/, // go
  /^not ok \d+/, // TAP
  /^\d+\) \S/, // mocha, rspec, phpunit
  /^E\s+\S/, // pytest
  /^error(?:\[\w+\])?: /, // rustc, bun, cargo
  /^(?:Failure\/Error:|Failed asserting|rspec \.\/|What went wrong:|\* What went wrong:)/,
  /^(?:Expected|Received|Actual|expected|actual|received|left|right|got|want|wanted)\b.*?:/,
  /\bpanicked at\b|^panic:|^fatal:|^make(?:\[\d+\])?: \*\*\*/,
  /^[\w.]*(?:Error|Exception|Failure)(?: \[\w+\])?:/,
  /: (?:fatal )?error(?: [A-Z]+\d+)?:|\berror TS\d+:/, // gcc, clang, javac, mypy, tsc
  /\bundefined reference to\b|: not found$|: command not found\b|: No such file or directory$|: Permission denied$/,
  /^\d+:\d+\s+error\b/, // eslint
  /^\[ERROR\] \S*:\[?\d+/, // maven
];

const ERROR_WORD =
  /\b(?:errors?|fail(?:ed|ing|ure|ures|s)?|fatal|exception|traceback|assert\w*|cannot|can't|could not|couldn't|unable to|undefined|unexpected|invalid|missing|denied|refused|not found|no such|segmentation fault|timed? ?out|killed|aborted|core dumped|mismatch\w*|expected|unresolved|syntax error|did not|does not|doesn't|is not|unused)\b|\w(?:Error|Exception)\b/i;
const NONE_OF_IT =
  /\b(?:0|no) (?:errors?|fail\w*|warnings?|problems?)\b|\b(?:errors?|failures?|failed)[:=] ?0\b/gi;
const PLACE =
  /(?:^|[\s("'`[❯>])(?:[\w@.~+-]*\/)*[\w@.+-]+\.[A-Za-z]\w{0,9}(?::\d+|\(\d+[,)]|:\[\d+)|\bline \d+\b/;
const STARTS_WITH_PLACE = /^\S+\.\w+:\d+(?::\d+)?:? |^-->\s|^❯\s\S+:\d+/;
const ONLY_A_FILE = /^\/?(?:[\w@.+~-]+\/)*[\w@.+-]+\.[A-Za-z]\w{0,5}:?$/;
const CODE = /^[A-Z]{1,4}\d{2,5}\b/;
const MILD = /\b(?:warn(?:ing)?|note|help|hint|info|deprecated)\b:?/i;

export function weigh(line: string): number {
  if (MARKS.some((mark) => mark.test(line))) return 3;
  const isError = ERROR_WORD.test(line.replace(NONE_OF_IT, ""));
  if (MILD.test(line) && !/\berror\b/i.test(line)) return isError ? 0.5 : 0;
  if (isError && PLACE.test(line)) return 3;
  if (isError || STARTS_WITH_PLACE.test(line) || ONLY_A_FILE.test(line) || CODE.test(line)) return 2;
  return PLACE.test(line) ? 1.5 : 0;
}
