// The user's questions about a session's work, answered by a model after a turn that nothing else holds. A no wakes Claude, or is
// told to the person; each evidence is judged once.
import type { Judgement } from "../../judge/ask-judge.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import { markShown, queueMessage } from "../../store/notices.ts";
import { clipLine, oneLine } from "../../text/clip.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";

export interface JudgesFacts {
  objections: Objection[];
  /** Identifies the state of the work. */
  progress: string;
}

interface Objection {
  id: string;
  /** The type of the subagent that it is about; null for the turn. */
  subagent: string | null;
  /** Identifies the answer. */
  call: number;
  reason: string;
  evidence: readonly string[];
  block: boolean;
}

export interface JudgeResult {
  id: string;
  subagent: string | null;
  block: boolean;
  judgement: Judgement;
}

const MAX_ID_LENGTH = 60;
const MAX_REASON = 400;
const MAX_QUOTE = 160;
const MAX_QUOTES = 2;

export const judges: Gate<JudgesFacts> = {
  id: "judges",
  // Never while the client waits.
  gather: async () => null,
  judge(_, { objections, progress }) {
    const findings = objections.map((objection) => toFinding(objection, progress));
    return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
  },
  gatherAfterTurn,
  effect: {
    // Of a wake the client shows no reason to the person.
    inTransaction({ store, sessionId, now }, { held }) {
      for (const { summary } of held)
        queueMessage(store, sessionId, `holdfast woke Claude after its turn. ${summary}`, now);
    },
  },
  notReplayed: "a model would have to be asked again",
};

function toFinding({ id, subagent, call, reason, evidence, block }: Objection, progress: string): Finding {
  const name = oneLine(id).slice(0, MAX_ID_LENGTH).toWellFormed();
  const about = subagent === null ? "" : ` about the work of a ${clipLine(subagent, MAX_ID_LENGTH)} subagent`;
  const summary = `The judge "${name}" says no${about}: ${clipLine(reason, MAX_REASON)}`;
  const quotes = evidence.slice(0, MAX_QUOTES).map((quote) => `It quotes: ${clipLine(quote, MAX_QUOTE)}`);
  return {
    gate: "judges",
    code: "objects",
    severity: block ? "block" : "advise",
    reason: [
      summary,
      ...quotes,
      ...(block ? ["Fix that, then stop. If the judge is wrong, say why, and stop."] : []),
    ].join("\n"),
    summary,
    label: `judge ${name}`,
    fingerprint: `judges:${Bun.hash(id).toString(36)}:${call}`,
    progress,
    releasedBy: "a change that the judge accepts; it is asked once about the same work",
    avoidedBy: { key: `judges.${id}.block`, value: false },
  };
}

async function gatherAfterTurn(stop: StopContext<StopEvent>): Promise<JudgesFacts | null> {
  if (stop.findings.some(({ severity }) => severity === "block")) return null;
  const { whileTurnIsOver } = await import("../judging/ask-about-session.ts");
  const results = await whileTurnIsOver(stop, (signal) => askJudges(stop, signal));
  const objections = (results ?? []).flatMap(({ judgement, ...about }): Objection[] => {
    if (judgement.kind !== "answered" || judgement.ok) return [];
    const { id: call, reason, evidence } = judgement;
    // An answer may be older than this stop: nobody heard it if the session went on meanwhile.
    return markShown(stop.store, stop.sessionId, `judge-call:${call}`)
      ? [{ ...about, call, reason, evidence }]
      : [];
  });
  return objections.length === 0 ? null : { objections, progress: `tools:${await stop.shared.toolCalls()}` };
}

/** One after the other, in the order of the config. Never throws because of a judge. */
export async function askJudges(stop: StopContext, signal: AbortSignal): Promise<JudgeResult[]> {
  const { mayAskJudge, openQuestions, tellProblem } = await import("../judging/ask-about-session.ts");
  if (!mayAskJudge(stop)) return [];
  const ofTurn = [{ subagent: null, ...openQuestions(stop, signal) }];
  const results: JudgeResult[] = [];
  for (const [id, { subagents, ...judge }] of Object.entries(stop.config.judges)) {
    if (judge.ask.trim() === "") continue;
    const subjects = subagents === "" ? ofTurn : await openSubagents(stop, subagents, signal);
    for (const { subagent, changes, ask } of subjects) {
      const isDue = judge.when === "always" || ((await changes())?.files.length ?? 0) > 0;
      if (!isDue || signal.aborted) continue;
      // A subagent's last message is its work.
      const alsoOnMessage = judge.when === "always" || subagent !== null;
      const judgement = await ask({ ...judge, judge: id, alsoOnMessage });
      tellProblem(stop, judgement);
      results.push({ id, subagent, block: judge.block, judgement });
    }
  }
  return results;
}

async function openSubagents(stop: StopContext, pattern: string, signal: AbortSignal) {
  const [{ openQuestions }, { openSubagentStops }] = await Promise.all([
    import("../judging/ask-about-session.ts"),
    import("../judging/subagent-stops.ts"),
  ]);
  const stops = await openSubagentStops(stop, pattern);
  return stops.map((one) => ({ subagent: one.event.agentType ?? "", ...openQuestions(one, signal) }));
}
