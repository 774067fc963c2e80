// Reads the lock file `.claude/runtime/locks/.lock_active`. A plain `touch` creates a lock, `rm` releases it.

import { lockPath } from "../../config/environment.ts";
import type { Config } from "../../config/schema.ts";
import { fileStatus } from "../../platform/file-status.ts";
import { isLink } from "../../platform/files.ts";
import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import { parseDuration } from "../../text/parse-duration.ts";

const MAX_FILE_BYTES = 64 * 1024;
export const MAX_TEXT_LENGTH = 500;
export const MAX_BLOCKS = 1000;
const DEFAULT_MINUTES = 240;
const MAX_MINUTES = 7 * 24 * 60;

export interface Lock {
  goal: string;
  definitionOfDone: string;
  maxBlocks: number;
  createdAt: number;
  expiresAt: number;
  /** How long it may hold within one budget. */
  minutes: number;
  /** The session it holds; null until one adopts it. */
  owner: string | null;
  /** Holds every session of the project. */
  all: boolean;
  /** A judge decides whether the definition of done is met. */
  judge: boolean;
}

type ParsedLock = { lock: Lock | null; problem?: string };
/** `identity`: changes when the file is written again. */
type LockRead = ParsedLock & { identity: string };

/** Never throws: a file that cannot be read is reported as a problem. */
export async function readLock(projectDir: string, config: Config): Promise<LockRead> {
  const path = lockPath(projectDir);
  if (await isLink(path)) return { lock: null, identity: "", problem: "the lock file is a link" };
  const file = readProjectFile(projectTop(projectDir), path, MAX_FILE_BYTES);
  if (file.state === "absent") return { lock: null, identity: "" };
  if (file.state === "refused")
    return { lock: null, identity: "", problem: `the lock file is not used: ${file.message}` };
  const { lastModified } = Bun.file(path);
  const identity = Bun.SHA256.hash(`${lastModified}\n${file.text}`, "hex");
  return { ...parseLock(file.text, timeWritten(path, lastModified), config), identity };
}

/** A modification time in the future is wrong; the change time (ctime) cannot be set. */
function timeWritten(path: string, modifiedAt: number): number {
  return modifiedAt <= Date.now() ? modifiedAt : (fileStatus(path)?.ctimeMs ?? modifiedAt);
}

/** An empty text means the defaults, JSON is our own format, any other text is the goal. */
export function parseLock(text: string, modifiedAt: number, config: Config): ParsedLock {
  const trimmed = text.trim();
  let fields: Record<string, unknown> = {};
  if (trimmed.startsWith("{")) {
    try {
      fields = JSON.parse(trimmed);
    } catch {
      return { lock: null, problem: "the lock file is not valid JSON" };
    }
  } else if (trimmed) {
    fields = { goal: trimmed };
  }
  const now = Date.now();
  const stated = timeOf(fields.created_at);
  const createdAt = stated !== null && stated <= now ? stated : Math.min(modifiedAt, now);
  const ownMinutes = count(fields.ttl_minutes, MAX_MINUTES);
  const ttl = ownMinutes === null ? parseDuration(config.gates.lock.ttl) : ownMinutes * 60_000;
  const ttlMs = ttl ?? DEFAULT_MINUTES * 60_000;
  const owner = typeof fields.session_id === "string" ? fields.session_id : null;
  if (owner !== null && !isSessionId(owner))
    return { lock: null, problem: "the lock names an invalid session" };
  return {
    lock: {
      goal: line(fields.goal),
      definitionOfDone: line(fields.done),
      maxBlocks: count(fields.max, MAX_BLOCKS) ?? config.gates.lock.max,
      createdAt,
      expiresAt: createdAt + ttlMs,
      minutes: ttlMs / 60_000,
      owner,
      all: fields.all === true,
      judge: fields.judge === true,
    },
  };
}

export function renderLock(
  lock: Omit<Lock, "maxBlocks" | "expiresAt" | "minutes"> & {
    maxBlocks: number | null;
    ttlMinutes: number | null;
  },
): string {
  const fields = {
    goal: lock.goal,
    done: lock.definitionOfDone,
    ...(lock.maxBlocks === null ? {} : { max: lock.maxBlocks }),
    ...(lock.ttlMinutes === null ? {} : { ttl_minutes: lock.ttlMinutes }),
    created_at: new Date(lock.createdAt).toISOString(),
    session_id: lock.owner,
    all: lock.all,
    ...(lock.judge ? { judge: true } : {}),
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

function line(value: unknown): string {
  if (typeof value !== "string") return "";
  return value
    .replaceAll(/[\u0000-\u001f\u007f]+/g, " ")
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
}

function count(value: unknown, max: number): number | null {
  return typeof value === "number" && value >= 1 ? Math.min(Math.floor(value), max) : null;
}

function timeOf(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
