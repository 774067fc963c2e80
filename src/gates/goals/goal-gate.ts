// The gate of a kind of goal: finds the goal of an event, has its conditions judged, and leads it through its life.

import { isFromPerson } from "../../protocol/claude-code/parse-event.ts";
import {
  changeGoal,
  countRound,
  endGoal,
  findGoal,
  type Goal,
  insertEvidence,
  insertGoal,
  isDemanded,
  isForJudge,
  type NewEvidence,
  noteHeld,
  resumeGoal,
  setGoalState,
} from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { readOwnStateFile, type StateFields } from "../../store/state-files.ts";
import { FINISHED } from "../engine/budget.ts";
import { hasOtherEnvironment } from "../engine/environment-mark.ts";
import type { Finding, Gate, GateOutcome } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { ConditionState, FileGoal, GoalFacts, GoalKind, Judged } from "./goal.ts";
import { hasStalled, overrulesFiles, publishGoal } from "./state-file.ts";

const ELSEWHERE = "This was found with other environment variables than at your prompt, so check it. ";

export function goalGate<Extra>(kind: GoalKind<Extra>): Gate<GoalFacts<Extra>> {
  return {
    id: kind.id,
    gather: (stop) => gatherGoal(stop, kind),
    judge: (view, facts) =>
      finished(kind, facts) ?? ofDemand(judgeAnswered(kind.findings(view, facts), facts), facts),
    effect: {
      // The goal may have been cancelled, ended or moved to another session meanwhile.
      confirm: (stop, facts, findings) => (isCurrent(stop, facts) ? findings : []),
      inTransaction: (stop, outcome) => recordOutcome(stop, kind, outcome),
      async afterCommit({ sessionId, store, stateFolder }, { facts }) {
        const goal = facts.source === "row" ? findGoal(store, kind.id, sessionId) : null;
        if (kind.file && goal?.id === facts.goal.id)
          await publishGoal(kind.file, stateFolder, store, goal, facts.conditions);
      },
      measure({ facts, held, released, advised }) {
        if (facts.source !== "row") return {};
        return {
          [`${kind.id}_rounds`]: held.length > 0 ? 1 : 0,
          [`${kind.id}_released`]: released.length > 0 ? 1 : 0,
          [`${kind.id}_passed`]: hasFinished(advised) ? 1 : 0,
        };
      },
    },
    async onEvent(context, facts) {
      const { event } = context;
      if (event.name === "StopFailure")
        return (await import("./after-failure.ts")).suspendByFailure(context, event, kind);
      const back =
        event.name === "UserPromptSubmit" && isFromPerson(event)
          ? await (await import("./reactivate.ts")).reactivateByPrompt(context, event, kind)
          : null;
      const seen = (await kind.onEvent?.(context, facts)) ?? null;
      if (back === null) return seen;
      return { messages: back.messages, notes: [...back.notes, ...(seen?.notes ?? [])] };
    },
    async gatherAfterTurn(stop) {
      const goal = findGoal(stop.store, kind.id, stop.sessionId);
      if (goal?.state !== "active" || !goal.conditions.some(isForJudge)) return null;
      const [{ askForGoal }, { openStop }] = await Promise.all([
        import("../judging/ask-for-goal.ts"),
        import("../engine/open-stop.ts"),
      ]);
      const asked = await askForGoal(stop, goal);
      // Judged again as at a stop. A copy of the event, because the tree is read once per event, and may have changed since.
      if (asked === "answered")
        return gatherGoal(openStop({ ...stop, event: { ...stop.event } }, stop.loaded, stop.store), kind);
      const suspended = asked === "failed" ? findGoal(stop.store, kind.id, stop.sessionId) : null;
      if (kind.file && suspended !== null)
        await publishGoal(kind.file, stop.stateFolder, stop.store, suspended);
      return null;
    },
    async remind(start) {
      const { remindOfGoal } = await import("./reminder.ts");
      return remindOfGoal(start, kind);
    },
    notReplayed: "goals, and what they demand, are not recorded in transcripts",
  };
}

async function gatherGoal<Extra>(stop: StopContext, kind: GoalKind<Extra>): Promise<GoalFacts<Extra> | null> {
  if (stop.event.name !== "Stop" || !kind.judge) return gatherDemand(stop, kind);
  const { sessionId, store, stateFolder, stateFolders } = stop;
  const goal = findGoal(store, kind.id, sessionId);
  const { file } = kind;
  const read = async (folder: string) =>
    file ? readOwnStateFile(stop, `${folder}/${file.name}`, sessionId) : null;
  if (overrulesFiles(goal)) return gatherRow(stop, kind, goal, await read(stateFolder));
  for (const folder of file ? stateFolders : []) {
    const fields = await read(folder);
    if (fields === null) continue;
    const { gatherForeign } = await import("./foreign-goal.ts");
    const facts = await gatherForeign(stop, kind, fields, goal);
    if (facts !== null) return facts;
  }
  return null;
}

async function gatherDemand<Extra>(
  stop: StopContext,
  kind: GoalKind<Extra>,
): Promise<GoalFacts<Extra> | null> {
  const facts = (await kind.demand?.(stop)) ?? null;
  if (facts?.source !== "rule" || stop.event.name !== "Stop" || !hasStalled(facts.goal)) return facts;
  return { ...facts, ...(await describeNewlyMet(kind, facts.goal, facts)) };
}

async function gatherRow<Extra>(
  stop: StopContext,
  kind: GoalKind<Extra>,
  goal: Goal,
  fields: StateFields | null,
): Promise<GoalFacts<Extra> | null> {
  const judged = await judgeRow(stop, kind, goal);
  if (judged === null) return null;
  const back = goal.state === "active" ? {} : await describeNewlyMet(kind, goal, judged);
  if (back === null) return null;
  const claims = fields && kind.file ? kind.file.parse(fields) : null;
  return {
    ...judged,
    goal,
    source: "row",
    claimsMore: claims !== null && claimsMore(claims, judged.conditions),
    isElsewhere: hasOtherEnvironment(stop),
    ...back,
  };
}

async function judgeRow<Extra>(
  stop: StopContext,
  kind: GoalKind<Extra>,
  goal: Goal,
): Promise<Judged<Extra> | null> {
  const judged = (await kind.judge?.(stop, goal)) ?? null;
  if (judged === null || !goal.conditions.some(isForJudge)) return judged;
  const known = new Set(judged.conditions.map(({ id }) => id));
  const { readAnswers } = await import("./judge-answers.ts");
  const answers = (await readAnswers(stop, goal)).filter(({ id }) => !known.has(id));
  const conditions = [...judged.conditions, ...answers];
  return { ...judged, conditions: stop.config.judge.by === "off" ? conditions.map(askNobody) : conditions };
}

/** Nobody can answer any more: the next step is the person's. */
function askNobody(condition: ConditionState): ConditionState {
  const { awaitsJudge, ...rest } = condition;
  if (!awaitsJudge) return condition;
  const because = `A judge has to answer "${condition.ask ?? ""}", but \`judge.by\` is off`;
  const askUser = `${because}. Set it, or end this with \`holdfast cancel\`.`;
  return { ...rest, because, needsUser: true, askUser };
}

/** null when nothing is met that was open when the goal was suspended. */
async function describeNewlyMet<Extra>(
  kind: GoalKind<Extra>,
  goal: Goal,
  { conditions }: Judged<Extra>,
): Promise<{ back: string } | null> {
  const ids = conditions.flatMap(({ id, state }) => (state === "met" && !goal.met.includes(id) ? id : []));
  if (ids.length === 0) return null;
  const { describeReturn } = await import("./reactivate.ts");
  return { back: `${describeReturn(kind, goal)} (${ids.join(", ")} is met now).` };
}

/** The file was edited by hand. A lapsed condition was met when we wrote the file, so it is not a false claim. */
function claimsMore(file: FileGoal, conditions: GoalFacts["conditions"]): boolean {
  const claimed = new Set(file.conditions.flatMap(({ id, state }) => (state === "met" ? id : [])));
  return (
    file.isDone || conditions.some(({ id, state, lapsed }) => state === "open" && !lapsed && claimed.has(id))
  );
}

/** null while something is open, or if nobody was held for it. */
function finished<Extra>({ id, describeEnd }: GoalKind<Extra>, facts: GoalFacts<Extra>): Finding[] | null {
  const { goal, source, conditions } = facts;
  const isOurs = source === "row" || (source === "rule" && goal.id !== 0 && conditions.length > 0);
  if (!describeEnd || !isOurs || conditions.some(({ state }) => state === "open")) return null;
  return [
    {
      gate: id,
      code: FINISHED,
      severity: "advise",
      reason: `${facts.isElsewhere ? ELSEWHERE : ""}${describeEnd(facts)}`,
      fingerprint: `${id}-finished:${identify(facts)}`,
      progress: "",
      releasedBy: "nothing: it is done",
      declaredWork: "ending",
    },
  ];
}

/** What a rule demands is checked while it is suspended, but holds nobody. After that it is a new situation. */
function ofDemand(findings: Finding[], { goal, source, back }: GoalFacts): Finding[] {
  if (source !== "rule" || !isDemanded(goal)) return findings;
  const { kind, resumes, state } = goal;
  const holds = state === "active" || back !== undefined;
  return findings.map((finding) => {
    if (!holds || finding.severity !== "block") return { ...finding, severity: "advise" };
    const fingerprint = resumes === 0 ? finding.fingerprint : `${finding.fingerprint}:${resumes}`;
    const commands = { endedBy: `holdfast cancel ${kind}`, resumedBy: `holdfast resume ${kind}` };
    return { ...finding, ...commands, fingerprint };
  });
}

/** When every open condition is for a judge, the first finding is about the answer, or about waiting for one. */
function judgeAnswered([first, ...others]: Finding[], { conditions }: GoalFacts): Finding[] {
  if (first?.severity !== "block") return first ? [first, ...others] : [];
  const open = conditions.filter(({ state }) => state === "open");
  if (open.length === 0 || !open.every(isForJudge)) return [first, ...others];
  const refused = open.find(({ awaitsJudge }) => !awaitsJudge);
  const { because = "", next = "", needsUser, askUser = because } = refused ?? open[0] ?? {};
  const mark = open.map(({ id, fingerprint = "" }) => `${id}=${fingerprint}`).join(",");
  const [opening] = first.reason.split("\n", 1);
  const again = `${opening}\n${because}`;
  const about = { code: "judge", reason: `${again}\n${next}`.trim(), again, summary: askUser };
  const fingerprint = `${first.fingerprint}:judge:${mark}`;
  const whose = needsUser ? { needsUser } : refused ? {} : { awaitsJudge: true as const };
  return [{ ...first, ...about, fingerprint, ...whose }, ...others];
}

/** Changes with each resume. Constant for another tool's: rewriting the file must not make a new situation. */
export function identify({ goal, source }: GoalFacts): string {
  return `${source === "row" ? goal.id : source}.${goal.resumes}`;
}

function hasFinished(advised: readonly Finding[]): boolean {
  return advised.some(({ code }) => code === FINISHED);
}

function isCurrent({ store }: StopContext, { goal: seen, source }: GoalFacts): boolean {
  if (source === "rule" && seen.id === 0) return true;
  const now = findGoal(store, seen.kind, seen.sessionId, isDemanded(seen) ? seen.fileKey : null);
  if (seen.id === 0) return now === null || now.fileKey !== seen.fileKey;
  const { id, state, resumes, rounds } = now ?? {};
  return (
    id === seen.id &&
    state === seen.state &&
    resumes === seen.resumes &&
    (source === "file" || rounds === seen.rounds)
  );
}

function recordOutcome<Extra>(
  stop: StopContext,
  kind: GoalKind<Extra>,
  { facts, ruling, held, released, advised }: GateOutcome<GoalFacts<Extra>>,
): void {
  const { store, now: at } = stop;
  const { goal, source, conditions, evidence, details } = facts;
  const id = goal.id || insertHeld(store, facts, held.length > 0, released.length > 0);
  if (id === 0) return;
  if (source !== "file") {
    for (const one of source === "rule" ? toEvidence(conditions, at) : evidence)
      insertEvidence(store, id, one);
    const met = conditions.filter(({ state }) => state === "met").map((one) => one.id);
    changeGoal(store, id, { met, ...(details ? { details } : {}) }, at);
    if (facts.back !== undefined && !hasFinished(advised)) {
      resumeGoal(store, id, { at });
      stop.messages.push(facts.back);
    }
    if (held.length > 0) countRound(store, id, at);
  }
  kind.note?.(stop, facts, held.length > 0);
  if (hasFinished(advised)) endGoal(store, goal, at);
  else if (released.length > 0) setGoalState(store, id, { state: "suspended", why: ruling.rule, at });
  // Its own rounds are used up while another finding blocks: it is then only advice.
  else if (advised.some(({ severity }) => severity === "block"))
    setGoalState(store, id, { state: "suspended", why: "total", at });
}

/** What a rule demands is judged anew each time, so the last results are all there is to record. */
function toEvidence(conditions: readonly ConditionState[], at: number): NewEvidence[] {
  return conditions.flatMap(({ id, by, state, because }) =>
    by
      ? [{ condition: id, kind: state === "met" ? "passed" : "failed", source: "stop", text: because, at }]
      : [],
  );
}

/** 0 without a row. What a rule demands has one once it has held a stop, another tool's goal once it is suspended. */
function insertHeld(store: Store, { goal, source }: GoalFacts, isHeld: boolean, isReleased: boolean): number {
  if (source === "rule") return isDemanded(goal) && (isHeld || isReleased) ? noteHeld(store, goal).id : 0;
  return isReleased ? insertGoal(store, goal).id : 0;
}
