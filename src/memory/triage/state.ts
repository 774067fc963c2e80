// What a triage must still know when it goes on: plain data, bounded, kept beside the cursor.
import { MANNERS, type Manner } from "./structure/asks.ts";
import type { Offer } from "./structure/offers.ts";

export interface OpenFailure {
  /** The command, without what only shapes its output. */
  subject: string;
  /** Set for it alone. */
  variables: string;
  /** The telling line of its output. */
  said: string;
  /** Files changed since. */
  changed: string[];
  /** Other commands run since that may have changed something. */
  ran: string[];
  /** The person's words, when they put it right themselves. */
  told: string;
  /** The failure names a file that was written in this session just before: a slip, not knowledge. */
  ownSlip: boolean;
  /** Files the session had changed before. */
  before: string[];
  tries: number;
}

export interface Progress {
  files: string[];
  commits: string[];
  /** Commands that passed and looked for faults or built something. */
  checks: number;
  /** Commands that change something by their nature. */
  acts: number;
  /** Pushes, pull requests, deployments. */
  published: number;
  /** Saves so far: what comes after one is a new story. */
  saves: number;
  request: string;
}

/** The person's words of a fault, what Claude answered, and a fault in Claude's own last words. */
export interface FaultTold {
  told: string;
  answer: string;
  shown: string;
  /** The person asked about it: Claude's answer explains. */
  asked: boolean;
  /** A command that failed, after which the same program passed in another form. */
  ran: string;
}

export interface TriageState {
  failures: OpenFailure[];
  progress: Progress;
  /** Claude's last question, waiting for its answer. */
  asked: string;
  manner: Manner;
  /** The person asked back: it still waits. */
  stands: boolean;
  /** The ways it laid out. */
  offers: Offer[];
  /** The person's answer was taken: Claude's echo of it is not another. */
  answered: boolean;
  fault: FaultTold;
  /** The end of what Claude said last. */
  report: string;
}

export const MOST_FAILURES = 12;
export const MOST_FILES = 60;

export function startState(): TriageState {
  return {
    failures: [],
    progress: { files: [], commits: [], checks: 0, acts: 0, published: 0, saves: 0, request: "" },
    asked: "",
    manner: "choice",
    stands: false,
    offers: [],
    answered: false,
    fault: { told: "", answer: "", shown: "", asked: false, ran: "" },
    report: "",
  };
}

/** What was kept, or a fresh one when it cannot be used. */
export function parseState(text: string | null): TriageState {
  if (text === null) return startState();
  try {
    const value = JSON.parse(text) as Partial<TriageState> | null;
    const fresh = startState();
    if (!Array.isArray(value?.failures) || typeof value.progress !== "object") return fresh;
    return {
      // One kept by an earlier version does not know all that is asked of it now.
      failures: value.failures.slice(-MOST_FAILURES).map((one) => ({
        ...one,
        before: one.before ?? [],
        variables: one.variables ?? "",
        told: one.told ?? "",
      })),
      progress: { ...fresh.progress, ...value.progress },
      asked: typeof value.asked === "string" ? value.asked : "",
      manner: MANNERS.find((manner) => manner === value.manner) ?? "choice",
      stands: value.stands === true,
      offers: Array.isArray(value.offers) ? value.offers : [],
      answered: value.answered === true,
      fault: typeof value.fault?.answer === "string" ? { ...fresh.fault, ...value.fault } : fresh.fault,
      report: typeof value.report === "string" ? value.report : "",
    };
  } catch {
    return startState(); // Damaged: what is found from here on still counts.
  }
}
