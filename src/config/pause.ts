// Pauses are kept in a small file, so that they work even when the store does not.
import { readSmallFile } from "../platform/files.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import { type Environment, pausePath } from "./environment.ts";
import { listFoldersUpwards } from "./place.ts";

export interface Pause {
  scope: "all" | "project" | "session";
  /** The project's folder or the session's id; empty for "all". */
  target: string;
  since: number;
  /** null: until `holdfast resume`. */
  until: number | null;
  /** "agent": an agent other than Claude. "session": from inside a session, by an unknown person or agent. */
  by: "user" | "claude" | "agent" | "session";
  from?: "dashboard";
}

export async function readPauses(env: Environment): Promise<Pause[]> {
  const file = readSmallFile(pausePath(env));
  return file.state === "read" ? parsePauses(file.text) : [];
}

/** A damaged file pauses nothing; the next `pause` rewrites it. */
export function parsePauses(text: string): Pause[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value.filter(isPause) : [];
}

/** Short, and without the path of a project. */
export function pauseId({ scope, target, since, until }: Pause): string {
  const text = [scope, target, since, until].join("\0");
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 16);
}

/** The pause that applies to an event. */
export async function readActivePause(context: {
  env: Environment;
  event: { sessionId: string | null };
  startDir: string | null;
  now: number;
}): Promise<Pause | null> {
  const { env, event, startDir, now } = context;
  return findActivePause(await readPauses(env), { startDir, sessionId: event.sessionId, now });
}

export function findActivePause(
  pauses: readonly Pause[],
  where: { startDir: string | null; sessionId: string | null; now: number },
): Pause | null {
  const isActive = ({ scope, target, until }: Pause) => {
    if (until !== null && until <= where.now) return false;
    if (scope === "session") return target === where.sessionId;
    if (scope === "all") return true;
    return where.startDir !== null && listFoldersUpwards(where.startDir).includes(target);
  };
  return pauses.find(isActive) ?? null;
}

function isPause(value: unknown): value is Pause {
  return (
    isRecord(value) &&
    (value.scope === "all" || value.scope === "project" || value.scope === "session") &&
    typeof value.target === "string" &&
    isTime(value.since) &&
    (value.until === null || isTime(value.until))
  );
}

/** A number that a Date can hold. */
function isTime(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) <= 8.64e15;
}
