export const KINDS = ["change", "command", "failure", "fix", "test", "commit", "search", "decision"] as const;

export type Kind = (typeof KINDS)[number];

/** What one tool call came to. */
export interface Observation {
  kind: Kind;
  /** One line. */
  title: string;
  summary: string;
  files: string[];
  /** What a failure has in common with the call that fixes it, such as the command. */
  subject: string | null;
  result: "passed" | "failed" | null;
}

/** A tool call as it was recorded. */
export interface RecordedCall {
  tool: string;
  input: unknown;
  response: unknown;
  error: string | null;
  projectDir: string | null;
  files: string[];
}
