// `holdfast hook`: one event in on stdin, one answer out. Whatever goes wrong ends in exit 0 and allow.
import { type Environment, readEnvironment } from "../config/environment.ts";
import { runHook } from "../hook/run.ts";
import { libc } from "../platform/libc.ts";
import { keepFilesPrivate, shutdown } from "../platform/process-state.ts";
import { encodeAnswer, type Wire } from "../protocol/claude-code/encode-answer.ts";
import { EVENTS, type EventName, type Registration } from "../protocol/claude-code/events.ts";
import { parseEventJson } from "../protocol/claude-code/parse-event.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import { createTrace } from "../store/trace.ts";
import { readPayload } from "./read-payload.ts";

const STDOUT = 1;

const STDERR = 2;

const STDIN_LIMIT_MS = 2000;
const DEADLINE_MARGIN_S = 5;
const SILENCE: Wire = { stdout: "", stderr: "", exitCode: 0 };

export async function main(): Promise<void> {
  keepFilesPrivate();
  const env = readEnvironment(process.env);
  if (env.off) return leave(SILENCE);
  // After the turn the client ends us when the session does: no fault.
  const inBackground = process.argv.includes("--background");
  // What is known of the event when something goes wrong.
  const seen: { event: HookEvent | null } = { event: null };
  const giveUp = async (message: string) => {
    // At once: a command that the same signal ended must not be told of as a fault of its own.
    shutdown.inProgress = true;
    if (!inBackground) await noteFault(env, seen.event, message);
    await endCommands();
    return leave(SILENCE);
  };
  process.on("SIGTERM", () => void giveUp("the client ended the hook (SIGTERM)"));
  try {
    const payload = await readPayload(STDIN_LIMIT_MS);
    if (!payload.ok) return await giveUp(payload.problem);
    const parsed = parseEventJson(payload.json);
    if (!parsed.ok) return await giveUp(parsed.problem);
    seen.event = parsed.event;
    const wire = await (inBackground ? answerLater : answer)(env, parsed.event, payload.text);
    await leave(wire);
  } catch (error) {
    await giveUp(error instanceof Error ? error.message : String(error));
  }
}

async function answer(env: Environment, event: HookEvent, payload: string): Promise<Wire> {
  const { name } = event;
  if (name === "other") return SILENCE;
  if (process.argv.includes("--plugin") && (await standsDown(env, event, name))) return SILENCE;
  const trace = createTrace(env.debug);
  trace.note(`${name} read`);
  const given = await withinTime(runHook(event, env, trace, payload), deadlineMs(name), async () => {
    await noteFault(env, event, "out of time");
    await endCommands();
    return { kind: "silent" } as const;
  });
  const wire = encodeAnswer(name, given);
  if (env.debug) await writeTrace(env, name, trace.lines(), wire);
  return wire;
}

/** After the turn: silence, or a wake by exit code 2. */
async function answerLater(env: Environment, event: HookEvent, payload: string): Promise<Wire> {
  if (event.name !== "Stop") return SILENCE;
  if (process.argv.includes("--plugin") && (await standsDown(env, event, event.name))) return SILENCE;
  const { checkInBackground } = await import("../gates/quality/check-in-background.ts");
  const reason = await checkInBackground(event, env, createTrace(env.debug), payload);
  return { stdout: "", stderr: reason ?? "", exitCode: reason === null ? 0 : 2 };
}

/** A command of a gate that still runs would outlive us. */
async function endCommands(): Promise<void> {
  const { leaveCommands } = await import("../platform/process/process-group.ts");
  await leaveCommands();
}

function deadlineMs(name: EventName): number {
  const specs: Record<EventName, { register?: Registration }> = EVENTS;
  return ((specs[name].register?.timeout ?? 10) - DEADLINE_MARGIN_S) * 1000;
}

/** The plugin's entry is silent when settings already register us: an event is handled once. */
async function standsDown(env: Environment, event: HookEvent, name: EventName): Promise<boolean> {
  const { isRegisteredInSettings } = await import("../install/stand-down.ts");
  return isRegisteredInSettings(env, env.projectDir ?? event.cwd, name);
}

async function noteFault(env: Environment, event: HookEvent | null, message: string): Promise<void> {
  const { recordFault } = await import("../store/fault-log.ts");
  const name = event === null ? null : event.name === "other" ? event.eventName : event.name;
  await recordFault(env, { part: "hook", message, event: name, sessionId: event?.sessionId ?? null });
}

async function writeTrace(env: Environment, name: EventName, lines: string[], wire: Wire): Promise<void> {
  const { appendTrace } = await import("./append-trace.ts");
  appendTrace(env, name, [
    ...lines,
    `         exit ${wire.exitCode}, ${wire.stdout.length} characters on stdout`,
  ]);
}

/** The work's own result, or that of `late` when it takes longer. */
export async function withinTime<T>(work: Promise<T>, limitMs: number, late: () => Promise<T>): Promise<T> {
  // By hand: the first race of a process costs the engine more than this does.
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => late().then(resolve, reject), limitMs);
    const settled = () => clearTimeout(timer);
    work.then(settled, settled);
    work.then(resolve, reject);
  });
}

/** A regular exit would close SQLite, and closing the last connection checkpoints and syncs to disk. */
async function leave(wire: Wire): Promise<never> {
  if (wire.stdout) await say(STDOUT, wire.stdout);
  if (wire.stderr) await say(STDERR, wire.stderr);
  libc()?._exit(wire.exitCode);
  return process.exit(wire.exitCode);
}

/** By the system's own call; what a full pipe does not take at once waits for its turn. */
async function say(descriptor: typeof STDOUT | typeof STDERR, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const written = libc()?.write(descriptor, bytes, bytes.length) ?? 0;
  if (written === bytes.length) return;
  const rest = written > 0 ? bytes.subarray(written) : bytes;
  await Bun.write(descriptor === STDOUT ? Bun.stdout : Bun.stderr, rest);
}
