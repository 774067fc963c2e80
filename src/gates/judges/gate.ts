// The user's questions about a session's work, answered by a model after a turn that nothing else holds. A no wakes Claude, or is
// told to the person; each evidence is judged once.
import type { Judgement } from "../../judge/ask-judge.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
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
  /** Identifies the answer. */
  call: number;
  reason: string;
  evidence: readonly string[];
  block: boolean;
}

export interface JudgeResult {
  id: string;
  block: boolean;
  judgement: Judgement;
}

const MAX_JUDGES = 8;
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
  notReplayed: "a model would have to be asked again",
};

function toFinding({ id, call, reason, evidence, block }: Objection, progress: string): Finding {
  const name = oneLine(id).slice(0, MAX_ID_LENGTH).toWellFormed();
  const summary = `The judge "${name}" says no: ${clipLine(reason, MAX_REASON)}`;
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
  const objections = (results ?? []).flatMap(({ id, block, judgement }): Objection[] => {
    if (judgement.kind !== "answered" || judgement.ok || judgement.isCached) return [];
    const { id: call, reason, evidence } = judgement;
    return [{ id, call, reason, evidence, block }];
  });
  return objections.length === 0 ? null : { objections, progress: `tools:${await stop.shared.toolCalls()}` };
}

/** One after the other, in the order of the config. Never throws because of a judge. */
export async function askJudges(stop: StopContext, signal: AbortSignal): Promise<JudgeResult[]> {
  const { mayAskJudge, openQuestions, tellProblem } = await import("../judging/ask-about-session.ts");
  if (!mayAskJudge(stop)) return [];
  const { changes, ask } = openQuestions(stop, signal);
  const results: JudgeResult[] = [];
  for (const [id, judge] of Object.entries(stop.config.judges).slice(0, MAX_JUDGES)) {
    const isDue = judge.when === "always" || ((await changes())?.files.length ?? 0) > 0;
    if (!isDue || signal.aborted) continue;
    const judgement = await ask({ ...judge, judge: id, alsoOnMessage: judge.when === "always" });
    tellProblem(stop, judgement);
    results.push({ id, block: judge.block, judgement });
  }
  return results;
}
