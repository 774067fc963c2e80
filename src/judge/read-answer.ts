// Reads a judge's answer: the first JSON object in the text. Its evidence must occur in what the judge was shown.
import { readProjectFile } from "../platform/project-file.ts";
import { clipLine } from "../text/clip.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import type { DigestPart } from "./digest.ts";

export interface JudgeAnswer {
  ok: boolean;
  reason: string;
  /** Quotes of the digest. */
  evidence: string[];
}

export type AnswerReading<Answer> = { usable: true; answer: Answer } | { usable: false; problem: string };

const MAX_ANSWER_LENGTH = 100_000;
const MAX_STARTS = 200;
const MAX_REASON = 500;
const MAX_QUOTES = 5;
const MAX_QUOTE = 300;
/** Shorter quotes are found anywhere. */
const MIN_QUOTE = 8;
/** If it is a whole line, or a line of a file. */
const MIN_LINE = 4;
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** `folder`: where an agent could read files; null for others. */
export function readAnswer(
  text: string,
  digest: readonly DigestPart[],
  folder: string | null = null,
): AnswerReading<JudgeAnswer> {
  const reading = readObject(text);
  if (!reading.usable) return reading;
  const { ok, reason, evidence } = reading.answer;
  if (typeof ok !== "boolean" || typeof reason !== "string" || reason.trim() === "")
    return unusable('it was not {"ok": true or false, "reason": "…", "evidence": ["…"]}');
  const quotes = Array.isArray(evidence) ? evidence.filter((one) => typeof one === "string") : [];
  if (quotes.length === 0) return unusable("it had no evidence");
  const made = quotes.find(
    (quote) => !occurs(quote, digest) && !(folder !== null && isInFile(quote, folder)),
  );
  if (made !== undefined) return unusable("its evidence is not in the data");
  return {
    usable: true,
    answer: {
      ok,
      reason: clipLine(reason, MAX_REASON),
      evidence: quotes.slice(0, MAX_QUOTES).map((quote) => clipLine(quote, MAX_QUOTE)),
    },
  };
}

/** The first JSON object. */
export function readObject(text: string): AnswerReading<Record<string, unknown>> {
  if (text.trim() === "") return unusable("it was empty");
  const answer = firstObject(text.slice(0, MAX_ANSWER_LENGTH));
  return answer === null ? unusable("it had no JSON object") : { usable: true, answer };
}

export function unusable(problem: string): { usable: false; problem: string } {
  return { usable: false, problem };
}

/** Text or code fences may be around it. */
function firstObject(text: string): Record<string, unknown> | null {
  let starts = 0;
  for (let at = text.indexOf("{"); at >= 0 && starts < MAX_STARTS; at = text.indexOf("{", at + 1), starts++) {
    const end = endOfObject(text, at);
    const value = end === null ? null : parseJson(text.slice(at, end));
    if (isRecord(value)) return value;
  }
  return null;
}

/** Behind the bracket that closes the one at `start`; null if none does. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return null;
}

/** White space does not count. */
export function isQuoteOf(quote: string, text: string): boolean {
  const wanted = plain(quote);
  return wanted.length >= MIN_QUOTE && plain(text).includes(wanted);
}

/** In one part, with or without the marks of added and removed lines. White space does not count. */
function occurs(quote: string, digest: readonly DigestPart[]): boolean {
  const wanted = [plain(quote), plain(withoutMarks(quote))];
  return digest.some(({ text }) =>
    [text, withoutMarks(text)].some((whole) => {
      const [flat, lines] = [plain(whole), whole.split("\n").map(plain)];
      return wanted.some(
        (one) =>
          (one.length >= MIN_QUOTE && flat.includes(one)) || (one.length >= MIN_LINE && lines.includes(one)),
      );
    }),
  );
}

/** `path:line: text`, with that text in that line. */
function isInFile(quote: string, folder: string): boolean {
  const [, path = "", number, text = ""] = /^([^:\n]+):(\d+)(?::|\s)\s*(\S.*)$/.exec(quote.trim()) ?? [];
  const wanted = plain(text);
  if (path === "" || path.startsWith("/") || wanted.length < MIN_LINE) return false;
  const file = readProjectFile(folder, `${folder}/${path}`, MAX_FILE_BYTES);
  const line = file.state === "read" ? file.text.split("\n")[Number(number) - 1] : undefined;
  return line !== undefined && plain(line).includes(wanted);
}

function withoutMarks(text: string): string {
  return text.replaceAll(/^[+-] ?/gm, "");
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
