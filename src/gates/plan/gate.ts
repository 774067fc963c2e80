// The active plan: what of it is open, what was ticked without being true, and where it waits for the user.
import type { Gate } from "../engine/gate.ts";
import { planEffect } from "./effect.ts";
import { gatherPlan } from "./gather.ts";
import { judgePlan, type PlanFacts } from "./judge.ts";

export const plan: Gate<PlanFacts> = {
  id: "plan",
  gather: gatherPlan,
  judge: judgePlan,
  effect: planEffect,
  remind: async (start) => (await import("./reminder.ts")).remindOfPlan(start),
  replay: { unknown: "plan files are not in a transcript" },
};
