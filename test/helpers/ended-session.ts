// A session of a machine that has ended, with a summary of its own making.
import { databasePath } from "../../src/config/environment.ts";
import { projectKey } from "../../src/platform/repository.ts";
import { parseSummary, type SessionSummary } from "../../src/recording/observations/session-summary.ts";
import { saveSummary } from "../../src/recording/observations/summaries.ts";
import { inTransaction, openStore } from "../../src/store/open.ts";
import { insertPrompt } from "../../src/store/prompts.ts";
import { closeSession, saveProjectKey, touchSession } from "../../src/store/sessions.ts";
import type { TestMachine } from "./machines.ts";
import { writeFileIn } from "./temp.ts";

export async function addEndedSession(
  { env, project }: TestMachine,
  id: string,
  summary: Partial<SessionSummary>,
  { prompts = [], agent, at = Date.now() - 1000 }: { prompts?: string[]; agent?: string; at?: number } = {},
): Promise<void> {
  const store = await openStore(databasePath(env));
  try {
    const key = await projectKey(project);
    inTransaction(store, () => {
      const where = { projectDir: project, transcriptPath: null, toolCalls: 1 };
      touchSession(store, { sessionId: id, at, ...where, ...(agent === undefined ? {} : { agent }) });
      saveProjectKey(store, id, key);
      for (const text of prompts) insertPrompt(store, { sessionId: id, promptId: null, text, at });
      closeSession(store, id, "exit", at);
    });
    const detail = JSON.stringify({ ...parseSummary(null), ...summary });
    saveSummary(store, { session_id: id, project_key: key, request: "", text: "", detail, at });
  } finally {
    store.close();
  }
}

/** As in the user's own file. */
export async function shareSessions({ env }: TestMachine): Promise<void> {
  const { sync } = (await Bun.file(`${env.holdfastHome}/config.json`).json()) as { sync: object };
  writeFileIn(env.holdfastHome, "config.json", JSON.stringify({ sync: { ...sync, sessions: true } }));
}
