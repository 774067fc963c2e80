// The stages of a pipeline as the config lists them, and which of them a subagent works on.
import { matchesAgent } from "./match-agent.ts";
import type { StageState } from "./weigh-stages.ts";

export interface Stage {
  stage: string;
  match: string;
  /** Stages before it in the list. */
  requires: string[];
  /** Empty without one. */
  verify: string;
}

export interface StageList {
  stages: Stage[];
  problems: string[];
}

/** A stage can only need one that stands before it: so no two wait for each other. */
export function listStages(given: readonly Stage[]): StageList {
  const stages: Stage[] = [];
  const problems: string[] = [];
  for (const one of given) {
    if (stages.some(({ stage }) => stage === one.stage)) {
      problems.push(`the stage "${one.stage}" is there twice; the first counts`);
      continue;
    }
    const isBefore = (name: string) => stages.some(({ stage }) => stage === name);
    for (const name of one.requires.filter((required) => !isBefore(required)))
      problems.push(`"${one.stage}" requires "${name}", which is no stage before it`);
    stages.push({ ...one, requires: one.requires.filter(isBefore) });
  }
  return { stages, problems };
}

/** `named`: the stage that the subagent's prompt names. null when the pipeline has no place for it. */
export function chooseStage(
  states: readonly StageState[],
  agentType: string,
  named: string | null,
): StageState | null {
  const fitting = states.filter(({ match }) => matchesAgent(match, agentType));
  const called = fitting.find(({ stage }) => stage.toLowerCase() === named?.toLowerCase());
  if (called) return called;
  const open = fitting.filter(({ state }) => state !== "finished");
  return open.find(({ unmet }) => unmet.length === 0) ?? open[0] ?? fitting.at(-1) ?? null;
}
