// Reads the files of one session, piece by piece, into batches.
import type { Cursor } from "../../transcript/cursor.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { OpenCall } from "../../transcript/join-calls.ts";
import { readSince, type SinceRead } from "../../transcript/read-since.ts";
import { openTasks } from "../../transcript/selectors/open-tasks.ts";
import { redactAndShorten } from "../capture/redact-fully.ts";
import { isQuietTool } from "../observations/observe-call.ts";
import type { Batch, SessionEnd } from "./batch.ts";
import { createFileState, digestItems, digestQueue, type FileState } from "./digest-items.ts";
import { findProject, type ProjectFinder } from "./find-project.ts";
import type { CursorRow } from "./ingest-rows.ts";
import type { SessionFile, SessionFiles } from "./session-files.ts";

const PIECE_BYTES = 2 * 1024 * 1024;
const MAX_MESSAGE = 2000;
const HOUR = 3_600_000;

export async function* readSession(
  session: SessionFiles,
  finder: ProjectFinder,
): AsyncGenerator<Batch, void> {
  for (const file of session.files) yield* readFile(session, file, finder);
}

async function* readFile(
  session: SessionFiles,
  file: SessionFile,
  finder: ProjectFinder,
): AsyncGenerator<Batch, void> {
  let cursor = cursorOf(file.cursor);
  let state: FileState | null = null;
  for (;;) {
    const read = await readSince(file.path, cursor, { maxBytes: PIECE_BYTES, ignoresResults: isQuietTool });
    const batch = emptyBatch(file, read, cursor);
    if (read.problem) {
      yield { ...batch, problem: read.problem.message };
      return;
    }
    // Only the first piece shows whether another tool wrote the file: it then has no record of the client.
    if (state === null && read.foreign) {
      yield { ...batch, leftOut: "foreign", cursor: read.more ? null : read.cursor };
      return;
    }
    if (state === null || state.project.projectDir === null) {
      const { project, rules, leftOut } = await findProject(finder, file.path, read.items);
      if (leftOut) {
        yield { ...batch, leftOut };
        return;
      }
      const { modifiedAt } = file;
      const agent = file.agent || isSubagentFile(read.items);
      const about = { sessionId: session.sessionId, agent, modifiedAt, latest: Date.now() + HOUR };
      state = { ...(state ?? createFileState({ ...about, project, rules })), project, rules };
    }
    const digest = digestItems(read.items, state);
    if (!read.more) digest.prompts.push(...digestQueue(state));
    yield {
      ...batch,
      ...digest,
      agent: state.agent,
      project: state.project,
      cursor: read.cursor,
      ends: read.more || state.agent ? {} : endsOf(state),
    };
    if (!read.more) return;
    cursor = read.cursor;
  }
}

/** By its records, whatever its name. */
function isSubagentFile(items: readonly TranscriptItem[]): boolean {
  const records = items.filter(({ uuid }) => uuid !== null);
  return records.length > 0 && records.every(({ sidechain, agentId }) => sidechain && agentId !== null);
}

function cursorOf(row: CursorRow | null): Cursor | null {
  if (row === null) return null;
  return { offset: row.offset, guard: row.guard, open: JSON.parse(row.open_calls) as OpenCall[] };
}

function emptyBatch({ key, path, agent, size }: SessionFile, read: SinceRead, before: Cursor | null): Batch {
  const from = read.restarted ? 0 : (before?.offset ?? 0);
  return {
    file: key,
    path,
    agent,
    project: { projectDir: null, projectKey: null },
    prompts: [],
    calls: [],
    turns: [],
    cursor: null,
    size: read.more ? null : Math.max(size, read.cursor.offset),
    restarted: read.restarted,
    bytes: Math.max(0, read.cursor.offset - from),
    damagedLines: read.report.damagedLines,
    problem: null,
    leftOut: null,
    ends: {},
  };
}

function endsOf({ lastMessages, tasks, sessions }: FileState): Record<string, SessionEnd> {
  const open = openTasks(tasks).map(({ subject }) => redactAndShorten(subject, MAX_MESSAGE));
  const ends = [...sessions].map((id) => {
    const lastMessage = redactAndShorten(lastMessages.get(id) ?? "", MAX_MESSAGE);
    return [id, { lastMessage, openTasks: open }] as const;
  });
  return Object.fromEntries(ends);
}
