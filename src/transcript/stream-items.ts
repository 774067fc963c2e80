// A whole transcript in bounded memory: one piece of the file at a time.
import type { TranscriptItem } from "./item.ts";
import { addReport, createReport, type ReadReport } from "./parse-chunk.ts";
import { type ReadProblem, readPiece } from "./read-bytes.ts";
import { type Cursor, readSince } from "./read-since.ts";

interface StreamOutcome {
  problem: ReadProblem | null;
  report: ReadReport;
  /** In bytes; after it comes at most a line without its end. */
  readTo: number;
}

const PIECE = 1024 * 1024;

export function createOutcome(): StreamOutcome {
  return { problem: null, report: createReport(), readTo: 0 };
}

/** `outcome` is filled while reading, and complete after the last item. */
export async function* streamItems(
  path: string,
  outcome: StreamOutcome = createOutcome(),
): AsyncGenerator<TranscriptItem, void> {
  let cursor: Cursor | null = null;
  for (;;) {
    const read = await readSince(path, cursor, { maxBytes: PIECE });
    addReport(outcome.report, read.report);
    if (read.problem) {
      outcome.problem = read.problem;
      return;
    }
    if (read.restarted) {
      outcome.problem = { code: "unreadable", message: "it was rewritten while it was read" };
      return;
    }
    outcome.readTo = read.cursor.offset;
    yield* read.items;
    if (!read.more) return;
    cursor = read.cursor;
  }
}

// The transcripts of a session's subagents. Nothing here is read unless somebody asks for it by the session's file.

interface SubagentFile {
  path: string;
  agentId: string;
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
  return paths.toSorted().map((path) => ({ path, agentId: agentIdIn(path) }));
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

function agentIdIn(path: string): string {
  return path.slice(path.lastIndexOf("/agent-") + "/agent-".length, -".jsonl".length);
}
