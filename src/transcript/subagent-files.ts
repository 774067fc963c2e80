// The transcripts of a session's subagents. Nothing here is read unless somebody asks for it by the session's file.
import { readSmallFile } from "../platform/files.ts";
import { isRecord } from "../text/is-record.ts";
import { readPiece } from "./read-bytes.ts";
import { type Raw, textOf } from "./records/fields.ts";

export interface SubagentFile {
  path: string;
  agentId: string;
  agentType: string | null;
  /** The id of the call that started it. */
  callId: string | null;
}

const HEAD_BYTES = 64 * 1024;

/** Newer clients keep them in a folder of the session, older ones beside it. */
export async function listSubagentFiles(transcriptPath: string): Promise<SubagentFile[]> {
  const folder = transcriptPath.replace(/\.jsonl$/, "");
  const slash = folder.lastIndexOf("/");
  const sessionId = folder.slice(slash + 1);
  const own = await findFiles(`${folder}/subagents`, "**/agent-*.jsonl");
  const beside = await findFiles(slash === -1 ? "." : folder.slice(0, slash) || "/", "agent-*.jsonl");
  const ofSession = await Promise.all(beside.map((path) => belongsTo(path, sessionId)));
  const paths = [...own, ...beside.filter((_path, index) => ofSession[index])];
  return Promise.all(paths.toSorted().map(describe));
}

async function findFiles(folder: string, pattern: string): Promise<string[]> {
  try {
    const found = await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: folder, dot: true }));
    return found.map((name) => `${folder}/${name}`);
  } catch {
    return []; // No such folder, or not ours to look into: it has no subagents for us.
  }
}

/** A subagent's records carry the id of the session they work for. */
async function belongsTo(path: string, sessionId: string): Promise<boolean> {
  const head = await readPiece(path, 0, HEAD_BYTES);
  return head.ok && head.bytes.includes(`"sessionId":${JSON.stringify(sessionId)}`);
}

async function describe(path: string): Promise<SubagentFile> {
  const meta = await readMeta(path.replace(/\.jsonl$/, ".meta.json"));
  return {
    path,
    agentId: path.slice(path.lastIndexOf("/agent-") + "/agent-".length, -".jsonl".length),
    agentType: textOf(meta.agentType),
    callId: textOf(meta.toolUseId),
  };
}

async function readMeta(path: string): Promise<Raw> {
  const file = await readSmallFile(path);
  if (file.state !== "read") return {};
  try {
    const meta: unknown = JSON.parse(file.text);
    return isRecord(meta) ? meta : {};
  } catch {
    return {}; // Half-written: the transcript beside it still counts.
  }
}
