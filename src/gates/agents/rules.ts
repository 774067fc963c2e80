// Rules of the config that are for subagents of a type.
import type { Config } from "../../config/config.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";

export type SubagentRule = Config["subagents"][number];

/** Those for the subagent that stops. */
export function rulesFor(event: GatedEvent, { subagents, gates }: Config): SubagentRule[] {
  const { agentType } = event;
  if (event.name !== "SubagentStop" || agentType === null || !gates.subagents.enabled) return [];
  return subagents.filter(({ match }) => matchesAgent(match, agentType));
}

export function asksFor(rules: readonly SubagentRule[], gate: SubagentRule["gates"][number]): boolean {
  return rules.some(({ gates }) => gates.includes(gate));
}

/** `*` stands for anything, `|` parts alternatives; upper and lower case are the same. */
export function matchesAgent(pattern: string, agentType: string): boolean {
  return pattern
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .some((part) => toExpression(part).test(agentType));
}

function toExpression(part: string): RegExp {
  // One star after another would only make the match slow.
  const escaped = part.replaceAll(/[\\^$.+?()[\]{}]/g, "\\$&").replaceAll(/\*+/g, ".*");
  return new RegExp(`^${escaped}$`, "is");
}
