import { checklist } from "./checklist.ts";
import { custom } from "./custom.ts";
import type { Gate } from "./finding.ts";
import { flow } from "./flow.ts";
import { hygiene } from "./hygiene.ts";
import { lock } from "./lock.ts";
import { loop } from "./loop.ts";
import { pipeline } from "./pipeline.ts";
import { plan } from "./plan.ts";
import { proof } from "./proof.ts";
import { quality } from "./quality.ts";
import { subagents } from "./subagents.ts";
import { tasks } from "./tasks.ts";

/** Every gate, the most important first: reasons keep this order. */
export const GATES: readonly Gate[] = [
  lock,
  loop,
  flow,
  pipeline,
  tasks,
  quality,
  subagents,
  proof,
  custom,
  plan,
  checklist,
  hygiene,
];
