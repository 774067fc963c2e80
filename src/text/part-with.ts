// The part of a long text that is about something. Pure.

const MIN_PART = 60;
/** How far before the first of the words a part may begin. */
const MAX_LEAD = 60;
/** A word without its ending has at least so many letters. */
const MIN_ROOT = 4;
const MAX_PLACES = 20;

/** The part of a text with the most of these words, from the beginning of a line or sentence if it is near. */
export function partWith(words: readonly string[], text: string, max: number): string {
  if (text.length <= max || max < MIN_PART) return text;
  const lower = text.toLowerCase();
  const places = words.flatMap((word) => placesOf(word.slice(0, Math.max(MIN_ROOT, word.length - 2)), lower));
  const wordsFrom = (start: number) =>
    new Set(places.filter(({ at }) => at >= start && at < start + max - MAX_LEAD).map(({ root }) => root))
      .size;
  const starts = [0, ...places.map(({ at }) => at)].toSorted((a, b) => a - b);
  const best = starts.reduce((from, start) => (wordsFrom(start) > wordsFrom(from) ? start : from));
  if (best < MAX_LEAD) return text;
  const lead = text.slice(best - MAX_LEAD, best);
  const sentence = Math.max(lead.lastIndexOf("\n"), lead.lastIndexOf(". "), lead.lastIndexOf("? "));
  const start = sentence >= 0 ? sentence : lead.indexOf(" ");
  return `…${text.slice(best - MAX_LEAD + Math.max(0, start + 1)).trimStart()}`;
}

/** Its first places: a word that is all over a text says nothing about where to look. */
function placesOf(root: string, lower: string): { root: string; at: number }[] {
  const places: { root: string; at: number }[] = [];
  for (let at = lower.indexOf(root); at >= 0 && places.length < MAX_PLACES; at = lower.indexOf(root, at + 1))
    places.push({ root, at });
  return places;
}
