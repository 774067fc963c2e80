import { findLoop, insertLoop, type LoopRow } from "../../../gates/loop/rows.ts";
import { findBlockCap } from "../../../install/doctor/block-cap.ts";
import { managedSettingsPath, readSources } from "../../../install/doctor/settings-sources.ts";
import { LONG_LOOPS_CAP } from "../../../install/registration.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation, type Output } from "../../command.ts";
import { type FoundSession, findDeclaredSession } from "../../session.ts";
import { withStore } from "../../with-store.ts";
import { noteMetric } from "../history/note-metric.ts";
import {
  parseIterations,
  parseMinutes,
  parsePromise,
  parseTask,
  parseVerify,
  SESSION_OPTIONS,
} from "./options.ts";
import { publishLoop } from "./state-file.ts";

export const command = defineCommand({
  summary: "keep Claude at a task until a command passes",
  usage: '"task"',
  details:
    "At each stop the verify command runs in the project. While it fails, Claude is sent back with the telling part of its\n" +
    "output, at most --max-iterations times. Without a verify command `holdfast loop done` ends the loop, or the promised\n" +
    "line, alone, in Claude's last message. Three rounds without any change suspend it. Run by Claude it is about that\n" +
    "session; run by you about --session or the newest session of the project.",
  examples: [
    'holdfast loop start "fix the type errors" --verify "npm run typecheck"',
    'holdfast loop start "write the guide" --promise "GUIDE COMPLETE" --max-iterations 10',
  ],
  options: {
    verify: { type: "string", value: '"..."', help: "shell command that proves the task done (exit code 0)" },
    promise: {
      type: "string",
      value: '"..."',
      help: "the line with which Claude ends a loop without --verify",
    },
    "max-iterations": { type: "string", value: "25", help: "how often Claude is sent back at most" },
    "max-minutes": {
      type: "string",
      value: "240",
      help: "how long one prompt of yours is worked on at most",
    },
    ...SESSION_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const asked = {
      task: redact(parseTask(positionals[0])).text,
      verify: parseVerify(options.verify),
      promise: parsePromise(options.promise),
      max_iterations: parseIterations(options["max-iterations"]),
      max_minutes: parseMinutes(options["max-minutes"]),
      started_by: env.insideClaude ? ("claude" as const) : ("user" as const),
    };
    const session = await findDeclaredSession(invocation, options);
    const { row, replaced } = await withStore(env, (store) =>
      store
        .transaction(() => {
          const before = findLoop(store, session.id);
          if (before?.status === "active") throw alreadyOn(before);
          const place = { session_id: session.id, project_dir: session.projectDir, created_at: Date.now() };
          return { row: insertLoop(store, { ...asked, ...place }), replaced: before?.status === "suspended" };
        })
        .immediate(),
    );
    await publishLoop(env, out, row);
    await noteMetric(env, { projectDir: row.project_dir, sessionId: row.session_id }, "loop_started");
    const warning = await warnOfCap(invocation, row);
    if (options.json) out.json({ ...row, how: session.how, warning });
    else print(out, row, session, { replaced, warning });
    return 0;
  },
});

function alreadyOn(row: LoopRow): UserError {
  return new UserError(
    "loop-on",
    `a loop is already on in session ${row.session_id}: ${row.task}`,
    "`holdfast loop status` shows it, `holdfast loop cancel` ends it.",
  );
}

/** Below its own limit of blocks in a row without a tool call, the client does not ask us any more. */
async function warnOfCap({ env }: Pick<Invocation, "env">, row: LoopRow): Promise<string | null> {
  const sources = await readSources(env, row.project_dir, managedSettingsPath(process.platform));
  const { blocks } = findBlockCap({ sources, variables: process.env });
  if (blocks >= row.max_iterations) return null;
  return `Claude Code itself ends a turn after ${blocks} rounds in a row without a tool call, before this loop's ${row.max_iterations}. \`holdfast install --long-loops\` raises that to ${LONG_LOOPS_CAP}.`;
}

function print(
  out: Output,
  row: LoopRow,
  session: FoundSession,
  more: { replaced: boolean; warning: string | null },
): void {
  out.line(
    `${out.style.green("Loop on")} for session ${row.session_id} (${session.how}) in ${row.project_dir}.`,
  );
  out.line(`  Task      ${row.task}`);
  out.line(`  Done when ${describeEnd(row)}`);
  out.line(`  At most   ${row.max_iterations} rounds, ${row.max_minutes} minutes a prompt`);
  out.line(`  End it    ${out.style.cyan("holdfast loop cancel")}`);
  if (more.replaced) out.line("The suspended loop of this session is replaced.");
  if (more.warning) out.line(`${out.style.yellow("warning:")} ${more.warning}`);
}

function describeEnd({ verify, promise }: LoopRow): string {
  if (verify !== null) return `\`${verify}\` passes; it runs at each stop`;
  return promise === null
    ? "`holdfast loop done` is run"
    : `\`holdfast loop done\` is run, or Claude gives this line, alone: ${promise}`;
}
