import { type ParsedEvent, parseEventJson } from "../../src/protocol/claude-code/parse-event.ts";

/** A payload's text as an event. */
export function parseEvent(text: string): ParsedEvent {
  try {
    return parseEventJson(JSON.parse(text));
  } catch {
    return { ok: false, problem: "the event is not valid JSON" };
  }
}
