// Runs the registered command for each event, with a throwaway home and project: the only proof that holdfast works.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { executablePath, faultLogPath } from "../../../config/environment.ts";
import { shellCommand } from "../../../platform/system.ts";
import { readFaults } from "../../../store/fault-log.ts";
import { isRecord, parseJson } from "../../../text/unknown-values.ts";
import { type DoctorCheck, mergeEvents, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { type FoundHook, isBackground, startsOurProgram } from "../found-hooks.ts";
import { installAgain } from "../judge-entry.ts";
import { describeFailure, quoteStart, runProgram } from "../run-program.ts";

export const selfTest: DoctorCheck = {
  id: "self-test",
  async run(context) {
    const tests = collectTests(context);
    if (tests.length === 0 && context.inOtherAgents) return ok("nothing to test in Claude Code");
    if (tests.length === 0)
      return warn("nothing is registered, so nothing was tested", "Run `holdfast install`.");
    const allowed = tests.filter((test) => mayRun(test, context));
    const refused = tests
      .filter((test) => !allowed.includes(test))
      .map(({ event, source, shown }) => {
        const message = `\`${shown}\` was not run: it comes with the project and may not be our program`;
        return { event, ...warn(message, `If you did not put it there, remove it. ${installAgain(source)}`) };
      });
    const runs = await rehearseAll(context, allowed.map(toRehearsal));
    const times = runs
      .filter(({ failure }) => failure === null)
      .map(({ test, durationMs }) => `${test.event} ${Math.round(durationMs)} ms`);
    const failed = runs.flatMap(({ test: { event, source, shown }, failure }) =>
      failure === null ? [] : [{ event, ...problem(`\`${shown}\` ${failure}`, installAgain(source)) }],
    );
    return [
      ...(times.length > 0 ? [ok(`answered correctly: ${times.join(", ")}`)] : []),
      ...mergeEvents([...failed, ...refused]),
    ];
  },
};

interface SelfTest extends FoundHook {
  /** The program and its arguments. */
  words: string[];
  /** The command as it is registered. */
  shown: string;
}

/** Equal commands are tested once per event, as the client runs them. Background entries run the same program. */
function collectTests({ hooks, pluginHooks }: DoctorContext): SelfTest[] {
  const own = [...hooks.filter((hook) => hook.isOwn), ...pluginHooks].filter((hook) => !isBackground(hook));
  const tests = own.map((hook): [string, SelfTest] => {
    const { command, args } = hook.entry;
    const direct = [command, ...(Array.isArray(args) ? args : [])].map(String);
    const shown = direct.join(" ");
    // Without `args`, the client starts a hook through a shell.
    const words = args === undefined ? shellCommand(shown) : direct;
    return [JSON.stringify([hook.event, words]), { ...hook, words, shown }];
  });
  return [...new Map(tests).values()];
}

/** Checking a cloned repository must not run its commands: from project settings only our installed program is started. */
function mayRun(test: SelfTest, { env }: DoctorContext): boolean {
  return (test.source !== "project" && test.source !== "local") || startsOurProgram(test, env);
}

/** One hook, and an event for it. */
export interface Rehearsal {
  event: string;
  words: string[];
  /** Its timeout. */
  seconds: unknown;
  /** `folder`: of the project. */
  payload(folder: string, transcript: string): string;
}

function toRehearsal(test: SelfTest) {
  const { event, words, entry } = test;
  const payload = (folder: string, transcript: string) => samplePayload(event, folder, transcript);
  return { ...test, words, seconds: entry.timeout, payload };
}

export async function rehearseAll<Test extends Rehearsal>(context: DoctorContext, tests: readonly Test[]) {
  const folder = await mkdtemp(`${context.env.tempDir}/holdfast-doctor-`);
  try {
    const runs = [];
    // One at a time: in parallel, each would take longer than in a session.
    for (const [index, test] of tests.entries()) {
      context.progress(`self-test ${index + 1} of ${tests.length}`);
      const place = await makeRehearsalPlace(context, `${folder}/${index}`);
      const first = await rehearseHook(test, context, place);
      // The first run also creates the database, so the second is measured.
      runs.push({ test, ...(first.failure === null ? await rehearseHook(test, context, place) : first) });
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
  return { ...places, transcript: `${folder}/transcript.jsonl`, envFile: `${folder}/env` };
}

async function rehearseHook(
  { words, seconds, payload }: Rehearsal,
  context: DoctorContext,
  places: RehearsalPlace,
): Promise<{ durationMs: number; failure: string | null }> {
  await rm(faultLogPath(places), { force: true });
  // A new turn for each run: a stop would wait for it if the last one had already ended with a stop.
  await writeTranscript(places.transcript, places.project);
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
    input: payload(places.project, places.transcript),
    limitMs: typeof seconds === "number" && seconds > 0 ? Math.min(MAX_RUN_MS, seconds * 1000) : MAX_RUN_MS,
  });
  // A failing hook allows and exits 0, so only its fault log shows the failure.
  const [fault] = await readFaults(places, 0);
  const isAnswer = run.stdout.trim() === "" || isRecord(parseJson(run.stdout));
  const failure =
    describeFailure(run) ??
    (isAnswer ? null : `printed no valid answer${quoteStart(run.stdout)}`) ??
    (fault ? `answered, but recorded a fault: ${fault.part}: ${fault.message}` : null);
  return { durationMs: run.durationMs, failure };
}

async function writeTranscript(path: string, cwd: string): Promise<void> {
  const common = {
    sessionId: SELF_TEST_SESSION,
    cwd,
    isSidechain: false,
    userType: "external",
    version: "2.1.328",
  };
  const timestamp = new Date().toISOString();
  const line = (uuid: string, parentUuid: string | null, message: { role: string; content: unknown }) =>
    `${JSON.stringify({ ...common, type: message.role, uuid, parentUuid, timestamp, message })}\n`;
  const [user, assistant] = [crypto.randomUUID(), crypto.randomUUID()];
  const asked = line(user, null, { role: "user", content: "Hello" });
  const answered = line(assistant, user, { role: "assistant", content: [{ type: "text", text: "Hello." }] });
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
