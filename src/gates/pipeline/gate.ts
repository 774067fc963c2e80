// A pipeline of subagents: at a Stop its unfinished stages, at a SubagentStop the proof of the stage at hand.

import { judgeCheck } from "../commands/work-check.ts";
import type { Facts, HeldPipeline } from "../engine/facts.ts";
import type { Finding, Gate } from "../engine/finding.ts";
import type { StageState } from "./weigh-stages.ts";

const SHOWN = 6;
const MAX_NAME = 60;
const MAX_ERROR = 200;
const MAX_SUMMARY = 500;

export const pipeline: Gate = {
  id: "pipeline",
  events: ["Stop", "SubagentStop"],
  needs: ["pipeline", "stageWork", "toolCalls"],
  judge(event, facts) {
    if (event.name === "SubagentStop") return judgeStage(event.agentId ?? "", facts);
    if (!facts.pipeline) return [];
    const open = facts.pipeline.stages.filter(({ state }) => state !== "finished");
    return [open.length === 0 ? finished(facts.pipeline) : goOn(facts.pipeline, open, facts)];
  },
};

function judgeStage(agentId: string, { stageWork }: Facts): Finding[] {
  if (!stageWork?.check) return [];
  const { stage, check, calls } = stageWork;
  return judgeCheck(check, {
    gate: "pipeline",
    what: `Stage ${quote(stage)}`,
    mark: `${agentId}\n${stage}`,
    progress: `calls:${calls}`,
  });
}

function finished({ runId, stages }: HeldPipeline): Finding {
  return {
    gate: "pipeline",
    code: "finished",
    severity: "advise",
    reason: `the pipeline is finished: ${stages.slice(0, SHOWN).map(describeShortly).join(", ")}.`,
    fingerprint: `pipeline-finished:${runId}`,
    progress: "",
    releasedBy: "nothing: it is done",
  };
}

function goOn({ runId, stages, summary }: HeldPipeline, open: readonly StageState[], facts: Facts): Finding {
  const next = open.filter(({ unmet }) => unmet.length === 0);
  return {
    gate: "pipeline",
    code: "open",
    severity: "block",
    reason: [
      `The pipeline is not finished: ${open.length} of ${stages.length} stages are open.`,
      ...open.slice(0, SHOWN).map((state) => `- ${describe(state)}`),
      ...(open.length > SHOWN ? [`- and ${open.length - SHOWN} more`] : []),
      ...(summary ? [clip(summary, MAX_SUMMARY, false)] : []),
      ...next.slice(0, 1).map(nextStep),
    ].join("\n"),
    fingerprint: `pipeline-open:${runId}:${hash(open.map(({ stage }) => stage))}`,
    progress: `${hash(stages.flatMap(marksOf))} tools:${facts.toolCalls}`,
    releasedBy: "a good report for every stage, `holdfast pipeline cancel`",
    endedBy: "holdfast pipeline cancel",
  };
}

function nextStep({ stage, match, state }: StageState): string {
  if (state === "running") return `Wait for the subagent of ${quote(stage)}.`;
  return `Start a subagent of type ${clip(match, MAX_NAME)} for ${quote(stage)} now.`;
}

function describe(state: StageState): string {
  const name = quote(state.stage);
  if (state.unmet.length > 0) {
    const early = state.reports.some(({ result }) => result === "early");
    return `${name} waits for ${clip(state.unmet.join(", "), MAX_NAME)}${early ? "; what ran before that does not count" : ""}`;
  }
  if (state.state === "running") return `${name} is being worked on`;
  const bad = state.reports.find(({ result }) => result === "failed" || result === "early");
  if (bad) {
    const chunk = bad.chunk === null ? "" : `, chunk ${clip(bad.chunk, MAX_NAME)}`;
    const why = bad.result === "early" ? "ran before what it requires was finished" : "failed";
    return `${name}${chunk} ${why}${bad.error ? `: ${clip(bad.error, MAX_ERROR)}` : ""}`;
  }
  return state.chunks === null ? `${name} has no report` : `${name}: ${state.done} of ${state.chunks} chunks`;
}

function describeShortly({ stage, reports }: StageState): string {
  const unproven = reports.some(({ result }) => result === "unproven") ? " (unproven)" : "";
  return `${clip(stage, MAX_NAME)}${unproven}`;
}

function marksOf({ stage, state, reports }: StageState): string[] {
  return [`${stage}=${state}`, ...reports.map(({ agentId, result }) => `${agentId}=${result}`)];
}

function quote(name: string): string {
  return `"${clip(name, MAX_NAME)}"`;
}

function clip(text: string, most: number, inOneLine = true): string {
  const said = inOneLine ? text.replaceAll(/\s+/g, " ") : text;
  return said.length <= most ? said : `${said.slice(0, most - 1)}…`.toWellFormed();
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
