// Finds the transcripts of a session's subagents.
import { readPiece } from "./read-bytes.ts";

export interface SubagentFile {
  path: string;
  agentId: string;
}

const HEAD_BYTES = 64 * 1024;

/** Newer clients put them into a folder of the session, older ones next to the session's file. */
export async function listSubagentFiles(transcriptPath: string): Promise<SubagentFile[]> {
  const folder = transcriptPath.replace(/\.jsonl$/, "");
  const slash = folder.lastIndexOf("/");
  const sessionId = folder.slice(slash + 1);
  const own = await findFiles(`${folder}/subagents`, "**/agent-*.jsonl");
  const beside = await findFiles(slash === -1 ? "." : folder.slice(0, slash) || "/", "agent-*.jsonl");
  const ofSession = await Promise.all(beside.map((path) => belongsTo(path, sessionId)));
  const paths = [...own, ...beside.filter((_path, index) => ofSession[index])];
  return paths.toSorted().map((path) => ({ path, agentId: agentIdIn(path) }));
}

async function findFiles(folder: string, pattern: string): Promise<string[]> {
  try {
    const found = await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: folder, dot: true }));
    return found.map((name) => `${folder}/${name}`);
  } catch {
    return []; // No such folder, or not readable.
  }
}

/** A subagent's records have the id of its session. */
async function belongsTo(path: string, sessionId: string): Promise<boolean> {
  const head = await readPiece(path, 0, HEAD_BYTES);
  return head.ok && head.bytes.includes(`"sessionId":${JSON.stringify(sessionId)}`);
}

function agentIdIn(path: string): string {
  return path.slice(path.lastIndexOf("/agent-") + "/agent-".length, -".jsonl".length);
}
