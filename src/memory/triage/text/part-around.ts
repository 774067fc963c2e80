// The part of a long sentence that a signal stands in: who writes without full stops says several things in one.

export interface Part {
  text: string;
  /** Where it begins in the clause. */
  from: number;
  /** The question at the end of the sentence is another part. */
  isApart: boolean;
}

const boundaryPattern = () => /[,:(] +|\s(?:and|btw|also|plus|anyway|oh)\s/g;
/** Goes on with something else: a request, a question, the next step. */
const otherPattern = () =>
  /^(?:and |so |also |then |btw |oh |or )*(?:can|could|would|will|please|pls|then|now|next|what|why|how|where|when|any|is|are|do|does|did|have a look|check|fix|run|push|commit|let me know|tell me|if)\b/;
/** What holds only then does not hold. */
const conditionPattern = () =>
  /\b(?:if|unless|suppose|supposing|assuming|in case|maybe|perhaps|imagine|whether|not sure|wondering|once|as soon as|would be nice|pretend|let's say)\b[^.?!]{0,80}$/;

export function partAround(clause: string, start: number, end: number): Part | null {
  let from = 0;
  let to = clause.length;
  for (const { 0: mark, index } of clause.matchAll(boundaryPattern())) {
    if (index + mark.length <= start + mark.length && index <= start) from = index + mark.length;
    if (index >= end && otherPattern().test(clause.slice(index + mark.length))) {
      to = index;
      break;
    }
  }
  if (from > start) from = start;
  if (conditionPattern().test(clause.slice(0, from))) return null;
  return { text: clause.slice(from, to), from, isApart: to < clause.length };
}
