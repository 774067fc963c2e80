// The gates that a transcript can answer, and why the others are left out. Their order is that of gates/registry.ts.
import { checklist } from "../../gates/checklist/gate.ts";
import type { Gate } from "../../gates/engine/finding.ts";
import { hygiene } from "../../gates/hygiene/gate.ts";
import { loop } from "../../gates/loop/gate.ts";
import { tasks } from "../../gates/tasks/gate.ts";
import { triage } from "../../gates/triage/gate.ts";

export const DECLARED: readonly Gate[] = [loop, tasks];
/** While those hold, what changed is not looked at. */
export const AFTER_DECLARED: readonly Gate[] = [checklist, hygiene];
/** Nobody is interrupted in the work for a note. */
export const LAST: readonly Gate[] = [triage];

/** Gates that need more than a transcript. */
export const NOT_REPLAYED: readonly { gates: readonly string[]; why: string }[] = [
  { gates: ["lock", "flow", "pipeline"], why: "locks, flows and pipelines are kept outside of transcripts" },
  {
    gates: ["quality", "proof", "custom"],
    why: "commands would have to run on the work tree of that moment",
  },
  { gates: ["plan"], why: "plan files are not in a transcript" },
  { gates: ["subagents"], why: "only stops of the main agent are replayed" },
];
