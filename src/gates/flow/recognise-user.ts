// Finds in the transcript what the user answered and approved, as long as a condition still waits for it.

import type { Environment } from "../../config/environment.ts";
import { readBytes, readSmallFile } from "../../platform/files.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import { openQuestions } from "./evidence.ts";
import type { Evidence, Flow, NewEvidence } from "./flow.ts";
import { judgeCondition } from "./judge-conditions.ts";

const MAX_BYTES = 4 * 1024 * 1024;
/** What was asked before and is answered now. */
const OVERLAP = 32 * 1024;

/** Reading some of it again costs less than writing the cursor down each time. */
const MIN_GAINED = 32 * 1024;

/** Dialogs of the client, and what is typed while Claude works. */
const MARKS = ["ExitPlanMode", "AskUserQuestion", "queued_command", "queue-operation"];
/** In a string the quotes would be escaped: these are keys and values of records. */
const USER = '"user"';
const RESULT = '"tool_result"';
const WORDS = '"text"';
const DETAILS = '"toolUseResult"';
const MESSAGE = '"message"';
const NO_WORK = '"isMeta":true';
const GLUED = '}{"';

export async function recogniseUser(
  flow: Flow,
  recorded: readonly Evidence[],
  transcriptPath: string | null,
  cursor: number,
): Promise<NewEvidence[]> {
  if (transcriptPath === null) return [];
  if (!isOpen(flow, recorded, "plan_approved") && openQuestions(recorded).length === 0) return [];
  const { size } = Bun.file(transcriptPath);
  // A transcript that shrank is another one.
  const maxBytes = size >= cursor ? Math.min(MAX_BYTES, size - cursor + OVERLAP) : MAX_BYTES;
  if (!(await mayHoldActs(transcriptPath, Math.max(0, size - maxBytes), size))) return [];
  const [{ readTail }, { findActs }] = await Promise.all([
    import("../../transcript/read-tail.ts"),
    import("./user-evidence.ts"),
  ]);
  const { items } = await readTail(transcriptPath, { maxBytes });
  return findActs(flow, recorded, items).filter(({ condition }) => isOpen(flow, recorded, condition));
}

/** To parse the end of a transcript costs more than all else at a stop, and mostly Claude worked alone. */
async function mayHoldActs(path: string, from: number, to: number): Promise<boolean> {
  if (!Number.isFinite(to)) return true;
  const bytes = await readBytes(path, from, to);
  return bytes === null || userMayHaveActed(new TextDecoder().decode(bytes));
}

function isOpen(flow: Flow, evidence: readonly Evidence[], id: Evidence["condition"]): boolean {
  return judgeCondition(id, { flow, evidence, tree: { mark: "", changed: false } }).state === "open";
}

/**
 * Whether a stretch of a transcript can hold anything that the person said or decided, seen without parsing it: most
 * records are calls and their results. In doubt it can.
 */
export function userMayHaveActed(text: string): boolean {
  for (const mark of MARKS) if (text.includes(mark)) return true;
  for (let at = text.indexOf(USER); at !== -1; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(text.lastIndexOf("\n", at) + 1, end === -1 ? text.length : end);
    if (line.includes(GLUED) || !(isResultAlone(line) || line.includes(NO_WORK))) return true;
    at = end === -1 ? -1 : text.indexOf(USER, end);
  }
  return false;
}

/** Some clients wrote what the person typed beside a tool's result. */
function isResultAlone(line: string): boolean {
  const details = line.indexOf(DETAILS);
  const isLast = details > line.lastIndexOf(MESSAGE);
  const message = details !== -1 && isLast ? line.slice(0, details) : line;
  return message.includes(RESULT) && !message.includes(WORDS);
}

/** How far the session's transcript was looked through at the stop before; 0 when it was not, or nobody knows. */
export async function readCursor(env: Home, flow: Flow): Promise<number> {
  const file = await readSmallFile(cursorPath(env, flow));
  const size = file.state === "read" ? Number(file.text) : 0;
  return Number.isSafeInteger(size) && size > 0 ? size : 0;
}

/** What cannot be kept is looked through again. */
export async function saveCursor(env: Home, flow: Flow, before: number, size: number): Promise<void> {
  if (!Number.isFinite(size) || Math.abs(size - before) < MIN_GAINED) return;
  const { tryReplaceFile } = await import("../../platform/replace-file.ts");
  await tryReplaceFile(cursorPath(env, flow), String(size));
}

type Home = Pick<Environment, "holdfastHome">;

function cursorPath(env: Home, { id, sessionId }: Flow): string {
  return `${baselineDir(env, sessionId)}/flow-${id}.looked`;
}
