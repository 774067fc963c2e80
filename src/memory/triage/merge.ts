// Merges the findings of a session into one candidate per statement and drops obsolete ones. Then decides which candidates
// go to the inbox and which are listed below it.
import { stemsOf } from "../index/find-similar.ts";
import { type Candidate, MESSAGE, OPTION, REPORT, type TriageThresholds } from "./candidate.ts";
import { isSourceBelowInbox, precisionOf } from "./sources.ts";

export type TriageEvent =
  | { kind: "found"; candidate: Candidate }
  /** The user takes back what these words name, or their last statement if there are no words. */
  | { kind: "taken-back"; words: string }
  /** Claude reports that this work is done. */
  | { kind: "done"; words: string }
  /** The user asks for work that had been left open. */
  | { kind: "taken-up"; words: string }
  /** The user was asked again and did not choose this option. */
  | { kind: "not-chosen"; words: string }
  /** The user wants something else instead of this. */
  | { kind: "replaced"; words: string }
  /** An error that Claude had called fixed occurred again. */
  | { kind: "came-back"; words: string }
  /** These decisions changed only files outside of the project. */
  | { kind: "elsewhere"; fingerprints: readonly string[] };

/** A candidate that the user accepted or rejected is settled and no longer changes. */
export type KnownCandidate = Candidate & { isSettled?: true };

export const MAX_INBOX = 5;
export const MAX_ALSO_SAID = 40;
/** At most so many of Claude's findings are listed below the inbox, for one session. */
export const MAX_ALSO_FOUND = 10;
const MAX_OF_SOURCE = 3;
const SAME = 0.7;
const MIN_SHARED = 3;
const COVERED = 0.8;
const MAX_REMOVED = 3;
const HALF = 0.5;
const MAX_ANSWERS_FIRST = 2;
/** A preference from one of these sources is a standing order. */
const STANDING = ["statement", "correction", "repeated-wish", "refusal"];

export function mergeEvents(
  known: readonly KnownCandidate[],
  events: readonly TriageEvent[],
): KnownCandidate[] {
  let entries = [...known];
  for (const event of events) {
    if (event.kind === "found") entries = add(dropReversed(entries, event.candidate), event.candidate);
    else if (event.kind === "taken-back") entries = takeBack(entries, event.words);
    else if (event.kind === "elsewhere") entries = entries.map((one) => moveBelow(one, event.fingerprints));
    else entries = entries.filter((one) => one.isSettled || !isOver(one, event));
  }
  return entries;
}

/** It says little about the project, but the user did say it. */
function moveBelow(entry: KnownCandidate, fingerprints: readonly string[]): KnownCandidate {
  if (entry.isSettled || !fingerprints.includes(entry.fingerprint)) return entry;
  return { ...entry, patterns: ["said"], score: precisionOf("said") };
}

function isOver(
  entry: Candidate,
  event: Exclude<TriageEvent, { kind: "found" | "taken-back" | "elsewhere" }>,
): boolean {
  switch (event.kind) {
    case "done":
      return entry.category === "TECH_DEBT" && covers(stemsOf(event.words), ownStems(entry));
    case "taken-up":
      return entry.category === "TECH_DEBT" && isTakenUp(stemsOf(event.words), stemsOf(textOf(entry)));
    case "not-chosen":
      return isAnswer(entry) && isAbout(stemsOf(answerOf(entry)), stemsOf(event.words));
    case "replaced":
      return isByPerson(entry) && isAbout(stemsOf(event.words), stemsOf(textOf(entry)));
    case "came-back":
      return entry.category === "RUNBOOK" && textOf(entry).includes(event.words);
  }
}

/** "Remove turn ordering" makes earlier choices about turns obsolete. */
function dropReversed(entries: KnownCandidate[], found: Candidate): KnownCandidate[] {
  const removed = isChosen(found) ? stemsOf(removedIn(answerOf(found))) : new Set<string>();
  const [subject] = removed;
  if (subject === undefined || removed.size > MAX_REMOVED) return entries;
  return entries.filter(
    (one) => one.isSettled || !isChosen(one) || isSame(one, found) || !stemsOf(answerOf(one)).has(subject),
  );
}

function removedIn(text: string): string {
  return (
    /\b(?:remove|drop|delete|get rid of|no longer(?: use)?|stop using|revert|undo)\s+([^,.;:(]+)/i.exec(
      text,
    )?.[1] ?? ""
  );
}

function add(entries: KnownCandidate[], found: Candidate): KnownCandidate[] {
  if (found.patterns.includes("plan") && entries.some((one) => isAnswer(one) && isAnsweredBefore(found, one)))
    return entries;
  const same = entries.filter((one) => isSame(one, found));
  // A finding for the list below the inbox never changes a known candidate; one for the inbox replaces its twins below.
  if (isBelowInbox(found)) return same.length > 0 ? entries : [...entries, found];
  const known = same.find((one) => !isBelowInbox(one));
  if (known?.isSettled) return entries;
  const gone = same.filter((one) => isBelowInbox(one) && !one.isSettled);
  const others = entries.filter((one) => !gone.includes(one));
  if (known === undefined) return [...others, found];
  return others.map((one) => (one === known ? join(known, found) : one));
}

/** Which of two candidates that say the same is kept: the later answer, else the user's own words, else the better score. */
function join(earlier: Candidate, later: Candidate): Candidate {
  if (isAnswer(earlier) && isAnswer(later)) return later;
  const score = Math.max(earlier.score, later.score);
  const [theirs, echo] = [earlier, later].toSorted((a, b) => Number(isByPerson(b)) - Number(isByPerson(a)));
  if (isByPerson(theirs) && !isByPerson(echo)) return { ...theirs, score };
  return later.score > earlier.score ? later : earlier;
}

function isByPerson(candidate: Candidate | undefined): candidate is Candidate {
  return candidate?.evidence[0]?.who === "user";
}

function isSame(a: Candidate, b: Candidate): boolean {
  if (a.fingerprint === b.fingerprint) return true;
  if (a.category === "SESSION_SUMMARY" || b.category === "SESSION_SUMMARY") return false;
  // Two answers are the same if the question was the same.
  if (isAnswer(a) && isAnswer(b)) return questionOf(a) === questionOf(b);
  // A short message is the same as a finding that covers most of its words.
  if (isOnlySaid(a) !== isOnlySaid(b)) {
    const [said, other] = isOnlySaid(a) ? [a, b] : [b, a];
    const words = stemsOf(textOf(said));
    return words.intersection(stemsOf(textOf(other, [REPORT]))).size >= SAME * words.size;
  }
  const [left, right] = [ownStems(a), ownStems(b)];
  return (
    overlap(left, right) >= SAME || covers(stemsOf(textOf(b)), left) || covers(stemsOf(textOf(a)), right)
  );
}

export function isBelowInbox({ patterns: [source = ""] }: Candidate): boolean {
  return isSourceBelowInbox(source);
}

function isOnlySaid({ patterns }: Candidate): boolean {
  return patterns.includes("said");
}

function isAnswer({ patterns }: Candidate): boolean {
  return patterns.includes("answer");
}

/** The user chose among options that Claude offered. */
function isChosen(candidate: Candidate): boolean {
  return isAnswer(candidate) || candidate.patterns.includes("reply");
}

/** The subject of the plan was decided in an earlier answer. */
function isAnsweredBefore(plan: Candidate, answer: Candidate): boolean {
  return isAbout(stemsOf((plan.evidence[0]?.line ?? "").split(": ", 1)[0] ?? ""), stemsOf(textOf(answer)));
}

/** The text contains at least two of the words, and at least half of them. */
function isAbout(words: ReadonlySet<string>, text: ReadonlySet<string>): boolean {
  return words.intersection(text).size >= Math.max(2, HALF * words.size);
}

/** Most words of the request are about the debt. */
function isTakenUp(words: ReadonlySet<string>, debt: ReadonlySet<string>): boolean {
  const shared = words.intersection(debt).size;
  return shared >= MIN_SHARED && shared > HALF * words.size;
}

function answerOf({ evidence }: Candidate): string {
  const line = evidence
    .filter(({ why }, at) => at === 0 || why === OPTION)
    .map((one) => one.line)
    .join(" ");
  return (line.split(" → ", 2)[1] ?? line).replace(/\(recommended\)/i, "");
}

function questionOf({ evidence }: Candidate): string {
  return (evidence[0]?.line ?? "").split(" → ", 1)[0] ?? "";
}

/** The words of the title that come from its speaker, without a topic such as "Left out of the importer:". */
function ownStems({ title, evidence }: Candidate): Set<string> {
  const [first] = evidence;
  const own = evidence.filter(({ who, why }) => who === first?.who && why !== MESSAGE);
  const said = stemsOf(own.map(({ line }) => line).join(" "));
  return stemsOf(title).intersection(said);
}

/** By default without the rest of the message it was found in. */
function textOf({ title, evidence }: Candidate, without = [MESSAGE, REPORT]): string {
  return [title, ...evidence.filter(({ why }) => !without.includes(why)).map(({ line }) => line)].join(" ");
}

/** How much of the smaller set is in the other, from 0 to 1. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = a.intersection(b).size;
  return shared < MIN_SHARED ? 0 : shared / Math.min(a.size, b.size);
}

function covers(text: ReadonlySet<string>, title: ReadonlySet<string>): boolean {
  const shared = title.intersection(text).size;
  return shared > MIN_SHARED && shared >= COVERED * title.size;
}

function takeBack(entries: KnownCandidate[], words: string): KnownCandidate[] {
  const own = entries.filter((one) => !one.isSettled && isByPerson(one));
  const named = words === "" ? new Set<string>() : stemsOf(words);
  const gone = named.size === 0 ? own.slice(-1) : own.filter((one) => named.isSubsetOf(stemsOf(textOf(one))));
  return entries.filter((one) => !gone.includes(one));
}

/** Settled candidates keep their place in the inbox, so that nothing else moves up when one is answered. */
export function placeCandidates<C extends KnownCandidate>(
  entries: readonly C[],
  thresholds: TriageThresholds,
): { inbox: C[]; alsoSaid: C[] } {
  const ranked = entries
    .filter((one) => one.isSettled || (!isBelowInbox(one) && one.score >= thresholds[one.category]))
    .toSorted((a, b) => b.score - a.score);
  const inbox = withStandingOrders(ranked);
  const messages = new Set<string>();
  const alsoSaid = entries.filter((one) => {
    if (inbox.includes(one) || !isByPerson(one)) return false;
    // One line for each message.
    const message = one.evidence.find(({ why }) => why === MESSAGE)?.line;
    if (message === undefined) return true;
    if (messages.has(message)) return one.isSettled === true;
    messages.add(message);
    return true;
  });
  const rest = [
    ...alsoSaid.slice(-MAX_ALSO_SAID),
    ...bestOfClaude(entries.filter((one) => !inbox.includes(one))),
  ];
  return { inbox, alsoSaid: entries.filter((one) => rest.includes(one)) };
}

/** The best of Claude's findings, a few of each source. */
function bestOfClaude<C extends KnownCandidate>(entries: readonly C[]): C[] {
  const counts = new Map<string, number>();
  return entries
    .filter((one) => one.evidence[0]?.who === "claude")
    .toSorted((a, b) => b.score - a.score)
    .filter(({ patterns: [source = ""] }) => {
      counts.set(source, (counts.get(source) ?? 0) + 1);
      return (counts.get(source) ?? 0) <= MAX_OF_SOURCE;
    })
    .slice(0, MAX_ALSO_FOUND);
}

/** A standing order takes the place of the third and later dialog answers. */
function withStandingOrders<C extends KnownCandidate>(ranked: readonly C[]): C[] {
  const shown = ranked.slice(0, MAX_INBOX);
  const giveWay = shown
    .filter(isAnswer)
    .slice(MAX_ANSWERS_FIRST)
    .filter(({ isSettled }) => !isSettled);
  for (const order of ranked.slice(MAX_INBOX).filter(isStanding)) {
    const answer = giveWay.pop();
    if (answer === undefined) break;
    shown.splice(shown.indexOf(answer), 1, order);
  }
  return shown.toSorted((a, b) => b.score - a.score);
}

function isStanding({ patterns, category }: Candidate): boolean {
  return category === "PREFERENCE" && STANDING.includes(patterns[0] ?? "");
}
