// How a session ended in the opinion of its judges, who are asked now: in `claude -p` nobody could ask them after the turn.
import type { Environment } from "../config/environment.ts";
import { judgeGoals } from "../gates/engine/after-turn.ts";
import { AWAITS_JUDGE } from "../gates/engine/budget.ts";
import type { StopContext } from "../gates/engine/stop-context.ts";
import { askJudges } from "../gates/judges/gate.ts";
import { mayAskJudge } from "../gates/judging/ask-about-session.ts";
import { reopenTurn } from "../gates/judging/past-turn.ts";
import type { Store } from "../store/open.ts";
import type { SessionRow } from "../store/sessions.ts";
import { clip } from "../text/clip.ts";
import { line } from "./shared.ts";
import { type JudgeVerdict, readVerdict, type SessionVerdict } from "./verdict.ts";

const MAX_WHY = 400;

/** Nobody is asked while something else holds the session. Only an objection, or a goal's own judge, changes the verdict. */
export async function readJudgedVerdict(
  env: Environment,
  store: Store,
  session: SessionRow,
  isNamed: boolean,
): Promise<SessionVerdict> {
  const read = () => readVerdict(env, store, session.session_id, isNamed);
  let verdict = await read();
  const isGoals = verdict.stop?.rule === AWAITS_JUDGE && verdict.result === "waiting";
  if (isGoals) {
    await judgeGoals(await reopenTurn(env, store, session));
    verdict = await read();
  }
  if (verdict.result !== "complete") return verdict;
  const stop = await reopenTurn(env, store, session);
  const results = await askJudges(stop, new AbortController().signal);
  if (results.length === 0)
    return { ...verdict, why: `${verdict.why}; no judge was asked: ${whyNobody(stop)}` };
  const judges = results.map(({ id, subagent, judgement }): JudgeVerdict => {
    const judge = line(subagent === null ? id : `${id}, ${subagent}`, 60);
    if (judgement.kind === "answered") return { judge, ok: judgement.ok, reason: line(judgement.reason) };
    const why = judgement.kind === "failed" ? judgement.why : "today's calls are used up";
    return { judge, ok: null, reason: line(`the judge could not answer: ${why}`) };
  });
  const objections = judges.filter(({ ok }) => ok === false).map(describeAnswer);
  const failures = judges.filter(({ ok }) => ok === null).map(describeAnswer);
  return {
    ...verdict,
    result: objections.length > 0 ? "blocked" : verdict.result,
    why: clip([...(objections.length > 0 ? objections : [verdict.why]), ...failures].join("; "), MAX_WHY),
    judges,
  };
}

function whyNobody(stop: StopContext): string {
  const { judge, judges, gates } = stop.config;
  if (judge.by === "off") return "`judge.by` is off";
  if (!gates.judges.enabled) return "the gate `judges` is off";
  if (Object.keys(judges).length === 0) return "there are no `judges`";
  return mayAskJudge(stop) ? "nothing changed" : "the session is not recorded";
}

function describeAnswer({ judge, ok, reason }: JudgeVerdict): string {
  return ok === null ? `judge "${judge}": ${reason}` : `the judge "${judge}" objects: ${reason}`;
}
