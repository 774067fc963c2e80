/**
 * - running: the subagent has not stopped yet
 * - unproven: it reported, but its verify command could not tell
 * - early: it worked before what it requires was finished
 */
export type Result = "running" | "passed" | "failed" | "unproven" | "early";

/** What one subagent did for a stage. */
export interface Report {
  agentId: string;
  agentType: string;
  stage: string;
  chunk: string | null;
  /** How many chunks the stage has, when it was said. */
  chunks: number | null;
  result: Result;
  /** Its last message, shortened, without secrets. */
  report: string;
  error: string | null;
  files: string[];
  /** It started before what the stage requires was finished. */
  isEarly: boolean;
  startedAt: number;
  finishedAt: number | null;
}
