// Finds the places in files that a failed command's output complains about, each with its message.
import { clip } from "../clip.ts";
import { MIN_ERROR_SCORE, scoreLines } from "./error-excerpt.ts";
import { dropNoise } from "./fingerprint-output.ts";
import { plainLines } from "./plain-lines.ts";

export interface ErrorPlace {
  file: string;
  line: number;
  column: number | null;
  message: string;
}

const MAX_MESSAGE = 400;
const MAX_LINE_NUMBER = 10_000_000;

const NAME = String.raw`(?<file>(?:file:\/\/)?(?:[\w@.~+-]*\/)*[\w@.+-]+\.[A-Za-z]\w{0,9})`;
/** `a.ts:12:5`, `a.ts(12,5)`, `A.java:[12,5]`; `File "a.py", line 12`. */
const PLACE = new RegExp(
  String.raw`(?<=^|[\s("'\x60[❯>])(?:${NAME}(?::\[?|\()(?<line>\d+)(?:[:,](?<column>\d+))?[\])]*)`,
);
const PYTHON_PLACE = /\bFile "(?<file>[^"]+)", line (?<line>\d+)/;
const PYTHON_ERROR = /^[\w.]+(?:Error|Exception|Exit|Interrupt|Warning)\b/;
/** Tools such as eslint print the file on a line, then a line for each of its errors. */
const FILE_ALONE = /^(?<file>\/?(?:[\w@.+~-]+\/)*[\w@.+-]+\.[A-Za-z]\w{0,5}):?$/;
const BELOW_FILE = /^(?<line>\d+):(?<column>\d+)\s+error\s+(?<text>\S.*)$/;
/** Stack frames, code pointers and summaries, which say where but not what. */
const ONLY_WHERE =
  /^(?:at\b|-->|❯|File "|#\s|location:|rspec \.\/|Found \d+ errors?\b|[\d.]+\s*[│|]|>?\s*\d+ \||test at\b)|\($|^\S+:\d+ \+0x/;
/** Headings, also of comparisons. */
const HEADING = /^(?:Traceback\b|[+-] (?:expected|actual|received)\b|FAIL\s)/i;
const JOINS = /^[\s:–—-]+|[\s:–—-]+$/g;
const RULE = /[━─═=]{4,}/gu;
const MAX_ERROR_LINES = 3;

/**
 * `resolve` returns the project's file for a name, or null. Of a stack trace the first place in the project is taken (for Python
 * the last, because its error comes after the trace). Places are distinct and in the order of the output.
 */
export function findErrorPlaces(
  output: string,
  resolve: (file: string) => string | null,
  limit: number,
): ErrorPlace[] {
  const lines = dropNoise(plainLines(output)).map((line) => line.trim());
  const scores = scoreLines(lines);
  const found = new Map<string, ErrorPlace>();
  let errors: string[] = [];
  let traced: RegExpExecArray["groups"];
  let fileAbove: string | undefined;
  const add = (at: RegExpExecArray["groups"], message: string) => {
    const place = readPlace(resolve(at?.file?.replace(/^file:\/\//, "") ?? ""), at, message);
    if (place === null) return;
    const key = `${place.file}:${place.line}:${place.column}`;
    if (!found.has(key)) found.set(key, place);
    errors = [];
  };
  for (const [index, line] of lines.entries()) {
    if (found.size >= limit) break;
    fileAbove = FILE_ALONE.exec(line)?.groups?.file ?? fileAbove;
    const below = BELOW_FILE.exec(line)?.groups;
    if (below && fileAbove) add({ ...below, file: fileAbove }, below.text ?? "");
    if (below || (scores[index] ?? 0) < MIN_ERROR_SCORE || HEADING.test(line)) continue;
    const python = PYTHON_PLACE.exec(line);
    const match = python ?? PLACE.exec(line);
    if (match === null) {
      if (!traced) errors = [...errors, line].slice(-MAX_ERROR_LINES);
      else if (PYTHON_ERROR.test(line)) {
        add(traced, line);
        traced = undefined;
      }
    } else if (python) {
      if (resolve(python.groups?.file ?? "") !== null) traced = python.groups;
    } else {
      const message = line.replace(match[0], "").replace(RULE, "").replace(JOINS, "");
      const isMessage = !ONLY_WHERE.test(line) && !ONLY_WHERE.test(message) && message.length > 2;
      // pytest prints only the class there.
      if (isMessage && (message.includes(" ") || errors.length === 0)) add(match.groups, message);
      else if (errors.length > 0) add(match.groups, errors.join("\n"));
    }
  }
  return [...found.values()];
}

function readPlace(file: string | null, at: RegExpExecArray["groups"], message: string): ErrorPlace | null {
  const number = Number(at?.line);
  if (file === null || !Number.isInteger(number) || number < 1 || number > MAX_LINE_NUMBER) return null;
  const from = Number(at?.column);
  return {
    file,
    line: number,
    column: Number.isInteger(from) && from > 0 && from < MAX_LINE_NUMBER ? from : null,
    message: clip(message, MAX_MESSAGE),
  };
}
