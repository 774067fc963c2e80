import type { Config } from "../../config/config.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { Gate } from "./finding.ts";
import { isEnabled } from "./is-enabled.ts";

/** The gates that are on for this event. */
export function gatesFor<G extends Pick<Gate, "id" | "events">>(
  event: GatedEvent,
  config: Config,
  all: readonly G[],
): G[] {
  const on: G[] = [];
  for (const gate of all) if (gate.events.includes(event.name) && isEnabled(config, gate.id)) on.push(gate);
  return on;
}
