// Merges the findings of a session into one candidate per statement and drops obsolete ones. Then puts each into the inbox or
// into the store.
import { stemsOf } from "../index/find-similar.ts";
import { type Candidate, MESSAGE } from "./candidate.ts";
import { ASKED, isStored } from "./sources.ts";

export type TriageEvent =
  | { kind: "found"; candidate: Candidate }
  /** The user takes back what these words name, or their last statement if there are no words. */
  | { kind: "taken-back"; words: string }
  /** Claude reports that this work is done. */
  | { kind: "done"; words: string }
  /** The user was asked again and did not choose this option. */
  | { kind: "not-chosen"; words: string };

/** A candidate that the user accepted or rejected is settled and no longer changes. */
export type KnownCandidate = Candidate & { isSettled?: true };

/** What the store keeps of a session. */
export const MAX_STORED = 100;
/** Of the words of a short message that a finding must have to be the same. */
const MIN_SAME_SHARE = 0.7;
/** Of the words of a title that another text must have to cover it. */
const MIN_COVERED_SHARE = 0.8;
const MIN_COVERED_WORDS = 4;

export function mergeEvents(
  known: readonly KnownCandidate[],
  events: readonly TriageEvent[],
): KnownCandidate[] {
  let entries = [...known];
  for (const event of events) {
    if (event.kind === "found") entries = add(entries, event.candidate);
    else if (event.kind === "taken-back") entries = takeBack(entries, event.words);
    else entries = entries.filter((one) => one.isSettled || !isSettledBy(one, event));
  }
  return entries;
}

function isSettledBy(
  entry: Candidate,
  { kind, words }: { kind: "done" | "not-chosen"; words: string },
): boolean {
  return kind === "done"
    ? entry.category === "TECH_DEBT" && covers(stemsOf(words), readStems(entry).own)
    : isAnswer(entry) && isAbout(stemsOf(answerOf(entry)), stemsOf(words));
}

function add(entries: KnownCandidate[], found: Candidate): KnownCandidate[] {
  const same = entries.filter((one) => isSame(one, found));
  // A finding for the store never changes a known candidate; one for the inbox replaces its twins in the store.
  if (isOnlyStored(found)) return same.length > 0 ? entries : [...entries, found];
  const known = same.find((one) => !isOnlyStored(one));
  if (known?.isSettled) return entries;
  const gone = same.filter((one) => isOnlyStored(one) && !one.isSettled);
  const others = entries.filter((one) => !gone.includes(one));
  if (known === undefined) return [...others, found];
  return others.map((one) => (one === known ? join(known, found) : one));
}

/** Of two candidates that say the same, the last word is kept, but Claude's echo does not replace the user's own words. */
function join(earlier: Candidate, later: Candidate): Candidate {
  return isByPerson(earlier) && !isByPerson(later) ? earlier : later;
}

function isByPerson({ evidence }: Candidate): boolean {
  return evidence[0]?.who === "user";
}

/** A model wrote it about the person's words. */
function quotesPerson({ patterns, evidence }: Candidate): boolean {
  return patterns.includes("model") && evidence.some(({ who }) => who === "user");
}

function isSame(a: Candidate, b: Candidate): boolean {
  if (wordsOf(a) === wordsOf(b)) return true;
  // Two answers are the same if the question was the same.
  if (isAnswer(a) && isAnswer(b)) return questionOf(a) === questionOf(b);
  // A short message is the same as a finding that covers most of its words.
  if (isOnlyStored(a) !== isOnlyStored(b)) {
    const [said, other] = isOnlyStored(a) ? [a, b] : [b, a];
    const words = readStems(said).text;
    return words.intersection(readStems(other).withMessage).size >= MIN_SAME_SHARE * words.size;
  }
  const [left, right] = [readStems(a), readStems(b)];
  return covers(right.text, left.own) || covers(left.text, right.own);
}

/** The fingerprint without the category: one sentence may be found in two. */
function wordsOf({ fingerprint }: Candidate): string {
  return fingerprint.slice(fingerprint.indexOf(":") + 1);
}

export function isOnlyStored({ patterns: [source = ""] }: Candidate): boolean {
  return isStored(source);
}

function isAnswer({ patterns }: Candidate): boolean {
  return patterns.includes("answer");
}

/** The text contains at least two of the words, and at least half of them. */
function isAbout(words: ReadonlySet<string>, text: ReadonlySet<string>): boolean {
  return words.intersection(text).size >= Math.max(2, words.size / 2);
}

function questionOf({ evidence }: Candidate): string {
  return (evidence[0]?.line ?? "").split(" → ", 1)[0] ?? "";
}

function answerOf({ evidence }: Candidate): string {
  return (evidence[0]?.line ?? "").split(" → ", 2)[1] ?? "";
}

interface CandidateStems {
  /** The words of the title that come from its speaker, without a topic such as "Left out of the importer:". */
  own: ReadonlySet<string>;
  /** Without the rest of the message it was found in. */
  text: ReadonlySet<string>;
  withMessage: ReadonlySet<string>;
}

/** Each candidate is compared with all others. */
const knownStems = new WeakMap<Candidate, CandidateStems>();

function readStems(candidate: Candidate): CandidateStems {
  const known = knownStems.get(candidate);
  if (known !== undefined) return known;
  const { title, evidence, patterns } = candidate;
  const found = evidence.filter(({ why }) => why !== MESSAGE);
  // The rest of the line that Claude was asked about may be a finding of its own.
  const about = patterns[0]?.startsWith(ASKED) ? [] : found;
  const said = found.filter(({ who }) => who === evidence[0]?.who);
  const read = (...lines: string[]) => stemsOf(lines.join(" "));
  const stems = {
    own: read(title).intersection(read(...said.map(({ line }) => line))),
    text: read(title, ...about.map(({ line }) => line)),
    withMessage: read(title, ...evidence.map(({ line }) => line)),
  };
  knownStems.set(candidate, stems);
  return stems;
}

function covers(text: ReadonlySet<string>, title: ReadonlySet<string>): boolean {
  const shared = title.intersection(text).size;
  return shared >= MIN_COVERED_WORDS && shared >= MIN_COVERED_SHARE * title.size;
}

function takeBack(entries: KnownCandidate[], words: string): KnownCandidate[] {
  const own = entries.filter((one) => !one.isSettled && (isByPerson(one) || quotesPerson(one)));
  const named = words === "" ? new Set<string>() : stemsOf(words);
  const gone = named.size === 0 ? own.slice(-1) : own.filter((one) => named.isSubsetOf(readStems(one).text));
  return entries.filter((one) => !gone.includes(one));
}

/** The inbox and the store, in order. */
export function placeCandidates<C extends KnownCandidate>(entries: readonly C[]): { inbox: C[]; store: C[] } {
  const inbox = entries.filter((one) => one.isSettled || !isOnlyStored(one));
  const store = entries.filter((one) => !inbox.includes(one));
  return { inbox, store: store.slice(-MAX_STORED) };
}
