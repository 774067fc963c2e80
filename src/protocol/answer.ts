/** What holdfast says to a host about an event; how that is written is the host's own affair. */
export type Answer =
  | { kind: "silent" }
  /** The client goes on; a person sees the message. */
  | { kind: "tell"; message: string }
  /** Text for the model (and, where given, a line for the person). */
  | { kind: "context"; context: string; message?: string }
  | { kind: "refuse"; reason: string; message?: string };
