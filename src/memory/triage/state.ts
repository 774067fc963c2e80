// The state of triage between two reads of a transcript: plain data of bounded size, stored beside the cursor.
/** Only the end of a message is kept, because that is what the user answers. */
export const MAX_MESSAGE = 4000;
/** No text of the state is longer. */
export const MAX_CLAUDE_TEXT = 8000;

/** A state of another version is not continued. */
const VERSION = 4;

export function emptyState() {
  return {
    version: VERSION,
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
