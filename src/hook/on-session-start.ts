import { databasePath, executablePath } from "../config/environment.ts";
import { type LoadedConfig, loadConfig, readGuardFingerprint } from "../config/load-config.ts";
import { readActivePause } from "../config/pause.ts";
import { forgetIdleTeammate } from "../gates/engine/background-tasks.ts";
import { findGuardChanges } from "../gates/engine/guard-changes.ts";
import { remindOfWork } from "../gates/engine/notify-gates.ts";
import { claimInboxNotice } from "../memory/inbox/candidates.ts";
import { appendToExisting, appendToFile } from "../platform/files.ts";
import { projectTop } from "../platform/project-file.ts";
import { inShellPath } from "../platform/system.ts";
import { type Answer, composeAnswer, type SessionStartEvent } from "../protocol/hook-event.ts";
import { announceFindings } from "../review/reflection/reflection-rows.ts";
import { readFaults } from "../store/fault-log.ts";
import { excludeRuntime } from "../store/git-exclude.ts";
import { attempt, type HookContext, hookTime, noteFault, type OpenContext } from "../store/hook-context.ts";
import { hasGivenMessages, markShown, takeMessages } from "../store/notices.ts";
import { inTransaction, openLedger, readMeta, type Store, toStoreError, writeMeta } from "../store/open.ts";
import { findSession, noteSession, openSession, saveStartDuration } from "../store/sessions.ts";
import { clip } from "../text/clip.ts";
import { countNoun } from "../text/count-noun.ts";
import { formatTime } from "../text/format-time.ts";
import { printable, quoteForShell } from "../text/printable.ts";
import { requestBaseline } from "../worktree/baseline.ts";
import { sessionProjectKey } from "../worktree/project-key.ts";
import { composeStartContext, openMemory } from "./start-context.ts";

/** Config keys that hold commands, which run only with trust. */
const COMMAND_KEYS = /^(?:quality\.stages\.|gates\.custom$|tasks\.verify$)/;
const MAX_KEYS = 5;
const MAX_KEY_LENGTH = 60;
const FAULT_WINDOW_MS = 7 * 24 * 3_600_000;
const MAX_REASON_LENGTH = 300;
const ENDED_WINDOW_MS = 24 * 3_600_000;

/** A session starts or is resumed: records it, puts our folder on its PATH, and reports what is worth knowing, a line each. */
export async function onSessionStart(context: HookContext<SessionStartEvent>): Promise<Answer> {
  await attempt(context, "path", () => putOnPath(context));
  await attempt(context, "git", () => excludeRuntimeIn(context));
  const { store, messages } = await recordStart(context);
  const loaded = await loadConfig(context.env, context.projectDir);
  const start = { ...context, loaded, store: store instanceof Error ? null : store };
  await attempt(context, "sync", () => startSync(loaded));
  const reminder = await remindOfWork(start);
  const pause = await describePause(context);
  // What cannot be read is not mentioned: `messages` say that the store is out of order.
  const tell = async <S>(
    part: string,
    from: S | Error,
    describe: (from: S) => string[] | Promise<string[]>,
  ) => (from instanceof Error ? [] : ((await attempt(context, part, () => describe(from))) ?? []));
  const memory = store instanceof Error ? store : await openMemory(context, store, "store");
  const open = store instanceof Error ? store : { ...context, loaded, store };
  const findings = await tell("reflection", memory, (one) => announceReflection(context, one));
  const inbox = await tell("inbox", memory, (one) => announceInbox(start, one));
  const notes = await tell("judges", open, describeEndedSessions);
  const lines = await composeStartContext(start, memory, reminder, "SessionStart");
  const editors = await tell("sessions", store, (one) => describeEditors(context, one));
  const clone = await describeUntrusted(context, loaded);
  const changes = await tell("guards", open, describeGuardChanges);
  return composeAnswer(
    [...lines, ...editors],
    [
      ...messages,
      ...editors,
      ...changes,
      // They say what is active.
      ...(store instanceof Error ? [] : reminder.messages),
      ...findings,
      ...inbox,
      ...notes,
      ...pause,
      ...clone,
    ],
  );
}

/** A lock may be set by hand, and committed at once. */
async function excludeRuntimeIn({ projectDir }: HookContext<SessionStartEvent>): Promise<void> {
  if (projectDir !== null) await excludeRuntime(projectDir);
}

/** Detached: this session uses what is here, and the next one what it brings. */
async function startSync({ config }: LoadedConfig): Promise<void> {
  if (config.sync.url === "") return;
  const { startDetached } = await import("../platform/process/start-self.ts");
  startDetached(["sync", "--quiet"]);
}

/** Trust, pauses and switches that were changed without our commands, since the session's last event or before it began. */
async function describeGuardChanges(context: OpenContext<SessionStartEvent>): Promise<string[]> {
  const { event, env, loaded, store } = context;
  const { sessionId } = event;
  if (sessionId === null) return [];
  const fingerprint = readGuardFingerprint(env, loaded.config);
  const earlier = findSession(store, sessionId)?.guard_fingerprint ?? null;
  const isChanged = fingerprint !== earlier;
  const { save } = isChanged ? await findGuardChanges(context, earlier, fingerprint) : { save: () => {} };
  return inTransaction(store, () => {
    save();
    if (earlier === null) saveStartDuration(store, sessionId, hookTime());
    return takeMessages(store, event, context.now);
  });
}

/** For Claude and for the person. */
async function describeEditors(
  { event, projectDir, now }: HookContext<SessionStartEvent>,
  store: Store,
): Promise<string[]> {
  const { sessionId, source } = event;
  if (sessionId === null || projectDir === null || source === "compact") return [];
  const { describeLiveEditors, listLiveEditors } = await import("../recording/queue/live-editors.ts");
  const editors = listLiveEditors(store, { sessionId, root: projectTop(projectDir), now });
  const others = describeLiveEditors(editors);
  return others === null ? [] : [`holdfast: ${others}.`];
}

/** What the config of an untrusted project lowers, and what is left out of it. */
async function describeUntrusted(
  { env, projectDir }: HookContext<SessionStartEvent>,
  { waiting, loosened, origins }: LoadedConfig,
): Promise<string[]> {
  const commands = [...origins].filter(([key, layer]) => layer === "project" && COMMAND_KEYS.test(key));
  if (projectDir === null || waiting.length + loosened.length + commands.length === 0) return [];
  const { readTrust } = await import("../config/trust.ts");
  if ((await readTrust(env, projectDir)).state === "trusted") return [];
  const parts = [
    ...(loosened.length > 0 ? [`lowers ${listKeys(loosened)}`] : []),
    ...(waiting.length + commands.length > 0
      ? [
          `is not trusted, which leaves out ${listKeys([...(commands.length > 0 ? ["its commands"] : []), ...waiting])}`,
        ]
      : []),
  ];
  return [
    `holdfast: this project's config ${parts.join(", and ")}. See \`holdfast config show\` and \`holdfast trust\`.`,
  ];
}

function listKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, MAX_KEYS).map((key) => clip(printable(key), MAX_KEY_LENGTH));
  return `${shown.join(", ")}${keys.length > MAX_KEYS ? ` and ${keys.length - MAX_KEYS} more` : ""}`;
}

/** When the store cannot be opened, the messages say that nothing is recorded. */
async function recordStart(
  context: HookContext<SessionStartEvent>,
): Promise<{ store: Store | Error; messages: string[] }> {
  const { event, env, now } = context;
  try {
    const store = await openLedger(databasePath(env));
    const since = Math.max(Number(readMeta(store, "faults_told_at") ?? 0), now - FAULT_WINDOW_MS);
    const faults = await readFaults(env, since);
    if (event.sessionId !== null && hasGivenMessages(store, event.sessionId))
      await attempt(context, "messages", async () =>
        (await import("../gates/engine/settle-messages.ts")).settleMessages(store, event, now),
      );
    const messages = inTransaction(store, () => {
      if (faults.length > 0) writeMeta(store, "faults_told_at", String(now));
      const faultLines = describeFaults(faults.length);
      if (event.sessionId === null) return faultLines;
      noteSession(store, context);
      openSession(store, event.sessionId, event.source);
      // Teammates do not survive a restart of their session.
      if (event.source !== "compact") forgetIdleTeammate(store, { sessionId: event.sessionId, name: "*" });
      return [...faultLines, ...takeMessages(store, event, now)];
    });
    await requestBaseline(context, store);
    return { store, messages };
  } catch (error) {
    const problem = toStoreError(error);
    await noteFault(context, "store", problem);
    const message = `holdfast is not recording, and holds nothing: ${problem.message}. See \`holdfast doctor\`.`;
    return { store: problem, messages: [message] };
  }
}

/** For the person, not for Claude: findings of earlier sessions wait for a decision. */
function announceReflection(context: HookContext<SessionStartEvent>, store: Store): string[] {
  const { event, env, projectDir, now } = context;
  if (event.sessionId === null || projectDir === null || env.reflecting || event.source === "compact")
    return [];
  const count = announceFindings(store, projectDir, now);
  if (count === 0) return [];
  const findings = countNoun(count, "finding");
  return [`holdfast looked back at the last session: ${findings}, \`holdfast reflect review\``];
}

/** For the person, at most once a day: the texts stay in the inbox until somebody has seen them. */
async function announceInbox(
  context: HookContext<SessionStartEvent> & { loaded: LoadedConfig },
  store: Store,
): Promise<string[]> {
  const { event, env, projectDir, now } = context;
  const { enabled, mode } = context.loaded.config.triage;
  if (event.sessionId === null || projectDir === null || !enabled || mode === "off") return [];
  // Nobody would see it.
  if (env.unattended || env.reflecting || event.source === "compact") return [];
  const projectKey = await sessionProjectKey(store, event.sessionId, projectDir);
  const count = claimInboxNotice(store, projectKey, now);
  return count === 0 ? [] : [`holdfast: ${countNoun(count, "thing")} worth remembering: /holdfast:inbox`];
}

/** For the person, once: objections that came too late for a session that has ended, and that the model could not write about one. */
async function describeEndedSessions(context: OpenContext<SessionStartEvent>): Promise<string[]> {
  const { event, env, loaded } = context;
  if (loaded.config.judge.by === "off" || env.unattended || event.source === "compact") return [];
  return [
    ...(await describeObjections(context)),
    ...(loaded.config.memory.model ? await describeUnnoted(context) : []),
  ];
}

async function describeObjections({ startDir, store, now }: OpenContext<SessionStartEvent>) {
  if (startDir === null) return [];
  const { listUnheardObjections } = await import("../store/judge-calls.ts");
  const objections = listUnheardObjections(store, startDir, now - ENDED_WINDOW_MS).filter(({ id }) =>
    markShown(store, "", `judge-objection:${id}`),
  );
  const [newest] = objections;
  if (newest === undefined) return [];
  const reason = clip(printable(newest.reason), MAX_REASON_LENGTH);
  const more = objections.length === 1 ? "" : ` (and ${objections.length - 1} more)`;
  return [
    `holdfast: after the last stop of an earlier session, the judge "${printable(newest.judge)}" said no: ${reason}${more} \`holdfast explain --list\` has it.`,
  ];
}

async function describeUnnoted({ store, now }: OpenContext<SessionStartEvent>) {
  const { listFailedSessions } = await import("../store/judge-calls.ts");
  const failed = listFailedSessions(store, "memory", now - ENDED_WINDOW_MS).filter(({ sessionId }) =>
    markShown(store, sessionId, "judge-failed"),
  );
  const [newest] = failed;
  if (newest === undefined) return [];
  const sessions = failed.length === 1 ? "an ended session" : `${failed.length} ended sessions`;
  return [
    `holdfast: the judge could not write about ${sessions}: ${newest.reason}. \`holdfast doctor --judge\` makes a test call.`,
  ];
}

function describeFaults(count: number): string[] {
  if (count === 0) return [];
  const times = count === 1 ? "once" : `${count} times`;
  return [`holdfast failed ${times} since the last session. Nothing was held then. See \`holdfast doctor\`.`];
}

async function describePause(context: HookContext<SessionStartEvent>): Promise<string[]> {
  const pause = await readActivePause(context);
  if (!pause) return [];
  const until = pause.until === null ? "until `holdfast resume`" : `until ${formatTime(pause.until)}`;
  return [`holdfast is paused ${until}: nothing is held.`];
}

/** Lets Claude call `holdfast` by its bare name: every later Bash call reads this file. */
async function putOnPath({ env }: HookContext<SessionStartEvent>): Promise<void> {
  if (env.envFile === null) return;
  const path = executablePath(env);
  const line = `export PATH=${quoteForShell(inShellPath(path.slice(0, path.lastIndexOf("/"))))}:"$PATH"\n`;
  if (!appendToExisting([], env.envFile, line)) await appendToFile(env.envFile, line);
}
