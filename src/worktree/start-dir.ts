import type { Environment } from "../config/environment.ts";

/** What is kept of a session's start, and what follows from it; removed with the start's row. */
export function startDir(env: Pick<Environment, "holdfastHome">, sessionId: string): string {
  return `${env.holdfastHome}/state/${sessionId}/start`;
}
