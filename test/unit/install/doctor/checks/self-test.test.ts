import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { samplePayload } from "../../../../../src/install/doctor/checks/self-test.ts";
import { registeredEvents } from "../../../../../src/protocol/claude-code/events.ts";
import { parseEvent } from "../../../../helpers/parse-event.ts";

const recorded = join(import.meta.dir, "../../../../fixtures/events");

/** Every key that the real client was observed to send with this event. */
function recordedKeys(event: string): Set<string> {
  const files = readdirSync(join(recorded, event)).map((file) => join(recorded, event, file));
  return new Set(files.flatMap((file) => Object.keys(JSON.parse(readFileSync(file, "utf8")))));
}

describe("the self-test's payloads", () => {
  test.each(registeredEvents().map(({ event }) => event))(
    "for %s have only fields that the client sends",
    (event) => {
      const payload = samplePayload(event, "/project", "/transcript.jsonl");
      const known = recordedKeys(event);
      expect(Object.keys(JSON.parse(payload)).filter((key) => !known.has(key))).toEqual([]);
      const parsed = parseEvent(payload);
      expect(parsed).toMatchObject({ ok: true, event: { name: event, sessionId: "doctor-self-test" } });
    },
  );
});
