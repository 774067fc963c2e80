// Which session a call of an MCP tool comes from. The client names one when it starts the server, but /clear and /resume begin another in
// the same process, and the server is not started again: then the transcript that has the call tells.

import { isSessionId } from "../protocol/claude-code/parse-event.ts";
import { findSession, liveSessionsWithin, type SessionRow } from "../store/sessions.ts";
import { MAX_LAG_MS, POLL_MS, readTail } from "../transcript/read-tail.ts";
import { listSubagentFiles } from "../transcript/subagent-files.ts";
import type { Caller } from "./command.ts";
import { findProject, MAX_SILENCE_MS, withStore } from "./target.ts";

const MAX_BYTES = 512 * 1024;
const CALL_ID = /^[\w-]{1,128}$/;

/** null when nothing tells. */
export async function findCallingSession(context: Caller, callId: string): Promise<string | null> {
  const { sessionId } = context.env;
  const started = sessionId !== null && isSessionId(sessionId) ? sessionId : null;
  const { startDir } = await findProject(context);
  const found = await withStore(context.env, (store) => ({
    first: started === null ? null : findSession(store, started),
    live: liveSessionsWithin(store, startDir, Date.now() - MAX_SILENCE_MS),
  })).catch(() => null); // What needs the store says what is wrong with it.
  // Without a row its hooks are off, or it has only just begun.
  if (found === null || (started !== null && (found.first === null || found.first.ended_at === null)))
    return started;
  const { live } = found;
  if (!CALL_ID.test(callId)) return onlyOne(live);
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; await Bun.sleep(POLL_MS)) {
    for (const session of live) if (await made(session, callId)) return session.session_id;
    // The client writes a little behind what it does.
    if (performance.now() >= waitUntil) return onlyOne(live);
  }
}

function onlyOne(live: readonly SessionRow[]): string | null {
  return live.length === 1 ? (live[0]?.session_id ?? null) : null;
}

async function made({ transcript_path: path }: SessionRow, callId: string): Promise<boolean> {
  if (path === null) return false;
  const agents = await listSubagentFiles(path);
  for (const file of [path, ...agents.map((agent) => agent.path)]) {
    const { items } = await readTail(file, { maxBytes: MAX_BYTES });
    if (items.some((item) => item.kind === "tool-call" && item.id === callId)) return true;
  }
  return false;
}
