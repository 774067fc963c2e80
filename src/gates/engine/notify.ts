// Notifies a person who is away that a loop or flow has ended, a stop was released, an error stopped a held session, or Claude waits for
// an answer.
import { readlinkSync, statSync } from "node:fs";
import { searchPathOutside } from "../../platform/repository.ts";
import { isAbsolutePath } from "../../platform/system.ts";
import { clip, oneLine } from "../../text/clip.ts";
import { parseDuration } from "../../text/parse-duration.ts";
import { printable, quote } from "../../text/printable.ts";
import { isRelease } from "./budget.ts";
import type { Decision } from "./record-decision.ts";
import type { StopContext } from "./stop-context.ts";

const MAX_TEXT_LENGTH = 160;
const ESC = "\u001b";
const BELL = "\u0007";

/** Starts the user's command, or returns the sequence that the client is to send to its terminal. */
export async function notifyPerson(stop: StopContext, decision: Decision): Promise<string | null> {
  const reason = stop.event.name === "Stop" ? findReason(stop, decision) : null;
  return reason === null ? null : callPerson(stop, reason);
}

type Place = Pick<StopContext, "config" | "env" | "projectDir" | "budget" | "now">;

export async function callPerson(place: Place, reason: string): Promise<string | null> {
  const { config, env } = place;
  const { by, command } = config.notify;
  if (!isAway(place)) return null;
  // The client owns the terminal: control characters would garble its screen.
  const text = clip(printable(oneLine(`Claude Code: ${reason}`)), MAX_TEXT_LENGTH);
  if (by === "command") {
    await startCommand(place, command, text);
    return null;
  }
  if (by === "off" || env.unattended) return null;
  if (by === "bell") return BELL;
  return by === "osc9"
    ? `${ESC}]9;${text}${BELL}`
    : `${ESC}]777;notify;Claude Code;${text.replaceAll(";", ",")}${BELL}`;
}

function findReason({ questions }: StopContext, { verdict, open, advice }: Decision): string | null {
  const ended = advice.find(
    ({ severity, declaredWork }) => severity === "advise" && declaredWork === "ending",
  );
  if (verdict === "complete" && ended) return ended.reason;
  if (isRelease(verdict)) return `stopped with something open: ${open[0]?.summary ?? open[0]?.reason ?? ""}`;
  if (verdict === "asking")
    return `waits for you: ${questions[0] ?? open[0]?.summary ?? open[0]?.reason ?? ""}`;
  return null;
}

/** No key was pressed and no prompt sent for a while. False when that cannot be known. */
function isAway({ config, env, budget, now }: Place): boolean {
  const last = Math.max(budget?.opened_at ?? 0, lastKeyAt(env.clientPid) ?? 0);
  return last > 0 && now - last >= (parseDuration(config.notify.away) ?? 0);
}

/** When the client's terminal was last typed into, by its access time. null when it cannot be read. */
function lastKeyAt(clientPid: string | null): number | null {
  if (clientPid === null) return null;
  try {
    const terminal = readlinkSync(`/proc/${clientPid}/fd/0`);
    return terminal.startsWith("/dev/") && terminal !== "/dev/null" ? statSync(terminal).atimeMs : null;
  } catch {
    return null; // Another system, or another user's process: the last prompt decides.
  }
}

/** Detached, with the text as the last argument. A program inside the project is not started. */
async function startCommand(
  { env, projectDir }: Place,
  [name, ...words]: readonly string[],
  text: string,
): Promise<void> {
  if (name === undefined) throw new Error('notify.by is "command", but notify.command is empty');
  const PATH = projectDir === null ? env.path : await searchPathOutside(env.path, projectDir);
  const program = isAbsolutePath(name) ? name : Bun.which(name, { PATH });
  if (program === null) throw new Error(`notify.command: there is no ${quote(name)} on your PATH`);
  const child = Bun.spawn([program, ...words, text], {
    cwd: env.holdfastHome,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
  });
  child.unref();
}
