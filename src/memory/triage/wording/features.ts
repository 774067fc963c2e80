// What of a wording is weighed: its words without their endings, two that stand together or with one between, how it
// begins, and whose words they are.
import type { Speaker } from "../candidate.ts";

const wordPattern = () => /[a-z']+|\d+|[?!:]/g;
const ENDINGS = ["ing", "ed", "es", "ly", "s"];
const LEAST_STEM = 4;

export function wordsOf(masked: string): string[] {
  const words: string[] = [];
  for (const [word] of masked.matchAll(wordPattern())) words.push(toStem(word));
  return words;
}

/** Each once. */
export function featuresOf(words: readonly string[], who: Speaker): Set<string> {
  const mark = who === "claude" ? "c" : "u";
  const features = new Set<string>();
  for (const [at, word] of words.entries()) {
    features.add(word);
    features.add(`${mark}:${word}`);
    const next = words[at + 1];
    if (next === undefined) continue;
    features.add(`${word} ${next}`);
    const third = words[at + 2];
    if (third !== undefined) features.add(`${word} _ ${third}`);
  }
  const [first = "", second = ""] = words;
  features.add(`${mark}^${first}`);
  features.add(`${mark}^${first} ${second}`);
  return features;
}

function toStem(word: string): string {
  const code = word.charCodeAt(0);
  if (code >= 48 && code <= 57) return "0";
  // What was masked.
  if (/^x+$/.test(word)) return "x";
  for (const ending of ENDINGS)
    if (word.length >= LEAST_STEM + ending.length && word.endsWith(ending))
      return word.slice(0, -ending.length);
  return word;
}
