// A finding of a replay with its evidence, from the transcript and not from the gate's words: those name lines of files,
// which a transcript does not know.

import type { Facts, FoundLeftover } from "../../gates/engine/facts.ts";
import type { Finding } from "../../gates/engine/finding.ts";
import { redactAndShorten } from "../../recording/capture/redact-fully.ts";

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

export function showFinding({ gate, code }: Finding, facts: Facts): ShownFinding {
  const found = gate === "hygiene" ? leftoversOf(code, facts) : [];
  const all = found.length > 0 ? found.map(describe) : evidenceOf(gate, facts);
  const evidence = all
    .slice(0, SHOWN)
    .map((text) => redactAndShorten(text, MAX_LINE).replaceAll(/\s+/g, " "));
  const rules = [...new Set(found.map(({ rule }) => rule))].sort();
  return { gate, code, evidence, more: all.length - evidence.length, rules };
}

function evidenceOf(gate: string, { tasks, checklist, loop, triage }: Facts): string[] {
  const open = tasks.map(({ id, subject }) => subject || id);
  if (gate === "tasks") return open;
  if (gate === "checklist") return checklist.length > 0 ? checklist : open;
  if (gate === "triage") return triage.map(({ category, title }) => `[${category}] ${title}`);
  return gate === "loop" && loop ? [loop.task] : [];
}

/** As the gate sorts them. */
function leftoversOf(code: string, { leftovers, config }: Facts): FoundLeftover[] {
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
