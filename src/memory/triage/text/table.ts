// A language as triage uses it.
import type { Language } from "../signal.ts";
import type { Pattern } from "./pattern.ts";

export interface Table extends Omit<Language<Pattern>, "signals"> {
  /** Its signals are those from this number on to before that one. */
  from: number;
  to: number;
}

/** So many texts are one chunk, between separators. */
export const CHUNK = 8;
export const SEPARATOR = "\u0001";
