// Gated events: those the real client sent, and variations.
import { readFileSync } from "node:fs";
import { Glob } from "bun";
import fc from "fast-check";
import { isGated } from "../../../src/protocol/claude-code/events.ts";
import type { GatedEvent } from "../../../src/protocol/hook-event.ts";
import { makeStop } from "../../helpers/events.ts";
import { parseEvent } from "../../helpers/parse-event.ts";
import { id, text } from "./arbitrary-text.ts";

const FIXTURES = `${import.meta.dir}/../../fixtures/events/`;
const recorded = [...new Glob("[A-Z]*/*.json").scanSync(FIXTURES)].sort().flatMap((path) => {
  const parsed = parseEvent(readFileSync(FIXTURES + path, "utf8"));
  return parsed.ok && isGated(parsed.event) ? [parsed.event] : [];
});

/** The gated ones among the recorded payloads of the real client. */
export function recordedEvents(): GatedEvent[] {
  return recorded;
}

export function anyEvent(): fc.Arbitrary<GatedEvent> {
  const common = { sessionId: fc.option(id()), permissionMode: fc.option(text()), agentId: fc.option(id()) };
  const stop = fc.record({
    ...common,
    name: fc.constantFrom("Stop" as const, "SubagentStop" as const),
    agentType: fc.option(text()),
    stopHookActive: fc.boolean(),
    lastAssistantMessage: fc.oneof(text(), fc.constantFrom("DONE", "- [ ] one", "> DONE", "```\nDONE")),
  });
  return fc.oneof(
    stop.map((fields) => makeStop(fields)),
    fc.constantFrom(...recorded),
  );
}
