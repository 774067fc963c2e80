// What triage would have put into the inbox of one session under a policy, piece by piece as the drain reads it.

import { CATEGORIES, type Category } from "../../memory/category.ts";
import { isOnlySecret } from "../../memory/inbox/record-candidates.ts";
import type { Candidate, Evidence } from "../../memory/triage/candidate.ts";
import type { TriageState } from "../../memory/triage/state.ts";
import { triageItems } from "../../memory/triage/triage-items.ts";
import { isExcludedProject } from "../../recording/capture/may-capture.ts";
import { redactAndShorten } from "../../recording/capture/redact-fully.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Policy } from "./policy.ts";

export interface ShownCandidate {
  category: Category;
  title: string;
  score: number;
  evidence: Evidence[];
  fingerprint: string;
  patterns: string[];
}

export interface TriageReplay {
  /** Asked for at stops: what is new is looked at there. */
  atStops: boolean;
  isOn: boolean;
  /** `items` are without secrets. */
  follow(items: readonly TranscriptItem[]): void;
  candidates(): ShownCandidate[];
  /** Found after the list was full. */
  cut(): number;
}

export interface TriagedSession {
  sessionId: string;
  project: string | null;
  home: string;
}

const MAX_CANDIDATES = 1000;
const MAX_EVIDENCE = 3;
const MAX_LINE = 240;

export function createTriageReplay(policy: Policy, session: TriagedSession): TriageReplay {
  const found = new Map<string, ShownCandidate>();
  const { thresholds, categories } = policy.triage;
  const off = CATEGORIES.filter((category) => !categories[category]);
  const isOn = isTriaged(policy, session);
  let state: TriageState | undefined;
  let cut = 0;

  return {
    isOn,
    atStops: isOn && policy.triage.mode === "ask",
    follow(items) {
      const triage = triageItems(items, {
        thresholds,
        off,
        sessionId: session.sessionId,
        ...(state ? { state } : {}),
      });
      ({ state } = triage);
      for (const one of triage.candidates) {
        const known = found.get(one.fingerprint);
        if (!known && found.size >= MAX_CANDIDATES) cut++;
        else if (!known || known.score < one.score) keep(toShown(one));
      }
    },
    candidates: () => [...found.values()],
    cut: () => cut,
  };

  function keep(shown: ShownCandidate): void {
    if (!isOnlySecret(shown.title)) found.set(shown.fingerprint, shown);
  }
}

/** What decides over the outcome: policies that have it in common share one replay. */
export function triageKey({ triage, config }: Policy): string {
  const { enabled, mode, thresholds, categories } = triage;
  const { enabled: recorded, exclude } = config.capture;
  const isOn = enabled && mode !== "off" && recorded;
  return JSON.stringify([isOn, mode === "ask", thresholds, categories, exclude.projects]);
}

function isTriaged({ triage, config }: Policy, { project, home }: TriagedSession): boolean {
  const { enabled, exclude } = config.capture;
  const isOn = triage.enabled && triage.mode !== "off" && enabled;
  return isOn && !isExcludedProject(project, exclude, home);
}

function toShown({ category, title, score, evidence, fingerprint, patterns }: Candidate): ShownCandidate {
  return {
    category,
    title: redactAndShorten(title, MAX_LINE),
    score,
    evidence: evidence
      .slice(0, MAX_EVIDENCE)
      .map((one) => ({ ...one, line: redactAndShorten(one.line, MAX_LINE).replaceAll(/\s+/g, " ") })),
    fingerprint,
    patterns,
  };
}
