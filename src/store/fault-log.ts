// holdfast's own faults, in an append-only file that works when the database does not.
import { type Environment, faultLogPath, logDir } from "../config/environment.ts";
import { VERSION } from "../config/version.ts";
import { pathExists, readSmallFile } from "../platform/files.ts";
import { parseJson } from "../text/unknown-values.ts";

type FaultHome = Pick<Environment, "holdfastHome" | "tempDir">;

export interface Fault {
  at: string;
  /** Which part failed, such as "store" or "gate:lock". */
  part: string;
  message: string;
  event: string | null;
  session_id: string | null;
  version: string;
}

const MAX_BYTES = 1024 * 1024;
const MAX_MESSAGE_LENGTH = 300;

/** Never throws: a fault that cannot be recorded must not become another one. */
export async function recordFault(
  env: FaultHome,
  fault: { part: string; message: string; event?: string | null; sessionId?: string | null },
): Promise<void> {
  const message = await redactMessage(fault.message);
  const line: Fault = {
    at: new Date().toISOString(),
    part: fault.part,
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    event: fault.event ?? null,
    session_id: fault.sessionId ?? null,
    version: VERSION,
  };
  const fs = await import("node:fs");
  for (const dir of [...(env.holdfastHome === "" ? [] : [logDir(env)]), fallbackLogDir(env)]) {
    try {
      fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
      if (fs.lstatSync(dir).uid !== process.getuid?.()) continue;
      const path = `${dir}/faults.jsonl`;
      const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MAX_BYTES) fs.renameSync(path, `${path}.1`);
      const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = fs.constants;
      const file = fs.openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600);
      fs.writeSync(file, `${JSON.stringify(line)}\n`);
      fs.closeSync(file);
      return;
    } catch {
      // Read-only or full: try the next folder.
    }
  }
}

/** Called before the message is cut: half a secret may not be recognised. */
async function redactMessage(message: string): Promise<string> {
  try {
    const { redact } = await import("../text/redaction/redact.ts");
    return redact(message.slice(0, MAX_MESSAGE_LENGTH * 20)).text;
  } catch {
    return "(a message that could not be searched for secrets)";
  }
}

/** The logs that exist: holdfast's own, and the one for when its folder cannot be written. */
export async function findFaultLogs(env: FaultHome): Promise<string[]> {
  const elsewhere = `${fallbackLogDir(env)}/faults.jsonl`;
  return [faultLogPath(env), ...((await isOwn(elsewhere)) ? [elsewhere] : [])].filter(pathExists);
}

/** Oldest first. */
export async function readFaults(env: FaultHome, since: number): Promise<Fault[]> {
  return [`${faultLogPath(env)}.1`, ...(await findFaultLogs(env))]
    .map((path) => readSmallFile(path, { maxBytes: 2 * MAX_BYTES }))
    .flatMap((file) => (file.state === "read" ? file.text.split("\n") : []))
    .flatMap(parseFault)
    .filter((fault) => Date.parse(fault.at) >= since)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Used when holdfast's folder cannot be written. The name has a hash, so that each holdfast folder has its own. */
export function fallbackLogDir({ tempDir, holdfastHome }: FaultHome): string {
  return `${tempDir}/holdfast-${process.getuid?.() ?? 0}-${Bun.hash(holdfastHome).toString(36)}`;
}

/** Everybody can write to the temp folder: another user may have created the file. */
async function isOwn(path: string): Promise<boolean> {
  if (!pathExists(path)) return false;
  const { statSync } = await import("node:fs");
  return statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** A killed process may have left an incomplete line. */
function parseFault(line: string): Fault[] {
  const fault = parseJson(line) as Partial<Fault> | null;
  return typeof fault?.at === "string" && typeof fault.part === "string" ? [fault as Fault] : [];
}
