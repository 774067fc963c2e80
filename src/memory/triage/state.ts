import { isRecord } from "../../text/is-record.ts";

// What the triage of a session must still know when it goes on: plain data, bounded, stored beside the cursor.
export interface OpenFailure {
  /** The command, without what only shapes its output. */
  command: string;
  /** Set for it alone: `NODE_ENV=test`. */
  variables: string;
  /** The line of its output that says what went wrong. */
  error: string;
  /** Files changed since. */
  changed: string[];
  /** Other commands run since that may have changed something. */
  ran: string[];
  /** What the person says they did about it, or tells Claude to do. */
  advice: string;
  /** Why it failed, as Claude says it. */
  cause: string;
  /** The error names a file that was written in this session just before: a slip, not knowledge. */
  isOwnSlip: boolean;
  /** Files the session had changed before. */
  changedBefore: string[];
}

export const MAX_FAILURES = 12;
export const MAX_FILES = 60;
export const MAX_FIXED = 8;
export const MAX_HEARD = 600;
/** Of a message; the end is what is answered. */
export const MAX_MESSAGE = 4000;

/** What a session has done since its last save. */
export function emptyProgress() {
  return {
    files: [] as string[],
    commits: [] as string[],
    /** Commands that passed and looked for faults or built something. */
    checks: 0,
    /** Commands that change something by their nature. */
    acts: 0,
    /** Pushes, pull requests, deployments. */
    published: 0,
    /** Saves so far: what comes after one is a new summary. */
    saves: 0,
    request: "",
  };
}

export type SessionProgress = ReturnType<typeof emptyProgress>;

/** What was decided since the last prompt, and where files were changed since. */
export function emptyTurn() {
  return {
    found: [] as string[],
    inProject: false,
    elsewhere: false,
    /** The sentence in which the person reported a fault. */
    fault: "",
  };
}

export function emptyState() {
  return {
    failures: [] as OpenFailure[],
    progress: emptyProgress(),
    /** What Claude said last, and the person has not replied to. */
    lastMessage: "",
    /** How sentences of Claude's begin, as hashes, the latest last: what the person sends back of them is not theirs. */
    heard: [] as string[],
    /** What the person asked to be used → a hash of the message that did. */
    means: {} as Record<string, string>,
    /** Errors that Claude says are fixed, in the words of the error. */
    fixed: [] as string[],
    turn: emptyTurn(),
  };
}

export type TriageState = ReturnType<typeof emptyState>;

/** What was stored; of a damaged or an older state, what can still be used. */
export function parseState(text: string | null): TriageState {
  const empty = emptyState();
  const stored = text === null ? null : parseObject(text);
  if (!Array.isArray(stored?.failures) || typeof stored.progress !== "object") return empty;
  return {
    failures: stored.failures.filter(isOpenFailure).slice(-MAX_FAILURES),
    progress: { ...empty.progress, ...stored.progress },
    lastMessage: typeof stored.lastMessage === "string" ? stored.lastMessage : "",
    heard: Array.isArray(stored.heard)
      ? stored.heard.filter((one) => typeof one === "string").slice(-MAX_HEARD)
      : [],
    means: isRecord(stored.means) ? stored.means : {},
    fixed: Array.isArray(stored.fixed) ? stored.fixed.filter((one) => typeof one === "string") : [],
    turn: Array.isArray(stored.turn?.found) ? { ...empty.turn, ...stored.turn } : empty.turn,
  };
}

function parseObject(text: string): Partial<TriageState> | null {
  try {
    return JSON.parse(text) as Partial<TriageState> | null;
  } catch {
    return null; // Damaged: what is found from here on still counts.
  }
}

function isOpenFailure(value: OpenFailure | undefined): value is OpenFailure {
  return (
    typeof value?.error === "string" && Array.isArray(value.changedBefore) && typeof value.cause === "string"
  );
}
