// `holdfast hook`: reads one event from stdin and writes one answer. Any failure ends in exit 0 and allow.

import { debugLogPath, type Environment, logDir, readEnvironment } from "../config/environment.ts";
import type { HostEvent } from "../hook/host-event.ts";
import { runHook } from "../hook/run.ts";
import { appendToFile, keepFilesPrivate } from "../platform/files.ts";
import { libc, shutdown, type WatchedHook } from "../platform/libc.ts";
import { readPayload } from "../platform/read-payload.ts";
import type { HookOutput } from "../protocol/claude-code/encode-answer.ts";
import { type EventName, timeoutOf } from "../protocol/claude-code/events.ts";
import { hasPlainNames, isSessionId, parseEventJson } from "../protocol/claude-code/parse-event.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import { CLAUDE_CODE, type Host, recogniseHost } from "../protocol/hosts.ts";
import { createTrace } from "../store/hook-context.ts";
import { errorMessage, isRecord } from "../text/unknown-values.ts";

const STDOUT = 1;
const STDERR = 2;
const MAX_STDIN_MS = 2000;
const DEADLINE_MARGIN_S = 5;
/** A longer payload may keep the main thread busy: the watchdog is armed. */
const MAX_UNWATCHED_LENGTH = 256 * 1024;
const NO_OUTPUT: HookOutput = { stdout: "", stderr: "", exitCode: 0 };

export async function main(): Promise<void> {
  keepFilesPrivate();
  const env = readEnvironment(process.env);
  if (env.off) return exitNow(NO_OUTPUT);
  if (env.holdfastHome === "") {
    await recordHookFault(env, null, "HOME is not set: nothing can be recorded or held");
    return exitNow(NO_OUTPUT);
  }
  const startedAt = Bun.nanoseconds();
  const isBackground = process.argv.includes("--background");
  // Set once it is parsed; a recorded fault names it.
  let event: HookEvent | null = null;
  const giveUp = async (message: string) => {
    // Before anything else: commands that the same signal ended must not be recorded as faults.
    shutdown.inProgress = true;
    shutdown.disarm();
    // Not a fault in the background: the client ends us when the session ends.
    if (!isBackground) await recordHookFault(env, event, message);
    await endCommands();
    return exitNow(NO_OUTPUT);
  };
  process.on("SIGTERM", () => void giveUp("the client ended the hook (SIGTERM)"));
  try {
    const payload = await readPayload(MAX_STDIN_MS);
    if (!payload.ok && payload.isEmpty && process.argv[2] === undefined) return await showHelp();
    if (!payload.ok) return await giveUp(payload.problem);
    const host = recogniseHost(payload.json, env.host);
    if (host !== CLAUDE_CODE)
      return await exitNow(await answerHost(env, host, { ...payload, startedAt }, (of) => (event = of)));
    const parsed = parseEventJson(payload.json);
    if (!parsed.ok) return await giveUp(parsed.problem);
    ({ event } = parsed);
    shutdown.watched = () => describeHook(parsed.event, isBackground ? null : startedAt, env);
    if (payload.text.length > MAX_UNWATCHED_LENGTH) await startWatchdog();
    if (!hasPlainNames(event)) event = await redactNames(event);
    await exitNow(await (isBackground ? answerInBackground : answerInTurn)(env, event, payload.text));
  } catch (error) {
    await giveUp(errorMessage(error));
  }
}

/** For the watchdog. In the background there is no deadline: the client ends us when the session ends. */
function describeHook(event: HookEvent, startedAt: number | null, env: Environment): WatchedHook {
  const { name, sessionId } = event;
  const { holdfastHome, tempDir } = env;
  const leftMs =
    startedAt === null || name === "other" ? null : deadlineMs(name) - (Bun.nanoseconds() - startedAt) / 1e6;
  return { holdfastHome, tempDir, event: name, sessionId, leftMs };
}

function deadlineMs(name: EventName): number {
  return (timeoutOf(name) - DEADLINE_MARGIN_S) * 1000;
}

/** Some hosts give an event less time than our margin. */
async function hostDeadlineMs({ id }: Host, theirs: string | null): Promise<number> {
  const { timeoutMsOf } = await import("../protocol/registration.ts");
  const timeoutMs = timeoutMsOf(id, theirs);
  return Math.max(timeoutMs - DEADLINE_MARGIN_S * 1000, timeoutMs / 2);
}

async function startWatchdog(): Promise<void> {
  const { armWatchdog } = await import("../platform/process/watchdog.ts");
  armWatchdog();
  // Lets the handler of a pending signal run.
  await Bun.sleep(0);
}

async function redactNames(event: HookEvent): Promise<HookEvent> {
  return (await import("../protocol/claude-code/redact-names.ts")).redactNames(event);
}

interface HostPayload {
  json: unknown;
  text: string;
  startedAt: number;
}

/** An event of another agent. `onParsed`: for the fault log. */
async function answerHost(
  env: Environment,
  host: Host,
  { json, text, startedAt }: HostPayload,
  onParsed: (event: HookEvent) => void,
): Promise<HookOutput> {
  const { hook_event_name: name, session_id: id } = isRecord(json) ? json : {};
  const theirs = typeof name === "string" ? name : null;
  const deadline = await hostDeadlineMs(host, theirs);
  shutdown.watched = () => ({
    holdfastHome: env.holdfastHome,
    tempDir: env.tempDir,
    event: theirs,
    sessionId: typeof id === "string" && isSessionId(id) ? id : null,
    leftMs: deadline - (Bun.nanoseconds() - startedAt) / 1e6,
  });
  if (text.length > MAX_UNWATCHED_LENGTH) await startWatchdog();
  if (!host.isGated) return answerUngated(env, host, json);
  // Bare: an entry of Claude Code's settings, which some agents run too.
  if (process.argv[2] === undefined && (await isRegisteredWith(env, host))) return NO_OUTPUT;
  const { openHostEvent } = await import("../hook/host-event.ts");
  const opened = await openHostEvent(env, host, json);
  if (opened === null) return NO_OUTPUT;
  onParsed(opened.event);
  return answerOpened({ ...env, host, ...opened.abilities }, opened, {
    text,
    deadline,
  });
}

async function isRegisteredWith(env: Environment, host: Host): Promise<boolean> {
  const { isRegisteredWithHost } = await import("../install/stand-down.ts");
  return isRegisteredWithHost(env, host.id);
}

async function answerUngated(env: Environment, host: Host, payload: unknown): Promise<HookOutput> {
  const { onUngatedEvent } = await import("../hook/on-ungated-event.ts");
  const message = await onUngatedEvent(env, host, payload);
  return message === null
    ? NO_OUTPUT
    : { ...NO_OUTPUT, stdout: `${JSON.stringify({ systemMessage: message })}\n` };
}

/** For bare `holdfast` with an empty stdin: no event, but a person or script without a terminal. */
async function showHelp(): Promise<void> {
  const { main: runCli } = await import("./cli.ts");
  await runCli();
}

async function answerOpened(
  env: Environment,
  { event, missed, encode }: HostEvent,
  { text, deadline }: { text: string; deadline: number },
): Promise<HookOutput> {
  for (const earlier of missed) await runHook(earlier, env, createTrace(env.debug));
  if (process.argv[2] !== undefined || event.name !== "Stop")
    return answer(env, event, text, { deadline, encode });
  return claimBareStop(env, text, () => answer(env, event, text, { deadline, encode }));
}

/** A host that ignores `args` runs both entries of a Stop as bare `holdfast`: the first one answers. */
async function answerInTurn(env: Environment, event: HookEvent, payload: string): Promise<HookOutput> {
  if (process.argv[2] !== undefined || event.name !== "Stop") return answer(env, event, payload);
  return claimBareStop(env, payload, () => answer(env, event, payload));
}

async function claimBareStop(
  env: Environment,
  payload: string,
  run: () => Promise<HookOutput>,
): Promise<HookOutput> {
  const { claimStop } = await import("../install/stand-down.ts");
  const claim = await claimStop(env, payload);
  if (claim === null) return NO_OUTPUT;
  const output = await run();
  claim.finish();
  return output;
}

/** `host`: how another agent is answered, and until when. */
async function answer(
  env: Environment,
  event: HookEvent,
  payload: string,
  host: (Pick<HostEvent, "encode"> & { deadline: number }) | null = null,
): Promise<HookOutput> {
  const { name } = event;
  if (name === "other" || (await isHandledBySettings(env, name))) return NO_OUTPUT;
  const trace = createTrace(env.debug);
  trace.note(`${name} read`);
  const decided = await withinTime(
    runHook(event, env, trace, payload),
    host?.deadline ?? deadlineMs(name),
    async () => {
      shutdown.disarm();
      await recordHookFault(env, event, "out of time");
      await endCommands();
      return { kind: "silent" } as const;
    },
  );
  let output = NO_OUTPUT;
  if (host !== null) output = await host.encode(name, decided);
  else if (decided.kind !== "silent") {
    const { encodeAnswer } = await import("../protocol/claude-code/encode-answer.ts");
    output = encodeAnswer(name, decided);
  }
  if (env.debug) await writeTrace(env, name, trace.lines(), output);
  return output;
}

/** After the turn: silence, or a wake by exit code 2. */
async function answerInBackground(env: Environment, event: HookEvent, payload: string): Promise<HookOutput> {
  if (event.name !== "Stop" || (await isHandledBySettings(env, event.name))) return NO_OUTPUT;
  const { checkAfterTurn } = await import("../gates/engine/after-turn.ts");
  const reason = await checkAfterTurn(event, env, createTrace(env.debug), payload);
  return { stdout: "", stderr: reason ?? "", exitCode: reason === null ? 0 : 2 };
}

/** The plugin's entry is silent when the settings already register us: an event is handled once. */
async function isHandledBySettings(env: Environment, name: EventName): Promise<boolean> {
  if (!process.argv.includes("--plugin")) return false;
  const { isRegisteredInSettings } = await import("../install/stand-down.ts");
  return isRegisteredInSettings(env, name);
}

/** A gate's command that is still running would outlive us. */
async function endCommands(): Promise<void> {
  const { shutDownCommands } = await import("../platform/process/process-group.ts");
  await shutDownCommands();
}

async function recordHookFault(env: Environment, event: HookEvent | null, message: string): Promise<void> {
  const { recordFault } = await import("../store/fault-log.ts");
  const name = event === null ? null : event.name === "other" ? event.eventName : event.name;
  await recordFault(env, { part: "hook", message, event: name, sessionId: event?.sessionId ?? null });
}

/** What one hook run did, for HOLDFAST_DEBUG=1. */
async function writeTrace(
  env: Environment,
  name: EventName,
  lines: string[],
  output: HookOutput,
): Promise<void> {
  try {
    const [{ mkdirSync }, { redact }] = await Promise.all([
      import("node:fs"),
      import("../text/redaction/redact.ts"),
    ]);
    mkdirSync(logDir(env), { recursive: true, mode: 0o700 });
    const last = `         exit ${output.exitCode}, ${output.stdout.length} characters on stdout`;
    const text = [`${new Date().toISOString()} ${name}`, ...lines, last, "\n"].join("\n");
    await appendToFile(debugLogPath(env), redact(text).text);
  } catch {
    // A trace that cannot be written must not change the answer.
  }
}

/** The work's own result, or that of `onTimeout` when it takes longer. */
export async function withinTime<T>(
  work: Promise<T>,
  limitMs: number,
  onTimeout: () => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => onTimeout().then(resolve, reject), limitMs);
  work.then(resolve, reject);
  return promise.finally(() => clearTimeout(timer));
}

/** A regular exit would close SQLite, and closing the last connection checkpoints and syncs to disk. */
async function exitNow(output: HookOutput): Promise<never> {
  shutdown.disarm();
  if (output.stdout) await write(STDOUT, output.stdout);
  if (output.stderr) await write(STDERR, output.stderr);
  libc()?._exit(output.exitCode);
  return process.exit(output.exitCode);
}

/** Uses a system call, and waits only for what a full pipe did not accept. */
async function write(descriptor: typeof STDOUT | typeof STDERR, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const written = libc()?.write(descriptor, bytes, bytes.length) ?? 0;
  if (written === bytes.length) return;
  const rest = written > 0 ? bytes.subarray(written) : bytes;
  await Bun.write(descriptor === STDOUT ? Bun.stdout : Bun.stderr, rest);
}
