// What a recogniser is given and what it finds.

export interface TestCounts {
  /** null: the runner does not say, or its number was cut off. */
  passed: number | null;
  failed: number | null;
  skipped: number | null;
}

/** What a recogniser is given. */
export interface RunnerOutput {
  command: string;
  lines: readonly string[];
  /** Nothing was cut off above or in the middle, so that lines can be counted. */
  isWhole: boolean;
  /** The first line is not where the output began. */
  startsLate: boolean;
  /** A filter in the command may have taken such a line out. */
  mayHide(line: string): boolean;
}

/** A summary in the output. */
export interface Summary extends Partial<TestCounts> {
  /** The index of its line. */
  at: number;
  /** It says that something failed, whatever the counts. */
  isRed?: boolean;
  /** It would look the same after a failure. */
  isUnsure?: boolean;
}

/** "1 failed | 2 passed" or "1 failed, 2 passed". */
export function countWords(text = ""): Record<string, number> {
  const pairs = [...text.matchAll(/(\d+) ([a-z]+)(?=$|[,|\s])/g)];
  return Object.fromEntries(pairs.map(([, count, word = ""]) => [word, Number(count)]));
}

/** "Failures: 1, Skipped: 2" or "failures=1, skipped=2". */
export function countNamed(text: string, sign: string): Record<string, number> {
  const pairs = [...text.matchAll(new RegExp(`([A-Za-z][A-Za-z ]*?)\\s*${sign.trim()}\\s*(\\d+)`, "g"))];
  return Object.fromEntries(pairs.map(([, name = "", count]) => [name.trim(), Number(count)]));
}
