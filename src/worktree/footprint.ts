// Whose change it is: a file is the session's own if a call of the session or of its subagents, by any tool that is not read-only,
// named it in a path, or if it changed while one of their commands ran. Any other file is not: the user may be working in the same
// tree. What a pull or a checkout brought has an author already, so nobody here wrote it.
import { changedAt, fileStatus, isPlainFile, isSymbolicLink } from "../platform/file-status.ts";
import { pathExists, readSmallFile } from "../platform/files.ts";
import { isAbsolutePath } from "../platform/system.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { pathsInCommand } from "../text/command-paths.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { type Cursor, placeCursor, readSince } from "../transcript/read-since.ts";
import { hadEffect, mayMutate, namedFiles } from "../transcript/selectors/tool-calls.ts";
import type { ToolCall, ToolResult } from "../transcript/tool-item.ts";
import type { ChangedFile } from "./changed-files.ts";
import type { ListedFile } from "./list-files.ts";
import { usesAgents } from "./mutating-calls.ts";

/** The traces that the calls of one transcript left. Plain data, saved between stops. */
interface Traces {
  /** Absolute paths that calls named. */
  named: string[];
  /** When commands ran. */
  ran: [from: number, to: number][];
  /** Commands without an end so far. `task`: set for one in the background. */
  running: { call: string; task: string | null; from: number }[];
  usesAgents: boolean;
}

interface SavedTraces {
  version: typeof VERSION;
  transcripts: Record<string, { cursor: Cursor; traces: Traces }>;
}

const VERSION = 1;
/** The times of the file system and of the client are taken at slightly different moments. */
const CLOCK_SLACK_MS = 250;
/** Read at most of a transcript that was not read before. */
const MAX_FIRST_BYTES = 8 * 1024 * 1024;
const MAX_AGENTS = 20;

export class Footprint {
  readonly #named: ReadonlySet<string>;
  readonly #ran: Traces["ran"];
  /** Of the one folder without git that is asked about. */
  #files: ListedFile[] | null = null;

  constructor(traces: readonly Traces[], now: number) {
    this.#named = new Set(traces.flatMap(({ named }) => named));
    const running = traces.flatMap(({ running }) => running);
    this.#ran = [
      ...traces.flatMap(({ ran }) => ran),
      ...running.map(({ from }): [number, number] => [from, now + CLOCK_SLACK_MS]),
    ];
  }

  /** `path`: absolute. */
  owns(path: string): boolean {
    return this.#named.has(path) || (this.#ran.length > 0 && this.#ranAt(changedAt(path)));
  }

  #ranAt(at: number): boolean {
    return this.#ran.some(([from, to]) => at >= from && at <= to);
  }

  written(root: string, files: readonly ChangedFile[]): ChangedFile[] {
    return files.filter(({ path, isFromElsewhere }) => !isFromElsewhere && this.owns(`${root}/${path}`));
  }

  /** For a folder without git: paths relative to it, in order. */
  async changedIn(dir: string, since: number): Promise<string[]> {
    const from = since - CLOCK_SLACK_MS;
    const named = [...this.#named].filter((path) => path.startsWith(`${dir}/`) && isNoFolder(path));
    const changed = new Set(named.filter((path) => changedAt(path) >= from));
    if (this.#ran.some(([, to]) => to >= from)) {
      const { listFiles } = await import("./list-files.ts");
      this.#files ??= listFiles(dir);
      for (const { path, ctimeMs } of this.#files)
        if (ctimeMs >= from && this.#ranAt(ctimeMs)) changed.add(path);
    }
    return [...changed].map((path) => path.slice(dir.length + 1)).sort();
  }
}

function isNoFolder(path: string): boolean {
  const status = fileStatus(path);
  return status === null || isPlainFile(status) || isSymbolicLink(status);
}

/**
 * The footprint of an event's session; at a SubagentStop that of the subagent, at an event of a teammate that of the teammate.
 * The traces are saved in `folder`, so that the next stop reads only what was added to the transcripts.
 */
export async function readFootprint(event: GatedEvent, now: number, folder: string): Promise<Footprint> {
  const cachePath = `${folder}/footprint.json`;
  if (event.name === "SubagentStop") return readFootprintOf([event.agentTranscriptPath ?? ""], now);
  const path = event.transcriptPath ?? "";
  const agents = event.agentId === null ? null : await listAgents(path);
  const teammate = agents?.find(({ agentId }) => agentId === event.agentId);
  if (teammate) return readFootprintOf([teammate.path], now);
  if (event.name !== "Stop") return readFootprintOf([path, ...(await recentAgents(path))], now);
  const saved = readSaved(cachePath);
  const own = await update(saved, path);
  const files = own.usesAgents ? await recentAgents(path) : [];
  const traces = [own, ...(await Promise.all(files.map((file) => update(saved, file))))];
  const alive = new Set(event.backgroundTasks.map(({ id }) => id));
  for (const one of traces) endTasks(one, now, alive);
  await save(cachePath, saved);
  return new Footprint(traces, now);
}

/** The same from whole transcripts, such as that of a session and those of its subagents. */
async function readFootprintOf(paths: readonly string[], now: number): Promise<Footprint> {
  const saved: SavedTraces = { version: VERSION, transcripts: {} };
  return new Footprint(await Promise.all(paths.map((path) => update(saved, path))), now);
}

/** Without an event: of a session and all its subagents. */
export async function readSessionFootprint(transcriptPath: string, now: number): Promise<Footprint> {
  return readFootprintOf([transcriptPath, ...(await recentAgents(transcriptPath))], now);
}

async function listAgents(transcriptPath: string) {
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  return listSubagentFiles(transcriptPath);
}

async function recentAgents(transcriptPath: string): Promise<string[]> {
  const files = (await listAgents(transcriptPath)).map(({ path }) => path);
  const byAge = files.toSorted((a, b) => Bun.file(a).lastModified - Bun.file(b).lastModified);
  return byAge.slice(-MAX_AGENTS);
}

/** Adds what was written to a transcript since the last time. A transcript that was rewritten takes nothing back. */
async function update(saved: SavedTraces, path: string): Promise<Traces> {
  const known = saved.transcripts[path];
  const traces = known?.traces ?? { named: [], ran: [], running: [], usesAgents: false };
  let cursor = known?.cursor ?? (await firstCursor(path));
  for (;;) {
    const read = await readSince(path, cursor);
    addItems(traces, read.items);
    cursor = read.cursor;
    if (!read.more) break;
  }
  saved.transcripts[path] = { cursor, traces };
  return traces;
}

async function firstCursor(path: string): Promise<Cursor | null> {
  const { size } = Bun.file(path);
  return size > MAX_FIRST_BYTES ? placeCursor(path, size - MAX_FIRST_BYTES, []) : null;
}

function addItems(traces: Traces, items: readonly TranscriptItem[]): void {
  const named = new Set(traces.named);
  for (const item of items) {
    if (item.kind === "tool-call") start(traces, item);
    else if (item.kind === "tool-result") finish(traces, named, item);
    else if (item.kind === "rejection") drop(traces, item.id);
    else if (item.kind === "task-notification")
      endTask(traces, item.taskId, item.callId, item.timestamp ?? 0);
    // Claude speaks only once its calls have ended: a call without a result was interrupted.
    else if (item.kind === "assistant-text" || (item.kind === "prompt" && item.place === "turn-start"))
      traces.running = traces.running.filter(({ task }) => task !== null);
  }
  traces.named = [...named];
  traces.usesAgents ||= usesAgents({ agentId: null }, items);
}

function start(traces: Traces, call: ToolCall): void {
  if (call.tool === "Bash" && mayMutate(call))
    traces.running.push({ call: call.id, task: null, from: (call.timestamp ?? 0) - CLOCK_SLACK_MS });
}

function finish(traces: Traces, named: Set<string>, result: ToolResult): void {
  const { call } = result;
  const begun = traces.running.find((one) => one.call === result.id);
  if (call === null || !mayMutate(call) || !hadEffect({ call, result })) {
    drop(traces, result.id);
    return;
  }
  for (const path of namedFiles(call, result)) named.add(path);
  if (call.tool !== "Bash") return;
  // Other words, such as a URL with a password, are not saved.
  for (const path of pathsInCommand(String(call.input.command ?? "")).map((word) => absolute(word, call.cwd)))
    if (pathExists(path)) named.add(path);
  if (begun && result.backgroundTaskId !== null) begun.task = result.backgroundTaskId;
  else if (begun) end(traces, begun, result.timestamp ?? begun.from);
}

function absolute(path: string, folder: string | null): string {
  if (isAbsolutePath(path) || folder === null) return path;
  return `${folder}/${path.startsWith("./") ? path.slice(2) : path}`;
}

function endTask(traces: Traces, task: string, call: string | null, at: number): void {
  const begun = traces.running.find((one) => one.task !== null && (one.task === task || one.call === call));
  if (begun) end(traces, begun, at);
}

/** The client lists what still runs in the background: a task that is not there has ended without a notification. */
function endTasks(traces: Traces, now: number, alive: ReadonlySet<string>): void {
  for (const begun of [...traces.running])
    if (begun.task !== null && !alive.has(begun.task)) end(traces, begun, now);
}

function end(traces: Traces, begun: Traces["running"][number], at: number): void {
  const to = at + CLOCK_SLACK_MS;
  const last = traces.ran.at(-1);
  if (last && begun.from >= last[0] && begun.from <= last[1]) last[1] = Math.max(last[1], to);
  else traces.ran.push([begun.from, to]);
  drop(traces, begun.call);
}

function drop(traces: Traces, call: string): void {
  traces.running = traces.running.filter((one) => one.call !== call);
}

/** Empty without a valid file: everything is then read again. */
function readSaved(path: string): SavedTraces {
  const file = readSmallFile(path);
  const saved = file.state === "read" ? parseJson(file.text) : null;
  return isSaved(saved) ? saved : { version: VERSION, transcripts: {} };
}

function isSaved(value: unknown): value is SavedTraces {
  return (
    isRecord(value) &&
    value.version === VERSION &&
    isRecord(value.transcripts) &&
    Object.values(value.transcripts).every(
      (one) => isRecord(one) && isRecord(one.cursor) && isTraces(one.traces),
    )
  );
}

function isTraces(value: unknown): boolean {
  return isRecord(value) && [value.named, value.ran, value.running].every(Array.isArray);
}

/** If the folder is read-only, everything is read again. */
async function save(path: string, saved: SavedTraces): Promise<void> {
  const { tryReplaceFile } = await import("../platform/replace-file.ts");
  await tryReplaceFile(path, JSON.stringify(saved));
}
