import { isRecord } from "../../text/is-record.ts";

// The state of triage between two reads of a transcript: plain data of bounded size, stored beside the cursor.
export interface OpenFailure {
  /** The command without parts that only change its output, such as `| tail`. */
  command: string;
  /** Environment variables set for this command: `NODE_ENV=test`. */
  variables: string;
  /** The line of the output with the error. */
  error: string;
  /** Files that were changed after the failure. */
  changed: string[];
  /** Other commands that ran after the failure and may have changed something. */
  ran: string[];
  /** What the user did about it or told Claude to do. */
  advice: string;
  /** The reason that Claude gave. */
  cause: string;
  /** The error is in a file that this session had just written, so it is not worth remembering. */
  isOwnSlip: boolean;
  /** Files that the session had changed before the failure. */
  changedBefore: string[];
}

export const MAX_FAILURES = 12;
export const MAX_FILES = 60;
export const MAX_FIXED = 8;
export const MAX_HEARD = 600;
/** Only the end of a message is kept, because that is what the user answers. */
export const MAX_MESSAGE = 4000;

/** What a session has done since its last save. */
export function emptyProgress() {
  return {
    files: [] as string[],
    commits: [] as string[],
    /** Checks and builds that passed. */
    checks: 0,
    /** Commands that change something, such as `mv` or `npm install`. */
    acts: 0,
    /** Pushes, pull requests, deployments. */
    published: 0,
    /** How often memories were saved. Each save starts a new summary. */
    saves: 0,
    request: "",
  };
}

export type SessionProgress = ReturnType<typeof emptyProgress>;

/** What happened since the last prompt. */
export function emptyTurn() {
  return {
    found: [] as string[],
    inProject: false,
    elsewhere: false,
    /** The sentence in which the user reported a fault. */
    fault: "",
  };
}

export function emptyState() {
  return {
    failures: [] as OpenFailure[],
    progress: emptyProgress(),
    /** Claude's last message, if the user has not replied yet. */
    lastMessage: "",
    /** Hashes of how Claude's sentences begin, to recognise those that the user pastes back. */
    heard: [] as string[],
    /** Tools and models that the user asked for, with a hash of the message. */
    means: {} as Record<string, string>,
    /** The texts of errors that Claude called fixed. */
    fixed: [] as string[],
    turn: emptyTurn(),
  };
}

export type TriageState = ReturnType<typeof emptyState>;

/** Reads a stored state. Of a damaged or older one it keeps what is valid. */
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
