// The labelled ways Claude lays out, and which of them the person's short answer names.
import { LEAD } from "../lead.ts";
import { plainLine } from "../title.ts";

export interface Offer {
  /** "a" or "2". */
  label: string;
  text: string;
  /** One of several ways, not one of several things to do. */
  isWay: boolean;
}

interface Pick {
  offers: Offer[];
  /** Several numbers are a list of work, not one way among others. */
  isWork: boolean;
}

const fencePattern = () => /^\s*(?:```|~~~)/;
const offeredPattern = () =>
  /^\s*(?:[-*+]\s+)?(?:#{1,6}\s+)?\**(?:(option|approach|plan|alternative|variant|choice|proposal)\s+)?([a-h]|\d{1,2})(?:\s*[).:]|\s+[–—-]|\*\*\s*[–—:-]|(?=\s*\())\**\s+(\S.*)$/i;
/** Numbers are put before anything that is listed. */
const choicePattern = () =>
  /\b(?:options?|alternatives?|approach(?:es)?|which|prefer|directions?|choose|pick|either|ways)\b/i;
const pickPattern = () =>
  new RegExp(
    `${LEAD}(?:(?:i'd say|i say|i vote|i want|i'd like|i prefer|i choose|i pick|i'll take|we'll take|i'd go|go|let's|do|use|take|pick|choose|implement|make it)\\s+)*(?:(?:with|for|go|do|take|ahead)\\s+)*(?:the\\s+)?(?:(?:option|approach|plan|variant|number|alternative|proposal)\\s+)?#?([a-h]|\\d{1,2})((?:\\s*(?:,|and|&|\\+|,\\s*and)\\s*#?(?:[a-h]|\\d{1,2}))*)(?=\\s*(?:[.,;:!)–—(-]|$|(?:please|pls|because|since|then|sounds|looks|it is|though|but|for)\\b))`,
    "i",
  );
const MOST_OFFERS = 8;
const MOST_TEXT = 160;

export function readOffers(text: string): Offer[] {
  // One line is no list.
  return text.includes("\n") ? readList(text) : [];
}

function readList(text: string): Offer[] {
  const found = new Map<string, Offer>();
  const isChoice = choicePattern().test(text);
  let inFence = false;
  for (const line of text.split("\n")) {
    if (fencePattern().test(line)) inFence = !inFence;
    const [, named, label, rest] = (inFence ? null : offeredPattern().exec(line)) ?? [];
    if (label === undefined || rest === undefined) continue;
    const isWay = named !== undefined || /\D/.test(label) || isChoice;
    // A list that starts anew is another one.
    if (/^[1a]$/i.test(label)) found.clear();
    const offer = { label: label.toLowerCase(), text: plainLine(rest).slice(0, MOST_TEXT), isWay };
    found.set(offer.label, offer);
  }
  return found.size < 2 ? [] : [...found.values()].slice(0, MOST_OFFERS);
}

export function pickOffer(answer: string, offers: readonly Offer[]): Pick | null {
  return offers.length === 0 ? null : pickFrom(answer, offers);
}

function pickFrom(answer: string, offers: readonly Offer[]): Pick | null {
  const [, first, more = ""] = pickPattern().exec(answer) ?? [];
  if (first === undefined) return null;
  const labels = [first, ...(more.match(/\b(?:[a-h]|\d{1,2})\b/gi) ?? [])].map((label) =>
    label.toLowerCase(),
  );
  const picked = offers.filter(({ label }) => labels.includes(label));
  if (picked.length === 0) return null;
  const areNumbers = labels.every((label) => /\d/.test(label));
  return { offers: picked, isWork: (labels.length > 1 && areNumbers) || !picked.some(({ isWay }) => isWay) };
}
