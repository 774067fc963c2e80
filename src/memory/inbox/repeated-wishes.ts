// What the person wishes in two sessions of a project becomes one item of the inbox, which quotes both.
import type { Store } from "../../store/open.ts";
import { stemsOf } from "../index/find-similar.ts";
import type { Category } from "../memory.ts";
import { type Candidate, type CandidateEvidence, fingerprintOf } from "../triage/candidate.ts";
import { contentWords } from "../triage/topic.ts";
import { type CandidateRow, listOtherWishes } from "./candidates.ts";

const MIN_COMMON_SHARE = 2 / 3;
const MIN_COMMON_WORDS = 3;
/** The client may note a message twice, when it was queued and when it was sent. */
const COPIED_MS = 60_000;
const EARLIER = "said in an earlier session";

/** `found`: in this session. */
export function findRepeatedWishes(
  store: Store,
  session: { projectKey: string; sessionId: string },
  found: readonly Candidate[],
): Candidate[] {
  const wishes = found.filter(({ patterns }) => patterns[0] === "wish");
  if (wishes.length === 0) return [];
  const earlier = listOtherWishes(store, session);
  const own = wishes.filter((wish) => !earlier.some((row) => isCopy(wish, row)));
  return own.flatMap((wish) => {
    const first = earlier.find((row) => isRepeated(wish, row));
    return first ? [joinWishes(wish, first)] : [];
  });
}

function isRepeated(wish: Candidate, row: CandidateRow): boolean {
  return row.category === wish.category && isAlike(wish.title, row.title);
}

/** A forked or resumed session begins with a copy of the earlier one: the same words, said at the same time. */
function isCopy({ fingerprint, evidence }: Candidate, row: CandidateRow): boolean {
  const [own] = evidence;
  const [other] = JSON.parse(row.evidence) as CandidateEvidence[];
  const apart = Math.abs((own?.at ?? 0) - (other?.at ?? own?.at ?? 0));
  return fingerprint === row.fingerprint && apart < COPIED_MS;
}

function isAlike(a: string, b: string): boolean {
  const [own, other] = [rareStems(a), rareStems(b)];
  const common = own.intersection(other).size;
  return common >= MIN_COMMON_WORDS && common >= MIN_COMMON_SHARE * Math.max(own.size, other.size);
}

function rareStems(title: string): Set<string> {
  return stemsOf(contentWords(title).join(" "));
}

/** A third session that says it finds the same item. */
function joinWishes(wish: Candidate, first: CandidateRow): Candidate {
  const [quote] = JSON.parse(first.evidence) as CandidateEvidence[];
  return {
    ...wish,
    evidence: [...wish.evidence, ...(quote ? [{ ...quote, why: EARLIER }] : [])],
    fingerprint: fingerprintOf(first.category as Category, `repeated ${first.fingerprint}`),
    patterns: ["repeated"],
  };
}
