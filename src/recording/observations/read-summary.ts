import type { SessionSummary } from "./session-summary.ts";

const NOTHING: SessionSummary = {
  request: "",
  files: [],
  fixes: [],
  commands: [],
  tests: null,
  commits: [],
  decisions: [],
  open: [],
  lastMessage: "",
};

/** A summary as it was written; what an older version did not write is empty. */
export function readSummary(detail: string | null): SessionSummary {
  return detail === null ? NOTHING : { ...NOTHING, ...(JSON.parse(detail) as Partial<SessionSummary>) };
}
