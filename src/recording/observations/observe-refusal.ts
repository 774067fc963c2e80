import type { Observation } from "./observation.ts";
import { clip, oneLine } from "./words.ts";

const LONGEST = 800;

/** A person refused a tool call and said why: words that stand nowhere else. */
export function observeRefusal(tool: string, reason: string): Observation {
  return {
    kind: "decision",
    title: oneLine(`Refused ${tool}: ${reason}`),
    summary: clip(reason, LONGEST),
    files: [],
    subject: null,
    result: null,
  };
}
