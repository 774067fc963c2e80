// Shorter texts in a tool's JSON.
import { cutMiddle, keepBeginning } from "./shorten.ts";

const DEEPEST = 24;
const MAX_ENTRIES = 2000;

/** Before it is searched for secrets: only the beginning of each text counts. */
export function keepBeginnings(value: unknown, mostCharacters: number): unknown {
  return mapTexts(value, (text) => keepBeginning(text, mostCharacters));
}

export function shortenTexts(value: unknown, mostCharacters: number): unknown {
  return mapTexts(value, (text) => cutMiddle(text, mostCharacters));
}

/** The same value with every text changed; what is deeper or longer than any tool's answer is cut. */
export function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return "[cut: too deep]";
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ENTRIES).map((entry) => mapTexts(entry, change, depth + 1));
    return value.length > MAX_ENTRIES ? [...kept, `[cut ${value.length - MAX_ENTRIES} entries]`] : kept;
  }
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([key, entry]) => [key, mapTexts(entry, change, depth + 1)]));
}
