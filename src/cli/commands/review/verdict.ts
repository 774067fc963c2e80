import { describeRule } from "../../../gates/engine/budget.ts";
import { currentBudget } from "../../../gates/engine/budget-rows.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import {
  type BlockingFinding,
  blockingFindings,
  type DecisionRow,
  lastDecision,
} from "../../../store/decisions.ts";
import { type Fault, readFaults } from "../../../store/fault-log.ts";
import type { Store } from "../../../store/open.ts";
import { findSession, type SessionRow, sessionsWithin } from "../../../store/sessions.ts";
import { clip, firstLine } from "../../../text/clip.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, flag, type Invocation, requireAtMostOne, SESSION_OPTIONS } from "../../command.ts";
import {
  createStoreReader,
  findByBeginning,
  findProject,
  firstOfProject,
  LIST_SESSIONS_HINT,
} from "../../target.ts";

const EXIT_CODES = { complete: 0, blocked: 2, released: 3, fault: 4, none: 5, waiting: 6 } as const;
const MAX_LINE = 200;

interface Outcome {
  result: keyof typeof EXIT_CODES;
  why: string;
  sessionId: string | null;
  decision: DecisionRow | null;
  open: Pick<BlockingFinding, "gate" | "code" | "reason">[];
}

const options = {
  last: flag("the newest session in or below this folder, even inside Claude"),
  ...SESSION_OPTIONS,
};

type Call = Invocation<typeof options>;

export const command = defineCommand({
  details:
    "For scripts, because `claude -p` exits with 0 even if work is open. Prints the reason on one line. Exit codes:\n" +
    "  0  complete: nothing held the last stop\n" +
    "  1  usage error\n" +
    "  2  blocked: the run ended while its last stop was held (--max-turns, --json-schema, killed)\n" +
    "  3  released: allowed with open findings (stalled, capped), or not judged (paused, plan mode)\n" +
    "  4  fault: holdfast failed, so nothing was held\n" +
    "  5  nothing recorded: no such session, or no stop since its last prompt\n" +
    "  6  waiting: Claude asked the user, or waits for background tasks",
  examples: [
    'claude -p "fix the tests" && holdfast verdict --last',
    "holdfast verdict --session 3f2c9a4e-0000-4000-8000-000000000000 --json",
  ],
  options,
  async run(call) {
    const { options: given, out } = call;
    const { session, last } = given;
    requireAtMostOne({ "--session": session, "--last": last });
    if (session !== undefined && !isSessionId(session))
      throw new UserError("bad-session", `"${session}" is not a session ID`, LIST_SESSIONS_HINT);
    const outcome = await findOutcome(call);
    const { result, why, sessionId, decision, open } = outcome;
    const exitCode = EXIT_CODES[result];
    if (given.json) {
      const { verdict = null, rule = null, id = null, at = null } = decision ?? {};
      out.json({ result, exitCode, why, session: sessionId, verdict, rule, decision: id, at, open });
    } else out.line(`${result === "none" ? "nothing recorded" : result}: ${why}`);
    return exitCode;
  },
});

async function findOutcome(call: Call): Promise<Outcome> {
  try {
    const { startDir: dir } = await findProject(call, call.options.project);
    return await createStoreReader(call.env)(async (store) => {
      const session = chooseSession(store, call, dir);
      const outcome = session ? judgeSession(store, session.session_id) : noSession(call, dir);
      const fault = await findFault(store, call, outcome);
      return fault ? { ...outcome, result: "fault", why: fault.message } : outcome;
    });
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "store") throw error;
    return { result: "fault", why: error.message, sessionId: null, decision: null, open: [] };
  }
}

/** A stop that failed has no row; with --last, its session may have none either. */
async function findFault(
  store: Store,
  { env, options: given }: Call,
  outcome: Outcome,
): Promise<Fault | null> {
  const { sessionId, decision } = outcome;
  if (sessionId === null) return null;
  const isOurs = (id: string | null) =>
    id === sessionId || (given.session === undefined && id !== null && findSession(store, id) === null);
  const faults = await readFaults(env, decision?.at ?? 0);
  const isStop = ({ event, part }: Fault) => event === "Stop" && (part === "hook" || part === "store");
  return faults.findLast((fault) => isStop(fault) && isOurs(fault.session_id)) ?? null;
}

function chooseSession(store: Store, { options: given, env }: Call, projectDir: string): SessionRow | null {
  const named = given.session ?? (given.last ? null : env.sessionId);
  return named === null
    ? firstOfProject(sessionsWithin(store, projectDir), projectDir)
    : findByBeginning(store, named, null);
}

function judgeSession(store: Store, sessionId: string): Outcome {
  const decision = lastDecision(store, sessionId);
  const openedAt = currentBudget(store, sessionId, "main")?.opened_at ?? 0;
  const base = { sessionId, decision, open: [] };
  if (!decision) return { ...base, result: "none", why: `session ${sessionId} has no stop` };
  if (openedAt > decision.at)
    return { ...base, result: "none", why: `session ${sessionId} has no stop after its last prompt` };
  const findings = blockingFindings(decision);
  const open = findings.map(({ gate, code, reason }) => ({ gate, code, reason }));
  return { ...base, open, result: resultOf(decision, open), why: describe(decision, findings) };
}

function resultOf({ verdict, rule }: DecisionRow, open: Outcome["open"]): Outcome["result"] {
  switch (verdict) {
    case "complete":
      // Something was released at an earlier stop, or no gate judged.
      return open.length > 0 || rule === "once" || rule === "no-budget-row" ? "released" : "complete";
    case "blocked":
    case "fault":
      return verdict;
    case "asking":
    case "waiting":
      return "waiting";
    default:
      return "released";
  }
}

function describe({ verdict, rule }: DecisionRow, open: readonly BlockingFinding[]): string {
  const isOld = verdict === "complete" && open.length > 0;
  const because = isOld ? "still open since an earlier stop" : describeRule(rule);
  const lines = open.map(({ gate, reason, summary }) => `${gate}: ${summary ?? firstLine(reason)}`);
  return clip(printable([because, ...lines].join("; ")), MAX_LINE * 2);
}

function noSession({ options: given }: Call, projectDir: string): Outcome {
  const why = given.session ? `there is no session ${given.session}` : `no session in ${projectDir}`;
  return { result: "none", why, sessionId: given.session ?? null, decision: null, open: [] };
}
