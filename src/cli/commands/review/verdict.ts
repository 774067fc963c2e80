import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import type { Store } from "../../../store/open.ts";
import { type SessionRow, sessionsWithin } from "../../../store/sessions.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Result, readVerdict, type SessionVerdict } from "../../../views/verdict.ts";
import { defineCommand, flag, type Invocation, requireAtMostOne, SESSION_OPTIONS } from "../../command.ts";
import { requirePerson } from "../../person.ts";
import {
  createStoreReader,
  findByBeginning,
  findProject,
  firstOfProject,
  LIST_SESSIONS_HINT,
} from "../../target.ts";

const EXIT_CODES: Record<Result, number> = {
  complete: 0,
  blocked: 2,
  released: 3,
  fault: 4,
  none: 5,
  waiting: 6,
};

const JUDGE_HINT = "They are asked by themselves after the turn.";

const options = {
  judge: flag("if nothing held the last stop, ask the judges: an objection is exit code 2"),
  last: flag("the newest session in or below this folder, even inside Claude"),
  ...SESSION_OPTIONS,
};

type Call = Invocation<typeof options>;

export const command = defineCommand({
  details:
    "For scripts, because `claude -p` exits with 0 even if work is open. Prints the reason on one line. Exit codes:\n" +
    "  0  complete: nothing held the last stop, and no goal of the session is open\n" +
    "  1  usage error\n" +
    "  2  held: the run ended while its last stop was held (--max-turns, --json-schema, killed)\n" +
    "  3  released: allowed with open findings (stalled, capped) or an unmet goal, or not judged (paused, plan mode)\n" +
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
    const { result, why, sessionId, stop, open, judges } = await findVerdict(call);
    const exitCode = EXIT_CODES[result];
    if (given.json) {
      const { verdict = null, rule = null, id = null, at = null } = stop ?? {};
      out.json({ result, exitCode, why, session: sessionId, verdict, rule, decision: id, at, open, judges });
    } else if (result === "blocked") out.line(why);
    else out.line(`${result === "none" ? "nothing recorded" : result}: ${why}`);
    return exitCode;
  },
});

async function findVerdict(call: Call): Promise<SessionVerdict> {
  const { env, options: given } = call;
  // In an agent's shell, another program may stand in for the one that answers.
  if (given.judge) requirePerson(env, "an agent cannot ask the judges about its own work", JUDGE_HINT);
  try {
    const { startDir: dir } = await findProject(call, given.project);
    return await createStoreReader(env)((store) => {
      const session = chooseSession(store, call, dir);
      if (session) return judgeSession(call, store, session);
      const why = given.session ? `there is no session ${given.session}` : `no session in ${dir}`;
      return noVerdict("none", why, given.session);
    });
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "store") throw error;
    return noVerdict("fault", error.message);
  }
}

async function judgeSession(call: Call, store: Store, session: SessionRow): Promise<SessionVerdict> {
  const { env, options: given } = call;
  const isNamed = given.session !== undefined;
  if (!given.judge) return readVerdict(env, store, session.session_id, isNamed);
  const { readJudgedVerdict } = await import("../../../views/judged-verdict.ts");
  return readJudgedVerdict(env, store, session, isNamed);
}

function noVerdict(result: Result, why: string, sessionId: string | null = null): SessionVerdict {
  return { result, why, sessionId, stop: null, open: [], judges: [] };
}

function chooseSession(store: Store, { options: given, env }: Call, projectDir: string): SessionRow | null {
  const named = given.session ?? (given.last ? null : env.sessionId);
  return named === null
    ? firstOfProject(sessionsWithin(store, projectDir), projectDir)
    : findByBeginning(store, named, null);
}
