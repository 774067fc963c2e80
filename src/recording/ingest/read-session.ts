// Reads the files of one session piece by piece into redacted batches for the writer.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { isExcludedProject } from "../../config/place.ts";
import { projectKey } from "../../platform/repository.ts";
import { isAbsolutePath } from "../../platform/system.ts";
import type { TaskUpdates } from "../../store/tasks.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { openLog } from "../../transcript/open-log.ts";
import { type Cursor, readSince, type SinceRead } from "../../transcript/read-since.ts";
import type { CaptureRules } from "../capture/redact-call.ts";
import { redactAndShorten } from "../capture/redact-fully.ts";
import type { CallOrigin, CallRecord } from "../observations/record-call.ts";
import { describeEnding, type EndingFacts } from "../observations/session-ending.ts";
import type { RecordedPrompt } from "../record.ts";
import { type ConfiguredChecks, listConfiguredChecks } from "../runs/static-checks.ts";
import { createFileState, digestItems, digestQueue, type FileState } from "./digest-items.ts";
import { cursorOf } from "./ingest-rows.ts";
import type { SessionFile, SessionFiles } from "./session-files.ts";

export interface IngestedCall extends Omit<CallOrigin, "projectKey"> {
  /** null when the call only changed tasks. */
  record: CallRecord | null;
  tasks: TaskUpdates | null;
}

/** A prompt and what was done for it. */
export interface Turn {
  sessionId: string;
  /** The prompt's record id; null before the first prompt. */
  uuid: string | null;
  calls: number;
  from: number;
  to: number;
}

export interface SessionProject {
  projectDir: string | null;
  projectKey: string | null;
}

export interface SessionBatch {
  /** The file's key. */
  file: string;
  path: string;
  agent: boolean;
  /** The host whose log it is; null for Claude Code's. */
  host: string | null;
  project: SessionProject;
  prompts: RecordedPrompt[];
  calls: IngestedCall[];
  turns: Turn[];
  /** null when the file must be read again next time. */
  cursor: Cursor | null;
  /** The file's size if it was read to its end, otherwise null. */
  size: number | null;
  /** The file was replaced since the last read. */
  restarted: boolean;
  bytes: number;
  damagedLines: number;
  /** Why the file could not be read. */
  problem: string | null;
  leftOut: "excluded" | "project" | "foreign" | null;
  /** By session; only in the last batch of a file. */
  endings: Record<string, EndingFacts>;
}

const PIECE_BYTES = 2 * 1024 * 1024;
const HOUR = 3_600_000;

/** `wantedKey`: only sessions of this project; null for all. */
export async function openReader({ env, wantedKey }: { env: Environment; wantedKey: string | null }) {
  const known = new Map<string | null, Promise<ProjectMatch>>();
  const findProject: FindProject = (dir) => {
    const match = known.get(dir) ?? loadProject(env, wantedKey, dir);
    known.set(dir, match);
    return match;
  };
  return async function* readSession(session: SessionFiles): AsyncGenerator<SessionBatch, void> {
    for (const file of session.files) yield* readFile(session, file, findProject);
  };
}

async function* readFile(
  session: SessionFiles,
  file: SessionFile,
  findProject: FindProject,
): AsyncGenerator<SessionBatch, void> {
  let cursor = cursorOf(file.cursor);
  let state: FileState | null = null;
  const log = await openLog(file.path);
  for (;;) {
    const read = await readSince(file.path, cursor, {
      maxBytes: PIECE_BYTES,
      readsAgentProgress: !session.files.some(({ agent }) => agent),
      log,
    });
    const batch = { ...emptyBatch(file, read, cursor), host: log?.host ?? null };
    if (read.problem) {
      yield { ...batch, problem: read.problem.message };
      return;
    }
    // If the first piece has no record of the client, another tool wrote the file.
    if (state === null && read.foreign) {
      yield { ...batch, leftOut: "foreign", cursor: read.more ? null : read.cursor };
      return;
    }
    if (state === null || state.project.projectDir === null) {
      const { leftOut, ...match } = await findProject(projectDirOf(file.path, read.items));
      if (leftOut) {
        yield { ...batch, leftOut };
        return;
      }
      const { modifiedAt } = file;
      const agent = file.agent || isSubagentFile(read.items);
      const about = { sessionId: session.sessionId, agent, modifiedAt, latest: Date.now() + HOUR };
      state = { ...(state ?? createFileState({ ...about, ...match })), ...match };
    }
    const digest = await digestItems(read.items, state);
    if (!read.more) digest.prompts.push(...digestQueue(state));
    const endings = read.more || state.agent ? [] : [...state.endings];
    yield {
      ...batch,
      ...digest,
      agent: state.agent,
      project: state.project,
      cursor: read.cursor,
      endings: Object.fromEntries(endings.map(([id, ending]) => [id, describeEnding(ending)])),
    };
    if (!read.more) return;
    cursor = read.cursor;
  }
}

/** Judged by the records, not by the file's name. */
function isSubagentFile(items: readonly TranscriptItem[]): boolean {
  const records = items.filter(({ uuid }) => uuid !== null);
  return records.length > 0 && records.every(({ sidechain, agentId }) => sidechain && agentId !== null);
}

function emptyBatch(
  { key, path, agent, size }: SessionFile,
  read: SinceRead,
  before: Cursor | null,
): SessionBatch {
  const from = read.restarted ? 0 : (before?.offset ?? 0);
  return {
    file: key,
    path,
    agent,
    host: null,
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
    endings: {},
  };
}

/** The project of a transcript, and whether it may be recorded. */
interface ProjectMatch {
  project: SessionProject;
  rules: CaptureRules;
  configured: ConfiguredChecks;
  leftOut: "excluded" | "project" | null;
}

type FindProject = (dir: string | null) => Promise<ProjectMatch>;

const MAX_PATH = 1000;

/** The folder where the client was started, which names its transcript folder; otherwise the first folder in the records. */
function projectDirOf(path: string, items: readonly TranscriptItem[]): string | null {
  const folder = path.split("/").at(-2) ?? "";
  const dirs = new Set(items.flatMap(({ cwd }) => (isAbsolutePath(cwd) ? [cwd] : [])));
  const named = [...dirs].find((dir) => dir.replace(/[^A-Za-z0-9]/g, "-") === folder);
  const dir = named ?? [...dirs][0];
  return dir === undefined ? null : redactAndShorten(dir, MAX_PATH);
}

async function loadProject(
  env: Environment,
  wantedKey: string | null,
  dir: string | null,
): Promise<ProjectMatch> {
  const key = dir === null ? null : await projectKey(dir);
  const { config } = await loadConfig(env, dir);
  const { enabled, exclude, rowKilobytes } = config.capture;
  const excluded = !enabled || isExcludedProject(dir, exclude, env.home);
  return {
    project: { projectDir: dir, projectKey: key },
    rules: { exclude, maxCharacters: rowKilobytes * 1024 },
    configured: listConfiguredChecks(config),
    leftOut: excluded ? "excluded" : wantedKey !== null && wantedKey !== key ? "project" : null,
  };
}
