// Asks a judge about a session whose turn is over. Nothing is sent of a session that is not recorded.
import { mayCapture } from "../../config/place.ts";
import { askJudge, type Judgement } from "../../judge/ask-judge.ts";
import { AGENT_NEEDS_CLAUDE } from "../../judge/ask-model.ts";
import type { JudgeKind } from "../../judge/digest.ts";
import { lastStop } from "../../store/decisions.ts";
import type { Goal } from "../../store/goals.ts";
import { startOfDay } from "../../store/judge-calls.ts";
import { markShown, queueMessage } from "../../store/notices.ts";
import { currentBudget } from "../engine/budget-rows.ts";
import { gatherChangesAfterTurn } from "../engine/changes.ts";
import { once } from "../engine/open-stop.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { withAgentCopy } from "./agent-copy.ts";
import { BESIDES, type Part, readDigest } from "./session-digest.ts";

export interface SessionQuestion {
  judge: string;
  ask: string;
  sees: readonly Part[];
  kind: JudgeKind;
  /** A new last message is a new question. */
  alsoOnMessage?: boolean;
}

const POLL_MS = 300;

/** Whether a judge may be asked about this session at all. */
export function mayAskJudge(stop: StopContext): boolean {
  const { config } = stop;
  return config.judge.by !== "off" && config.gates.judges.enabled && mayCapture(stop, config);
}

/**
 * `changes` are gathered once for all questions: those of a session whose last prompt led to any, or, for a goal, those of the
 * whole session in any case.
 */
export function openQuestions(stop: StopContext, signal: AbortSignal, goal: Goal | null = null) {
  const changes = once(() => gatherChangesAfterTurn(goal === null ? stop : { ...stop, turn: null }));
  return {
    changes,
    async ask({ judge, ask, sees, kind, alsoOnMessage }: SessionQuestion): Promise<Judgement> {
      const task = goal === null ? [] : [{ name: "task", text: goal.text }];
      // An agent's are run for it, because it cannot run anything.
      const runChecks = kind === "agent" ? signal : null;
      const parts = [...task, ...(await readDigest(stop, await changes(), sees, runChecks))];
      const context = { env: stop.env, store: stop.store, settings: stop.config.judge, signal };
      const question = {
        ...{ judge, ask, parts, sessionId: stop.sessionId, projectDir: stop.startDir },
        besides: alsoOnMessage ? [] : BESIDES,
      };
      if (kind === "prompt") return askJudge(context, question);
      if (stop.config.judge.by !== "claude") return { kind: "failed", why: AGENT_NEEDS_CLAUDE };
      const copied = await withAgentCopy(stop, (folder) => askJudge(context, { ...question, folder }));
      return copied.ok ? copied.value : { kind: "failed", why: copied.problem };
    },
  };
}

/** Once a session, and once a day when the calls are used up. */
export function tellProblem({ store, sessionId, config, now }: StopContext, judgement: Judgement): void {
  if (judgement.kind === "failed" && markShown(store, sessionId, "judge-failed"))
    queueMessage(
      store,
      sessionId,
      `holdfast: the judge could not answer: ${judgement.why}. Nothing is held for it, and nothing counts as verified. \`holdfast doctor --judge\` tries again.`,
      now,
    );
  if (judgement.kind !== "not-asked" || judgement.why !== "limit") return;
  if (markShown(store, "", `judge-limit:${startOfDay(now)}`))
    queueMessage(
      store,
      sessionId,
      `holdfast: today's ${config.judge.perDay} calls of the judge are used up (\`judge.perDay\`). It is silent until midnight.`,
      now,
    );
}

/** The signal says that the session goes on: the person sent a prompt, or there was another stop. */
export async function whileTurnIsOver<T>(
  { store, sessionId }: StopContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const turn = () => `${currentBudget(store, sessionId, "main")?.id} ${lastStop(store, sessionId)?.id}`;
  const asked = turn();
  const goesOn = new AbortController();
  const watch = setInterval(() => turn() !== asked && goesOn.abort(), POLL_MS);
  try {
    const result = await work(goesOn.signal);
    return turn() === asked ? result : null;
  } finally {
    clearInterval(watch);
  }
}
