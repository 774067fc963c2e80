// The project's checks on what the session changed; without stages of ours, the word of another tool's file.
import type { Gate } from "../engine/gate.ts";
import { qualityEffect } from "./effect.ts";
import { gatherQuality } from "./gather.ts";
import { judgeQuality, type QualityFacts } from "./judge.ts";

export const quality: Gate<QualityFacts> = {
  id: "quality",
  gather: gatherQuality,
  judge: judgeQuality,
  effect: qualityEffect,
  gatherLater: async (stop) => (await import("./gather-later.ts")).gatherLater(stop),
  replay: { unknown: "commands would have to run on the work tree of that moment" },
};
