// A finding of a replay with its evidence, from the transcript and not from the gate's words: those name lines of files,
// which a transcript does not know.

import type { Config } from "../../config/config.ts";
import type { Finding } from "../../gates/engine/gate.ts";
import type { FoundLeftover } from "../../gates/hygiene/judge.ts";
import { redactAndShorten } from "../../recording/capture/redact-fully.ts";

import type { ReplayFacts } from "./replayed-gates.ts";

export interface ShownFinding {
  gate: string;
  code: string;
  /** What it was about, without secrets. */
  evidence: string[];
  /** Evidence that is left out here. */
  more: number;
  /** Of the hygiene gate: the rules that found something. */
  rules: string[];
}

const SHOWN = 3;
const MAX_LINE = 160;

export function showFinding({ gate, code }: Finding, facts: ReplayFacts, config: Config): ShownFinding {
  const found = gate === "hygiene" ? leftoversOf(code, facts, config) : [];
  const all = found.length > 0 ? found.map(describe) : evidenceOf(gate, facts);
  const evidence = all
    .slice(0, SHOWN)
    .map((text) => redactAndShorten(text, MAX_LINE).replaceAll(/\s+/g, " "));
  const rules = [...new Set(found.map(({ rule }) => rule))].sort();
  return { gate, code, evidence, more: all.length - evidence.length, rules };
}

function evidenceOf(gate: string, { tasks, checklist, loop, triage }: ReplayFacts): string[] {
  const open = tasks.map(({ id, subject }) => subject || id);
  if (gate === "tasks") return open;
  if (gate === "checklist") return checklist.length > 0 ? checklist : open;
  if (gate === "triage") return triage.map(({ category, title }) => `[${category}] ${title}`);
  return gate === "loop" && loop ? [loop.task] : [];
}

/** As the gate sorts them. */
function leftoversOf(code: string, { leftovers }: ReplayFacts, config: Config): FoundLeftover[] {
  const holds = config.hygiene.stop === "block";
  return leftovers.filter(({ weight, refused }) => {
    const own =
      holds && weight === "block" ? "leftover" : holds && weight === "once" && !refused ? "once" : "note";
    return own === code;
  });
}

function describe({ path, what, shown }: FoundLeftover): string {
  return `${path}: ${what}: ${shown}`;
}
