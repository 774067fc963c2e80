// Runs the registered command for each event, with a throwaway home and project: the only proof that holdfast works.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { executablePath } from "../../../config/environment.ts";
import { type Fault, readFaults } from "../../../store/fault-log.ts";
import { firstLine } from "../../../text/clip.ts";
import { isRecord, parseJson } from "../../../text/unknown-values.ts";
import { type DoctorCheck, type EventResult, mergeEvents, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { commandOf, type FoundHook, type HookCommand, isBackground, mayRun } from "../found-hooks.ts";
import { installAgain } from "../judge-entry.ts";
import { type ProgramRun, runProgram } from "../run-program.ts";

export const selfTest: DoctorCheck = {
  id: "self-test",
  async run(context) {
    const found = collectTests(context);
    if (found.length === 0)
      return warn("nothing is registered, so nothing was tested", "Run `holdfast install`.");
    const allowed = await Promise.all(found.map((test) => mayRun(context.env, test, test.command)));
    const refused = found.filter((_, index) => !allowed[index]).map(notStarted);
    const runs = await rehearseAll(
      context,
      found.filter((_, index) => allowed[index]),
    );
    const times = runs
      .filter(({ failure }) => failure === null)
      .map(({ test, durationMs }) => `${test.event} ${Math.round(durationMs)} ms`);
    const failed = runs.flatMap(({ test, failure }) => (failure === null ? [] : [toResult(test, failure)]));
    return [
      ...(times.length > 0 ? [ok(`answered correctly: ${times.join(", ")}`)] : []),
      ...mergeEvents([...failed, ...refused]),
    ];
  },
};

interface SelfTest {
  event: string;
  source: FoundHook["source"];
  command: HookCommand;
  /** Seconds, as registered. */
  timeout: unknown;
}

async function rehearseAll(context: DoctorContext, tests: SelfTest[]) {
  const folder = await mkdtemp(`${context.env.tempDir}/holdfast-doctor-`);
  try {
    const runs = [];
    // One at a time: in parallel, each would take longer than in a session.
    for (const [index, test] of tests.entries()) {
      context.progress(`self-test ${index + 1} of ${tests.length}`);
      const place = await makeRehearsalPlace(context, `${folder}/${index}`);
      const first = await rehearseHook(test, context, place);
      const failure = failureOf(first);
      // The first run also creates the database, so the second is measured.
      const measured = failure === null ? await rehearseHook(test, context, place) : first;
      runs.push({ test, durationMs: measured.durationMs, failure: failure ?? failureOf(measured) });
    }
    return runs;
  } finally {
    await removeReliably(folder);
  }
}

/** A background process that a hook started may still write there. */
async function removeReliably(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await Bun.sleep(50);
    if (!existsSync(folder)) return;
  }
}

/** Equal commands are tested once per event, as the client runs them. Background entries run the same program. */
function collectTests({ hooks, pluginHooks }: DoctorContext): SelfTest[] {
  const own = [...hooks.filter((hook) => hook.isOwn), ...pluginHooks].filter((hook) => !isBackground(hook));
  const tests = own.flatMap((hook) => {
    const command = commandOf(hook);
    return command ? [{ event: hook.event, source: hook.source, command, timeout: hook.entry.timeout }] : [];
  });
  return [...Map.groupBy(tests, ({ event, command }) => JSON.stringify([event, command])).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function failureOf(run: RehearsalResult): string | null {
  if (run.failure === "not-started") return `could not be started (${run.detail})`;
  if (run.failure === "hung") return `did not end within ${run.detail} and was killed`;
  if (run.failure === "killed") return `was ended by ${run.detail}`;
  if (run.exitCode === 127) return "was not found (exit code 127)";
  if (run.exitCode !== 0) return `ended with exit code ${run.exitCode}${quoteStart(run.stderr)}`;
  const isAnswer = run.stdout.trim() === "" || isRecord(parseJson(run.stdout));
  if (!isAnswer) return `printed no valid answer${quoteStart(run.stdout)}`;
  const [fault] = run.faults;
  return fault ? `answered, but recorded a fault: ${fault.part}: ${fault.message}` : null;
}

function toResult({ event, source, command }: SelfTest, failure: string): EventResult {
  return { event, ...problem(`\`${wordsOf(command)}\` ${failure}`, installAgain(source)) };
}

function notStarted({ event, source, command }: SelfTest): EventResult {
  const message = `\`${wordsOf(command)}\` was not run: it comes with the project and is not our program`;
  return { event, ...warn(message, `If you did not put it there, remove it. ${installAgain(source)}`) };
}

function wordsOf({ command, args }: HookCommand): string {
  return [command, ...(args ?? [])].join(" ");
}

function quoteStart(text: string): string {
  const line = firstLine(text.trim());
  return line === "" ? "" : `: ${line.slice(0, 120)}`;
}

interface RehearsalResult extends ProgramRun {
  /** A failing hook allows and exits 0, so only its fault log shows the failure. */
  faults: Fault[];
}

const MAX_RUN_MS = 5_000;
const SELF_TEST_SESSION = "doctor-self-test";

type RehearsalPlace = Awaited<ReturnType<typeof makeRehearsalPlace>>;

/** `folder` must be empty and is removed by the caller. */
async function makeRehearsalPlace({ env }: Pick<DoctorContext, "env">, folder: string) {
  const places = { holdfastHome: `${folder}/home`, project: `${folder}/project`, tempDir: `${folder}/tmp` };
  for (const path of [`${places.holdfastHome}/bin`, places.project, places.tempDir]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  // An entry that uses HOLDFAST_HOME must find the installed program.
  await symlink(executablePath(env), executablePath(places));
  const transcript = `${folder}/transcript.jsonl`;
  await writeTranscript(transcript, places.project);
  return { ...places, transcript, envFile: `${folder}/env` };
}

async function rehearseHook(
  { event, command, timeout }: SelfTest,
  context: DoctorContext,
  places: RehearsalPlace,
): Promise<RehearsalResult> {
  const words =
    command.args === null ? ["/bin/sh", "-c", command.command] : [command.command, ...command.args];
  const run = await runProgram(words, {
    cwd: places.project,
    env: {
      ...context.variables,
      CLAUDECODE: "1",
      CLAUDE_PROJECT_DIR: places.project,
      CLAUDE_CODE_SESSION_ID: SELF_TEST_SESSION,
      CLAUDE_ENV_FILE: places.envFile,
      HOLDFAST_HOME: places.holdfastHome,
      TMPDIR: places.tempDir,
      HOLDFAST: undefined,
      HOLDFAST_DEBUG: undefined,
    },
    input: samplePayload(event, places.project, places.transcript),
    limitMs: typeof timeout === "number" && timeout > 0 ? Math.min(MAX_RUN_MS, timeout * 1000) : MAX_RUN_MS,
  });
  return { ...run, faults: await readFaults(places, 0) };
}

async function writeTranscript(path: string, cwd: string): Promise<void> {
  const common = {
    sessionId: SELF_TEST_SESSION,
    cwd,
    isSidechain: false,
    userType: "external",
    version: "2.1.325",
  };
  const timestamp = new Date().toISOString();
  const line = (uuid: string, parentUuid: string | null, message: { role: string; content: unknown }) =>
    `${JSON.stringify({ ...common, type: message.role, uuid, parentUuid, timestamp, message })}\n`;
  const asked = line("u1", null, { role: "user", content: "Hello" });
  const answered = line("a1", "u1", { role: "assistant", content: [{ type: "text", text: "Hello." }] });
  await writeFile(path, asked + answered, { mode: 0o600 });
}

/** The client's payload for a made-up session. */
export function samplePayload(event: string, cwd: string, transcript: string): string {
  return JSON.stringify({
    session_id: SELF_TEST_SESSION,
    transcript_path: transcript,
    cwd,
    hook_event_name: event,
    // A session has no prompt yet when it starts.
    ...(event === "SessionStart" ? {} : { prompt_id: "doctor-prompt" }),
    ...FIELDS[event],
  });
}

const IN_TURN = { permission_mode: "default" };
const TOOL = { ...IN_TURN, tool_name: "Bash", tool_input: { command: "true" }, tool_use_id: "toolu_doctor" };
const STOPPED = {
  ...IN_TURN,
  stop_hook_active: false,
  last_assistant_message: "Hello.",
  background_tasks: [],
  session_crons: [],
};

const FIELDS: Record<string, object> = {
  SessionStart: { source: "startup" },
  SessionEnd: { reason: "other" },
  UserPromptSubmit: { ...IN_TURN, prompt: "Hello" },
  PostToolUse: { ...TOOL, tool_response: { stdout: "", stderr: "", interrupted: false }, duration_ms: 3 },
  PostToolUseFailure: { ...TOOL, error: "Exit code 1", is_interrupt: false, duration_ms: 3 },
  Stop: STOPPED,
  SubagentStart: { agent_id: "doctor", agent_type: "general-purpose" },
  SubagentStop: { ...STOPPED, agent_id: "doctor", agent_type: "general-purpose" },
  TaskCreated: { task_id: "1", task_subject: "Self-test", task_description: "Nothing to do" },
  TaskCompleted: { task_id: "1", task_subject: "Self-test", task_description: "Nothing to do" },
  TeammateIdle: { ...IN_TURN, teammate_name: "tester", team_name: "doctor" },
};
