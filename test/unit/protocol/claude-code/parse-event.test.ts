import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import fc from "fast-check";
import { EVENTS } from "../../../../src/protocol/claude-code/events.ts";
import { isSessionId } from "../../../../src/protocol/claude-code/parse-event.ts";
import { parseEvent } from "../../../helpers/parse-event.ts";

const FIXTURES = `${import.meta.dir}/../../../fixtures/events/`;

describe("the event table", () => {
  test("has the client's 33 events", () => {
    expect(Object.keys(EVENTS)).toHaveLength(33);
  });
});

describe("parsing an event", () => {
  const recorded = [...new Glob("[A-Z]*/*.json").scanSync(FIXTURES)].sort();

  test("there are recorded payloads of the real client", () => {
    expect(recorded.length).toBeGreaterThan(10);
  });

  for (const path of recorded) {
    test(`accepts the client's own ${path}`, async () => {
      const text = await Bun.file(FIXTURES + path).text();
      const raw = JSON.parse(text);
      const parsed = parseEvent(text);
      if (!parsed.ok) throw new Error(parsed.problem);
      expect(Object.keys(EVENTS)).toContain(raw.hook_event_name);
      expect(parsed.event.sessionId).toBe(raw.session_id);
      expect(parsed.event.cwd).toBe(raw.cwd);
      if (parsed.event.name === "Stop") {
        expect(parsed.event.stopHookActive).toBe(raw.stop_hook_active);
        expect(parsed.event.lastAssistantMessage).toBe(raw.last_assistant_message ?? "");
        expect(parsed.event.backgroundTasks).toHaveLength(raw.background_tasks?.length ?? 0);
      }
    });
  }

  test.each([
    ["an array", "[]"],
    ["null", "null"],
    ["no event name", '{"session_id":"a"}'],
    ["a name that is not a string", '{"hook_event_name":5}'],
  ])("refuses %s with a sentence that quotes nothing", (_, text) => {
    const parsed = parseEvent(text);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.problem).toMatch(/^the event [a-zA-Z_ ]+$/);
  });

  test("an unknown event passes as other", () => {
    expect(parseEvent('{"hook_event_name":"Brandnew","session_id":"a"}')).toMatchObject({
      ok: true,
      event: { name: "other", eventName: "Brandnew", sessionId: "a" },
    });
  });

  test("a path with a NUL is dropped: reading it would fail, and hold nothing", () => {
    const [transcript_path, cwd, agent_transcript_path] = ["/a\0b", "/c\0", "\0"];
    const paths = { transcript_path, cwd, agent_transcript_path };
    expect(parseEvent(JSON.stringify({ hook_event_name: "Stop", ...paths }))).toMatchObject({
      event: { transcriptPath: null, cwd: null, agentTranscriptPath: null },
    });
  });

  test.each(["", "../x", "a/b", "a b", "ä", "a".repeat(129), "a\n", "$(id)"])(
    "the session id %j is dropped",
    (id) => {
      const parsed = parseEvent(JSON.stringify({ hook_event_name: "Stop", session_id: id }));
      expect(parsed).toMatchObject({ ok: true, event: { sessionId: null } });
    },
  );

  test("never throws and never lets a wrong type through", () => {
    const names = fc.constantFrom(...Object.keys(EVENTS), "Other");
    fc.assert(
      fc.property(names, fc.object({ maxDepth: 2 }), fc.anything(), (name, fields, odd) => {
        const raw = {
          ...fields,
          hook_event_name: name,
          session_id: odd,
          background_tasks: odd,
          stop_hook_active: odd,
        };
        const parsed = parseEvent(JSON.stringify(raw) ?? "");
        expect(parsed.ok).toBe(true);
        if (!parsed.ok) return;
        const { sessionId } = parsed.event;
        expect(sessionId === null || isSessionId(sessionId)).toBe(true);
        if (parsed.event.name === "Stop") expect(typeof parsed.event.stopHookActive).toBe("boolean");
      }),
    );
  });
});
