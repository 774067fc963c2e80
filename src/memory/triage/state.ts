// The state of triage between two reads of a transcript: plain data of bounded size, stored beside the cursor.
export const MAX_FILES = 60;
/** Only the end of a message is kept, because that is what the user answers. */
export const MAX_MESSAGE = 4000;
/** No text of the state is longer. */
export const MAX_CLAUDE_TEXT = 8000;

/** A state of another version is not continued. */
const VERSION = 3;

/** What a session has done since its last save. */
export function emptyProgress() {
  return {
    files: [] as string[],
    commits: [] as string[],
    /** Checks and builds that passed. */
    checks: 0,
    /** How often memories were saved. Each save starts a new summary. */
    saves: 0,
    request: "",
  };
}

export type SessionProgress = ReturnType<typeof emptyProgress>;

export function emptyState() {
  return {
    version: VERSION,
    progress: emptyProgress(),
    /** Claude's last message, if the user has not replied yet. */
    lastMessage: "",
    /** The end of what Claude told the user, who may paste it back. */
    told: "",
  };
}

export type TriageState = ReturnType<typeof emptyState>;

/** Reads a stored state. One that is missing, damaged or of another version is started over. */
export function parseState(text: string | null): TriageState {
  try {
    const stored = JSON.parse(text ?? "null") as TriageState | null;
    return stored?.version === VERSION ? stored : emptyState();
  } catch {
    return emptyState(); // Damaged: what is found from here on still counts.
  }
}
