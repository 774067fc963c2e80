// That something waits to be looked at. Its words stay in the inbox until a person has seen them.
import { countNewCandidates } from "../../inbox/candidates.ts";
import type { Part } from "../part.ts";
import type { Known } from "../start-parts.ts";

export function inbox({ store, config, projectKey, source }: Known): Part | null {
  if (!config.triage.enabled || config.triage.mode === "off" || source === "resume") return null;
  const n = countNewCandidates(store, projectKey);
  if (n === 0) return null;
  const things = n === 1 ? "1 thing" : `${n} things`;
  return {
    id: "inbox",
    heading: "Found in earlier sessions, not looked at yet:",
    lines: [`${things} worth remembering, \`holdfast memory inbox\``],
  };
}
