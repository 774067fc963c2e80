/** What holdfast says to a host about an event; how that is written is the host's own affair. */
export type Answer =
  | { kind: "silent" }
  /** The client goes on; a person sees the message. `terminalSequence`: for the terminal, to call the person. */
  | { kind: "tell"; message: string; terminalSequence?: string }
  /** Text for the model (and, where given, a line for the person). */
  | { kind: "context"; context: string; message?: string }
  /** `asContext`: as a note instead of an error, where the host goes on after one. */
  | { kind: "refuse"; reason: string; message?: string; asContext?: true };

/** Lines for the model and lines for the person; silent when there are none. */
export function composeAnswer(context: readonly string[], messages: readonly string[]): Answer {
  const text = context.join("\n");
  const message = messages.join("\n");
  if (text) return { kind: "context", context: text, ...(message ? { message } : {}) };
  return message ? { kind: "tell", message } : { kind: "silent" };
}
