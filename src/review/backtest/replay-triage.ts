// Replays triage on one session under a policy, piece by piece as the drain does.
import { isExcludedProject } from "../../config/place.ts";
import type { StopContext } from "../../gates/engine/stop-context.ts";
import { choosePrompts } from "../../memory/inbox/choose-prompts.ts";
import { findLastAskedAt, listOpenCandidates } from "../../memory/inbox/prompted-candidates.ts";
import { recordEvents } from "../../memory/inbox/record-candidates.ts";
import { categoriesOff } from "../../memory/inbox/triage-transcript.ts";
import { isTimeToAsk, type UnsavedMemory } from "../../memory/inbox/unsaved-memories.ts";
import type { Candidate, TriageThresholds } from "../../memory/triage/candidate.ts";
import { type KnownCandidate, mergeEvents, placeCandidates } from "../../memory/triage/merge.ts";
import type { TriageState } from "../../memory/triage/state.ts";
import { triageItems } from "../../memory/triage/triage-items.ts";
import { redactAndShorten } from "../../recording/capture/redact-fully.ts";
import { oneLine } from "../../text/clip.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Policy } from "./policy.ts";

interface TriagedSession {
  sessionId: string;
  project: string | null;
  home: string;
}

const MAX_EVIDENCE = 3;
const MAX_LINE = 240;

export class TriageReplay {
  readonly isOn: boolean;
  /** Whether new items are triaged at each stop, because Claude may be asked about them. */
  readonly atStops: boolean;
  readonly #policy: Policy;
  readonly #sessionId: string;
  #found: KnownCandidate[] = [];
  #state: TriageState | undefined;

  constructor(policy: Policy, session: TriagedSession) {
    this.#policy = policy;
    this.#sessionId = session.sessionId;
    this.isOn =
      isOn(policy) && !isExcludedProject(session.project, policy.config.capture.exclude, session.home);
    this.atStops = this.isOn && policy.triage.mode === "ask";
  }

  /** `items` must be redacted. */
  follow(items: readonly TranscriptItem[]): void {
    const { events, state } = triageItems(items, {
      off: categoriesOff(this.#policy.triage),
      sessionId: this.#sessionId,
      ...(this.#state ? { state: this.#state } : {}),
    });
    this.#state = state;
    const { inbox, alsoSaid } = this.#place(mergeEvents(this.#found, events));
    this.#found = [...inbox, ...alsoSaid];
  }

  get thresholds(): TriageThresholds {
    return this.#policy.triage.thresholds;
  }

  /** What would be in the inbox. */
  candidates(): Candidate[] {
    return this.#place(this.#found).inbox.map(toShown);
  }

  #place(found: readonly KnownCandidate[]) {
    return placeCandidates(found, this.thresholds);
  }
}

/** Policies with the same key share one replay of triage. */
export function triageKey(policy: Policy): string {
  const { mode, thresholds, categories } = policy.triage;
  const { projects } = policy.config.capture.exclude;
  return JSON.stringify([isOn(policy), mode === "ask", thresholds, categories, projects]);
}

/** What Claude would have been asked to save. Whether it was already saved is unknown. */
export function candidatesToAsk(
  { store, event, env, budget, now }: StopContext,
  triage: TriageReplay,
): UnsavedMemory[] {
  const sessionId = event.sessionId ?? "";
  if (!triage.atStops || !isTimeToAsk(findLastAskedAt(store, sessionId), budget?.opened_at ?? now, now))
    return [];
  const projectKey = "";
  const events = triage.candidates().map((candidate) => ({ kind: "found" as const, candidate }));
  recordEvents(store, { sessionId, projectKey, path: "" }, events, { thresholds: triage.thresholds });
  const open = listOpenCandidates(store, { projectKey, sessionId });
  return choosePrompts(store, { env, projectDir: "", projectKey }, sessionId, open);
}

function isOn({ triage, config }: Policy): boolean {
  return triage.enabled && triage.mode !== "off" && config.capture.enabled;
}

/** Redacted and shortened. */
function toShown(candidate: Candidate): Candidate {
  return {
    ...candidate,
    title: redactAndShorten(candidate.title, MAX_LINE),
    evidence: candidate.evidence
      .slice(0, MAX_EVIDENCE)
      .map((one) => ({ ...one, line: oneLine(redactAndShorten(one.line, MAX_LINE)) })),
  };
}
