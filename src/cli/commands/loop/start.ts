import { findConfiguredFolder } from "../../../config/place.ts";
import {
  DEFAULT_ITERATIONS,
  DEFAULT_MINUTES,
  type Loop,
  loopConditions,
  MAX_ITERATIONS,
  toLoop,
} from "../../../gates/loop/loop.ts";
import { findMissingProgram } from "../../../install/doctor/run-program.ts";
import { findBlockCap, managedSettingsPath, readSources } from "../../../install/doctor/settings-sources.ts";
import { LONG_LOOPS_CAP } from "../../../install/registration.ts";
import { withOwnFolder } from "../../../platform/process/start-command.ts";
import { noteMetric } from "../../../recording/metrics/metrics-file.ts";
import { cancelGoal, findGoal, type Goal, insertGoal } from "../../../store/goals.ts";
import { quoteForShell } from "../../../text/printable.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { hidesExitCode } from "../../../text/test-runs/test-command.ts";
import { UserError } from "../../../text/user-error.ts";
import { shownRow } from "../../../views/status/rows.ts";
import {
  commandLine,
  defineCommand,
  type Invocation,
  numberUpTo,
  type Output,
  option,
  SESSION_OPTIONS,
} from "../../command.ts";
import { findAgent } from "../../person.ts";
import { changeStore, type FoundSession, findTargetSession } from "../../target.ts";
import { publish } from "../goals/choose.ts";
import { parseCommand, parseQuestion, parseTask, requireJudge } from "../goals/parse-goal.ts";
import { warnIfNothingHolds } from "../goals/warn-if-nothing-holds.ts";

const MAX_MINUTES = 7 * 24 * 60;
const MAX_PROMISE = 200;

export const command = defineCommand({
  changes: true,
  usage: '"task"',
  details:
    "The verify command runs at each stop, in the project or, in a monorepo, in the nearest folder with its own config.\n" +
    "While it fails, Claude continues with the relevant part of its output, at most --max-iterations times. Without a verify\n" +
    "command, `holdfast loop done` ends the loop, or the promised line, alone on its line, in Claude's last message. --judge\n" +
    "adds a question for your judge, asked when the rest is met. Run by Claude, the loop is for that session; run by you, for\n" +
    "--session or the project's newest session.",
  examples: [
    'holdfast loop start "fix the type errors" --verify "npm run typecheck"',
    'holdfast loop start "make all checks pass" --verify "holdfast gate run"',
    'holdfast loop start "write the guide" --promise "GUIDE COMPLETE"',
    'holdfast loop start "port the parser" --judge "Is every rule ported?"',
  ],
  options: {
    verify: option('"..."', "shell command that proves the task done (exit code 0)", parseCommand),
    judge: option('"..."', "a question that your judge must answer with yes, after the turn", parseQuestion),
    promise: option('"..."', "the line that ends a loop without --verify, in Claude's message", parsePromise),
    "max-iterations": option("25", "rounds in total", numberUpTo(MAX_ITERATIONS, 10)),
    "max-minutes": option("240", "minutes per prompt", numberUpTo(MAX_MINUTES, 60)),
    ...SESSION_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    if (options.verify && options.promise)
      throw new UserError(
        "usage",
        "--verify and --promise cannot be combined",
        "Leave out --promise: the command is the better proof.",
      );
    const terms = {
      text: parseTask("loop", positionals[0], '"fix the type errors" --verify "npm run typecheck"'),
      verify: options.verify ?? null,
      promise: options.promise ?? null,
      judge: options.judge ?? null,
      maxRounds: options["max-iterations"] ?? DEFAULT_ITERATIONS,
      maxMinutes: options["max-minutes"] ?? DEFAULT_MINUTES,
      startedBy: findAgent(env) === null ? ("user" as const) : ("claude" as const),
    };
    const session = await findTargetSession(invocation, options, commandLine("loop start", invocation));
    const folder = findOwnFolder(invocation.cwd, session.projectDir);
    if (terms.verify !== null) {
      requireProgram(terms.verify, folder, env.path);
      terms.verify = runIn(folder, session.projectDir, terms.verify);
    }
    if (terms.judge !== null) await requireJudge(env, session.projectDir);
    const { verify, promise, judge, ...rest } = terms;
    const { goal, replaced } = await changeStore(env, (store) => {
      const at = Date.now();
      const before = findGoal(store, "loop", session.id);
      if (before?.state === "active" && before.fileKey === null) throw alreadyOn(before);
      const isReplaced = before?.state === "suspended" || before?.state === "active";
      if (isReplaced) cancelGoal(store, before.id, { by: terms.startedBy, why: "replaced", at });
      const place = { sessionId: session.id, projectDir: session.projectDir, createdAt: at };
      const conditions = loopConditions(verify, promise, judge);
      return {
        goal: insertGoal(store, { ...rest, ...place, kind: "loop", conditions }),
        replaced: isReplaced && before.fileKey === null,
      };
    });
    const row = toLoop(goal, []);
    await publish(invocation, goal);
    await noteMetric(env, goal, "loop_started");
    const warnings = [warnOfHiddenExitCode(options.verify), await warnOfCap(invocation, row)].filter(
      (one) => one !== null,
    );
    if (options.json)
      out.json({ ...(await shownRow(row)), how: session.foundBy, warning: warnings.join(" ") || null });
    else {
      print(out, await shownRow(row), session, { replaced, warnings });
      await warnIfNothingHolds(invocation, row.project_dir);
    }
  },
});

/** In a monorepo, a folder with its own config below the one where the session was started. */
function findOwnFolder(cwd: string, projectDir: string): string {
  const configured = findConfiguredFolder(cwd);
  return configured?.startsWith(`${projectDir}/`) ? configured : projectDir;
}

function runIn(folder: string, projectDir: string, command: string): string {
  if (folder === projectDir) return command;
  const grouped = /[;&\n]|\|\|/.test(command) ? `(${command})` : command;
  return `cd ${quoteForShell(folder.slice(projectDir.length + 1))} && ${grouped}`;
}

/** Such a command would fail at each stop, whatever Claude does. */
function requireProgram(command: string, folder: string, path: string): void {
  const missing = findMissingProgram(command, folder, withOwnFolder(path));
  if (missing === null) return;
  throw new UserError(
    "no-program",
    `--verify starts with \`${missing}\`, which ${missing.includes("/") ? `cannot be run in ${folder}` : "is not on the PATH"}`,
    "The command runs in the project's folder. Install the program, or give its path.",
  );
}

function parsePromise(text: string): string {
  const promise = text.trim();
  if (redact(promise).count > 0)
    throw new UserError(
      "secret-promise",
      "--promise contains a secret",
      "It is stored and shown: choose another line.",
    );
  if (promise !== "" && promise.length <= MAX_PROMISE && !/[\r\n]/.test(promise)) return promise;
  throw new UserError(
    "bad-promise",
    `--promise is not one line of up to ${MAX_PROMISE} characters`,
    'Example: --promise "ALL TYPES CHECK"',
  );
}

function alreadyOn(goal: Goal): UserError {
  return new UserError(
    "loop-on",
    `a loop is already on in session ${goal.sessionId}: ${goal.text}`,
    "`holdfast loop status` shows it, `holdfast cancel loop` ends it.",
  );
}

/** Ends that succeed whatever came before them. */
const ALWAYS_PASSES = /\|\s*(?:tail|head|tee|cat)\b[^|;&]*$|(?:;|\|\|)\s*(?:echo|true|:)(?:\s[^|;&]*)?$/;

/** Such a loop ends at its first stop, unless the output has the summary of a known test runner. */
function warnOfHiddenExitCode(verify: string | undefined): string | null {
  if (verify === undefined || !ALWAYS_PASSES.test(verify) || !hidesExitCode(verify)) return null;
  return "The end of --verify hides the exit code of the check, so the loop may end although it failed. Leave that part out.";
}

/** The client ends the turn itself after this many blocks in a row without a tool call. */
async function warnOfCap({ env }: Pick<Invocation, "env">, row: Loop): Promise<string | null> {
  const sources = await readSources(env, row.project_dir, managedSettingsPath(process.platform));
  const { blocks } = findBlockCap({ sources, variables: process.env });
  if (blocks >= row.max_iterations) return null;
  return `Claude Code itself ends a turn after ${blocks} rounds in a row without a tool call, before this loop's ${row.max_iterations}. \`holdfast install --long-loops\` raises that to ${LONG_LOOPS_CAP}.`;
}

function print(
  out: Output,
  row: Loop,
  session: FoundSession,
  { replaced, warnings }: { replaced: boolean; warnings: string[] },
): void {
  out.line(
    `${out.style.green("Loop on")} for session ${row.session_id} (${session.foundBy}) in ${row.project_dir}.`,
  );
  out.line(`  Task      ${row.task}`);
  out.line(`  Done when ${describeEnd(row)}`);
  out.line(`  At most   ${row.max_iterations} rounds, ${row.max_minutes} minutes per prompt`);
  out.line(`  End it    ${out.style.cyan("holdfast cancel loop")}`);
  if (replaced) out.line("It replaces this session's suspended loop.");
  for (const warning of warnings) out.line(`${out.style.yellow("warning:")} ${warning}`);
}

function describeEnd({ judge, ...loop }: Loop): string {
  if (judge === null) return describeProof(loop);
  const asked = `the judge says yes to: ${judge}`;
  return loop.verify === null && loop.promise === null ? asked : `${describeProof(loop)}, and ${asked}`;
}

function describeProof({ verify, promise }: Pick<Loop, "verify" | "promise">): string {
  if (verify !== null) return `\`${verify}\` passes (it runs at each stop)`;
  return promise === null
    ? "somebody runs `holdfast loop done`"
    : `somebody runs \`holdfast loop done\`, or Claude's message has this line, alone: ${promise}`;
}
