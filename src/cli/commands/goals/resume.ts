import { nameKind } from "../../../gates/goals/kinds.ts";
import { MAX_ITERATIONS } from "../../../gates/loop/loop.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import {
  findGoal,
  type Goal,
  isOpenGoal,
  listGoals,
  moveGoal,
  resumeGoal,
  statusOf,
} from "../../../store/goals.ts";
import { capitalise } from "../../../text/capitalise.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { findActor } from "../../actor.ts";
import { type Context, defineCommand, numberUpTo, option, SESSION_OPTIONS } from "../../command.ts";
import { permitLoosening, reportLoosening } from "../../loosening.ts";
import {
  changeStore,
  type FoundSession,
  findByBeginning,
  findProject,
  findTargetSession,
  type Target,
} from "../../target.ts";
import { type Candidate, choose, GOAL_KINDS, listCandidates, parseKind, toCandidate } from "./cancel.ts";
import { moveFile, publish } from "./choose.ts";
import { concernedBy, describePlace, endPauses } from "./pause.ts";
import { findPauseOf, warnIfPaused } from "./warn-if-nothing-holds.ts";

/** Of a goal, as the person is told. */
const MAX_TEXT = 100;

export const command = defineCommand({
  changes: true,
  usage: `[${GOAL_KINDS.join("|")}]`,
  details:
    "Ends every pause that applies here: the global one, this project's and this session's; with --session, only that\n" +
    "session's. If nothing is paused, or if a kind, --from or --max-iterations is given, it continues the suspended goal; if\n" +
    "there are several, it lists them and changes nothing. A goal is suspended when nothing changes over three stops or its\n" +
    "rounds are used up; in the second case give a loop more with --max-iterations. --from takes over a goal that another\n" +
    "session left, with its evidence, for example after /clear.",
  examples: ["holdfast resume", "holdfast resume loop --max-iterations 50", "holdfast resume --from 8d3a…"],
  options: {
    "max-iterations": option("50", "the loop's new total of rounds", numberUpTo(MAX_ITERATIONS, 10)),
    from: option("ID", "the session that has the goal now"),
    ...SESSION_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const { from, "max-iterations": total } = options;
    if (positionals.length === 0 && from === undefined && total === undefined) {
      const ended = await resumeFromPauses(invocation, options);
      if (ended) return;
    }
    const { given, session } =
      from === undefined
        ? { given: await listCandidates(invocation, options), session: null }
        : await listLeft(invocation, options, from);
    const kind = parseKind(positionals[0], given);
    const found = given.filter(
      (one) =>
        one.goal !== null &&
        (kind === null || one.kind === kind) &&
        (from !== undefined || !one.isActive || (total !== undefined && one.goal.maxRounds !== null)),
    );
    const chosen = choose(found, "resume", kind);
    if (chosen.length === 0) {
      if (kind === null && from === undefined && total === undefined) {
        if (options.json) out.json({ ended: [], kept: [] });
        else if (options.session === undefined) out.line("Nothing was paused or suspended.");
        else {
          const { id, projectDir } = await findTargetSession(invocation, options);
          out.line(`Nothing of session ${id} was paused or suspended.`);
          warnIfPaused(invocation, await findPauseOf(invocation.env, projectDir, id));
        }
        return;
      }
      throw new UserError(
        `no-${kind ?? "goal"}`,
        `there is no suspended ${kind ?? "goal"} ${from === undefined ? "here" : `in session ${from}`}`,
        "`holdfast status` shows what is active.",
      );
    }
    for (const { goal, session: own } of chosen) {
      const target = session ?? own;
      if (goal === null || target === null) continue;
      const resumed = await resume(invocation, goal, target, total);
      const pause = await findPauseOf(invocation.env, target.projectDir, target.id);
      if (options.json)
        out.json({
          resumed: resumed.kind,
          status: statusOf(resumed),
          ...resumed,
          how: target.foundBy,
          pause,
        });
      else {
        out.line(describe(out, resumed, target));
        warnIfPaused(invocation, pause);
      }
    }
  },
});

/** Of a named session only its own pause. */
async function resumeFromPauses(context: Context, options: Target & { json?: boolean }): Promise<boolean> {
  const { env, out } = context;
  const project = await findProject(context, options.project);
  const named = options.session === undefined ? null : await findTargetSession(context, options);
  const { ended, kept } = await endPauses(env, ({ scope, target }) => {
    // At a terminal no session is known, so the pauses of all sessions end.
    if (scope === "session") return target === (named?.id ?? env.sessionId ?? target);
    return named === null && (scope === "all" || target === project.dir);
  });
  if (ended.length === 0) return false;
  // Otherwise the person would be told of Claude's pause, but not of its end.
  const act = await findActor(env, project.dir, "resume");
  for (const pause of ended)
    await reportLoosening(env, act, {
      done: `resumed ${describePlace(pause)}`,
      undo: "Stops are held again.",
      ...concernedBy(pause),
    });
  if (options.json) out.json({ ended, kept });
  else {
    const places = named === null ? ended.map(describePlace) : [`for session ${named.id}`];
    out.line(`${out.style.green("Resumed")} ${places.join(", ")}.`);
    if (named !== null) warnIfPaused(context, await findPauseOf(env, named.projectDir, named.id));
  }
  return true;
}

/** The open goals of the named session, to be taken over by this one. */
async function listLeft(
  context: Context,
  options: { session?: string; project?: string },
  from: string,
): Promise<{ given: Candidate[]; session: FoundSession }> {
  const session = await findTargetSession(context, options);
  const given = await changeStore(context.env, (store) => {
    const id = findByBeginning(store, from, null)?.session_id ?? from;
    if (!isSessionId(id)) return [];
    // Another tool's file stays where it is.
    return listGoals(store, id)
      .filter((goal) => isOpenGoal(goal) && goal.fileKey === null)
      .map((goal) => toCandidate(goal, session));
  });
  return { given, session };
}

async function resume(
  context: Context,
  goal: Goal,
  session: FoundSession,
  total: number | undefined,
): Promise<Goal> {
  const max = total ?? goal.maxRounds;
  if (max !== null && max <= goal.rounds)
    throw new UserError(
      "used-up",
      `the ${goal.kind} has used its ${countNoun(goal.rounds, "round")}`,
      `Give it more: holdfast resume ${goal.kind} --max-iterations ${goal.rounds * 2}`,
    );
  const isMoved = goal.sessionId !== session.id;
  const done = describeLoosening(goal, session, max);
  const act = done === null ? null : await permitLoosening(context.env, session.projectDir, "resume");
  const resumed = await changeStore(context.env, (store) => {
    const at = Date.now();
    const own = isMoved ? findGoal(store, goal.kind, session.id) : null;
    if (own && isOpenGoal(own))
      throw new UserError(
        `${goal.kind}-on`,
        `a ${goal.kind} is ${statusOf(own)} here: ${own.text}`,
        `\`holdfast cancel ${goal.kind}\` ends it.`,
      );
    if (isMoved) moveGoal(store, goal.id, session.id, at);
    return resumeGoal(store, goal.id, { at, ...(goal.maxRounds === null ? {} : { maxRounds: max }) });
  });
  if (isMoved) await moveFile(context, goal, session);
  await publish(context, resumed);
  if (act !== null && done !== null)
    await reportLoosening(context.env, act, {
      done,
      why: goal.text ? `"${clipLine(printable(goal.text), MAX_TEXT)}"` : "",
      undo: `\`holdfast status\` shows it, \`holdfast resume ${goal.kind}\` changes it.`,
      dir: goal.projectDir,
      also: [goal.sessionId],
      isForSessionOnly: true,
    });
  return resumed;
}

/** What then holds less than before; null if nothing does. */
function describeLoosening(goal: Goal, session: FoundSession, max: number | null): string | null {
  const what = `the ${goal.kind}`;
  if (goal.sessionId !== session.id && goal.state === "active")
    return `${what} of session ${goal.sessionId} was moved to session ${session.id}`;
  if (max !== null && goal.maxRounds !== null && max < goal.maxRounds)
    return `${what} was limited to ${countNoun(max, "round")} instead of ${goal.maxRounds}`;
  return null;
}

function describe({ style }: Context["out"], goal: Goal, { id, foundBy }: FoundSession): string {
  const { kind, text, rounds, maxRounds } = goal;
  const room = maxRounds === null ? "" : `; ${maxRounds - rounds} of ${maxRounds} rounds left`;
  return `${style.green(`${capitalise(nameKind(kind))} on`)} for session ${id} (${foundBy}): ${printable(text)}${room}.`;
}
