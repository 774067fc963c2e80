import { findLockFolder } from "../../../config/place.ts";
import type { FileGoal } from "../../../gates/goals/goal.ts";
import { findKind, KINDS, nameKind } from "../../../gates/goals/kinds.ts";
import { followsFile } from "../../../gates/goals/state-file.ts";
import { noteMetric } from "../../../recording/metrics/metrics-file.ts";
import { cancelGoal, type Goal, insertGoal, isOpenGoal, openGoalsOfOthers } from "../../../store/goals.ts";
import { capitalise } from "../../../text/capitalise.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { CANCEL_OPTIONS, type Caller, type Context, defineCommand } from "../../command.ts";
import { permitLoosening, reportLoosening } from "../../loosening.ts";
import { type FoundSession, findProject, type Target, withStore } from "../../target.ts";
import { findSessionIfAny, publish, readFacts, sessionOf } from "./choose.ts";
import { releaseLock } from "./lock.ts";
import { toLine } from "./parse-goal.ts";

export const GOAL_KINDS = KINDS.map(({ id }) => id);

const MAX_WHY = 200;
const MAX_TEXT = 80;

/** A goal that a command can change. */
export interface Candidate {
  kind: string;
  isActive: boolean;
  text: string;
  session: FoundSession | null;
  goal: Goal | null;
  /** Set for another tool's goal. */
  file: FileGoal | null;
}

export const command = defineCommand({
  changes: true,
  usage: `[${GOAL_KINDS.join("|")}]`,
  details:
    "Ends the goal that is active here, without a result. If there are several, it lists them and changes nothing; name\n" +
    "one. Takes effect at once, from any terminal, even while a verify command runs. A goal of another tool (loop.json,\n" +
    "orchestrator.json) stops holding, and its file stays.",
  examples: ["holdfast cancel", "holdfast cancel loop", 'holdfast cancel flow --why "the task is obsolete"'],
  options: CANCEL_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals } = invocation;
    const all = await listCandidates(invocation, options);
    const kind = parseKind(positionals[0], all);
    const found = all.filter((one) => !kind || one.kind === kind);
    const active = found.filter(({ isActive }) => isActive);
    const chosen = choose(active.length > 0 ? active : found, "cancel", kind);
    if (chosen.length === 0)
      throw new UserError(
        "no-goal",
        `there is no ${kind ?? "goal"} to cancel here`,
        "`holdfast status` shows what is active.",
      );
    for (const one of chosen) await cancel(invocation, options, one);
  },
});

/** `found`: may be of a kind that this version does not know. */
export function parseKind(text: string | undefined, found: readonly Candidate[]): string | null {
  if (text === undefined) return null;
  if (GOAL_KINDS.includes(text) || found.some(({ kind }) => kind === text)) return text;
  throw new UserError("bad-kind", `there is no kind of goal "${text}"`, `One of: ${GOAL_KINDS.join(", ")}.`);
}

/** All of the kind that is named. Throws if there are several and none is named: nothing is changed then. */
export function choose(
  found: readonly Candidate[],
  verb: "cancel" | "resume",
  kind: string | null,
): readonly Candidate[] {
  if (found.length <= 1 || kind !== null) return found;
  const lines = found.map(
    ({ kind, text }) =>
      `  holdfast ${verb} ${kind}${text ? `  (${printable(clipLine(text, MAX_TEXT))})` : ""}`,
  );
  throw new UserError(
    "several-goals",
    `there are several, so nothing was changed:\n${lines.join("\n")}`,
    "Name the one you mean.",
  );
}

/** The open goals of the session; without any, those that the project's other sessions left. */
export async function listCandidates(caller: Caller, target: Target): Promise<Candidate[]> {
  const { env } = caller;
  const session = await findSessionIfAny(caller, target);
  const project = await findProject(caller, target.project);
  const lockFolder = findLockFolder({ startDir: project.startDir, projectDir: project.dir });
  const lock: Candidate[] =
    lockFolder === null
      ? []
      : [{ kind: "lock", isActive: true, text: lockFolder, session, goal: null, file: null }];
  const facts = session && (await readFacts(env, session));
  // An active lock is its file.
  const goals =
    facts?.recorded.goals.filter(
      (goal) => isOpenGoal(goal) && !(goal.kind === "lock" && followsFile(goal)),
    ) ?? [];
  const own = goals.map((goal) => toCandidate(goal, session));
  const foreign = GOAL_KINDS.flatMap((kind): Candidate[] => {
    const file = facts?.foreign[kind];
    if (!file || own.some((one) => one.kind === kind)) return [];
    return [{ kind, isActive: true, text: file.text, session, goal: null, file }];
  });
  if (own.length + foreign.length > 0 || target.session !== undefined || env.sessionId !== null)
    return [...lock, ...own, ...foreign];
  const left = await withStore(env, (store) =>
    GOAL_KINDS.flatMap((kind) => {
      const [goal] = openGoalsOfOthers(store, { kind, projectDir: project.dir, sessionId: "" });
      return goal ? toCandidate(goal, sessionOf(store, goal)) : [];
    }),
  );
  return [...lock, ...left];
}

export function toCandidate(goal: Goal, session: FoundSession | null): Candidate {
  const { kind, state, text } = goal;
  return { kind, isActive: state === "active", text, session, goal, file: null };
}

async function cancel(
  context: Context,
  options: Target & { why?: string; json?: boolean },
  { kind, session, goal, file, text }: Candidate,
): Promise<void> {
  const { env, out } = context;
  const why = toLine(options.why).slice(0, MAX_WHY);
  if (kind === "lock" || session === null) return releaseLock(context, options, "cancel");
  const { id: sessionId, projectDir, foundBy } = session;
  const act = await permitLoosening(env, projectDir, "cancel");
  await withStore(env, (store) => {
    const at = Date.now();
    if (goal) return cancelGoal(store, goal.id, { by: act.by, why: why || null, at });
    // Another tool's file stays as it is; a row of ours overrules it.
    if (!file) return;
    const startedBy = act.by === "claude" ? "claude" : "user";
    const ours = { kind, sessionId, projectDir, text: redact(text).text, conditions: [], startedBy } as const;
    const limits = { maxRounds: null, maxMinutes: 0, ...file.goal };
    const overruled = insertGoal(store, { ...limits, ...ours, fileKey: file.key, createdAt: at });
    cancelGoal(store, overruled.id, { by: act.by, why: why || null, at });
  });
  if (goal) await publish(context, { ...goal, state: "cancelled" });
  await noteMetric(env, { projectDir, sessionId }, `${kind}_released`);
  await reportLoosening(env, act, {
    about: { kind },
    done: `the ${nameKind(kind)} was cancelled`,
    undo: describeRestart(kind),
    why,
    dir: projectDir,
    sessionId,
  });
  const rounds = goal?.rounds ?? file?.goal.rounds ?? 0;
  const what = `${capitalise(nameKind(kind))} of session ${sessionId} (${foundBy})`;
  if (options.json) out.json({ cancelled: true, kind, session: sessionId, how: foundBy, by: act.by });
  else out.line(`${what} cancelled after ${countNoun(rounds, "round")}.`);
}

function describeRestart(kind: string): string {
  const entry = findKind(kind);
  if (entry === null) return "It cannot be resumed.";
  return entry.restart ?? `\`holdfast ${kind} start\` starts a new one.`;
}
