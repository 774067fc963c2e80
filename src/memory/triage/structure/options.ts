// The labelled options Claude lays out, and which of them a short answer names.
import { plainLine } from "../title.ts";

export interface Option {
  /** "a" or "2". */
  label: string;
  text: string;
  /** One of several ways, not one of several things to do. */
  isAlternative: boolean;
}

interface ChosenOptions {
  options: Option[];
  /** Several numbers are a list of work, not one way among others. */
  isWorkList: boolean;
}

const MAX_OPTIONS = 8;
const MAX_TEXT = 160;
const optionPattern = () =>
  /^\s*(?:[-*+]\s+)?(?:#{1,6}\s+)?\**(?:(option|approach|plan|alternative|variant|choice|proposal)\s+)?([a-h]|\d{1,2})(?:\s*[).:]|\s+[–—-]|\*\*\s*[–—:-]|(?=\s*\())\**\s+(\S.*)$/i;
/** Numbers are put before anything that is listed. */
const choicePattern = () =>
  /\b(?:options?|alternatives?|approach(?:es)?|which|prefer|directions?|choose|pick|either|ways)\b/i;
/** "ok, let's go with option 2 and 3, because …" */
const chosenPattern = () =>
  /^(?:(?:ok(?:ay)?|alright|right|so|then|yes|yeah|yep|no|well|cool|great|fine|good|perfect|sure|hmm+|actually|please|just)[,.:;!–—-]*\s+)*(?:(?:i'd say|i vote|i want|i'd like|i prefer|i choose|i pick|i'll take|we'll take|i'd go|go|let's|do|use|take|pick|choose|implement|make it)\s+)*(?:(?:with|for|go|do|take|ahead)\s+)*(?:the\s+)?(?:(?:option|approach|plan|variant|number|alternative|proposal)\s+)?#?([a-h]|\d{1,2})((?:\s*(?:,|and|&|\+|,\s*and)\s*#?(?:[a-h]|\d{1,2}))*)(?=\s*(?:[.,;:!)–—(-]|$|(?:please|pls|because|since|then|sounds|looks|it is|though|but|for)\b))/i;

export function readOptions(message: string): Option[] {
  const found = new Map<string, Option>();
  const isChoice = choicePattern().test(message);
  let inFence = false;
  for (const line of message.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    const [, named, label, rest] = (inFence ? null : optionPattern().exec(line)) ?? [];
    if (label === undefined || rest === undefined) continue;
    // A list that starts anew is another one.
    if (/^[1a]$/i.test(label)) found.clear();
    const isAlternative = named !== undefined || /\D/.test(label) || isChoice;
    const text = plainLine(rest, MAX_TEXT);
    found.set(label.toLowerCase(), { label: label.toLowerCase(), text, isAlternative });
  }
  return found.size < 2 ? [] : [...found.values()].slice(0, MAX_OPTIONS);
}

export function findChosen(answer: string, options: readonly Option[]): ChosenOptions | null {
  const [, first, more = ""] = (options.length === 0 ? null : chosenPattern().exec(answer)) ?? [];
  if (first === undefined) return null;
  const labels = [first, ...(more.match(/\b(?:[a-h]|\d{1,2})\b/gi) ?? [])].map((label) =>
    label.toLowerCase(),
  );
  const chosen = options.filter(({ label }) => labels.includes(label));
  if (chosen.length === 0) return null;
  const areNumbers = labels.every((label) => /\d/.test(label));
  const isWorkList = (labels.length > 1 && areNumbers) || !chosen.some(({ isAlternative }) => isAlternative);
  return { options: chosen, isWorkList };
}
