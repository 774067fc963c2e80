// A loop: Claude goes on until its verify command passes, or, without one, until it says it is done.
import type { Gate } from "../engine/gate.ts";
import { loopEffect } from "./effect.ts";
import { gatherLoop } from "./gather.ts";
import { judgeLoop, type LoopFacts } from "./judge.ts";

export const loop: Gate<LoopFacts> = {
  id: "loop",
  gather: gatherLoop,
  judge: judgeLoop,
  effect: loopEffect,
  replay: {
    loadFollower: async () => (await import("./replay.ts")).followLoopCommands,
    evidence: ({ task }) => [{ text: task }],
  },
  remind: async (start) => (await import("./reminder.ts")).remindOfLoop(start),
};
