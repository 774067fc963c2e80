import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hostOfVariables, recogniseHost } from "../../../src/protocol/hosts.ts";

const FIXTURES = join(import.meta.dir, "../../fixtures/events");
const OTHERS = ["codex", "copilot", "gemini", "qwen"];

const read = (path: string) => JSON.parse(readFileSync(join(FIXTURES, path), "utf8"));
const byVariables = (...set: string[]) => hostOfVariables((name) => set.includes(name));

const recorded = [...new Bun.Glob("*/*.json").scanSync(FIXTURES)].sort().flatMap((path) => {
  const [folder = ""] = path.split("/");
  const host = OTHERS.includes(folder) ? folder : "claude-code";
  return [read(path)].flat().map((payload) => ({ path, host, event: payload.hook_event_name, payload }));
});

describe("recogniseHost", () => {
  test("has recordings of five agents", () => {
    const hosts = new Set(recorded.map(({ host }) => host));
    expect([...hosts].toSorted()).toEqual(["claude-code", ...OTHERS]);
  });

  test.each(recorded)("knows the sender of $path $event", ({ host, payload }) => {
    expect(recogniseHost(payload, null).id).toBe(host);
  });

  test.each(recorded.filter(({ host }) => host !== "claude-code").slice(0, 5))(
    "believes the event, not the shell it was started in ($path $event)",
    ({ host, payload }) => {
      expect(recogniseHost(payload, byVariables("CLAUDECODE")).id).toBe(host);
    },
  );

  test("takes Claude Code started in the shell of another agent for what it is", () => {
    const payload = { hook_event_name: "Stop", transcript_path: "/srv/claude/projects/-srv-app/1.jsonl" };
    expect(recogniseHost(payload, byVariables("QWEN_CODE_SESSION_ID")).id).toBe("claude-code");
  });

  test("goes by the variables when the event does not tell", () => {
    expect(recogniseHost({ hook_event_name: "Stop", session_id: "s1" }, byVariables("CURSOR_AGENT")).id).toBe(
      "cursor",
    );
  });

  test.each([[null], ["text"], [[]], [{}], [{ transcript_path: 1 }]])(
    "takes %p for Claude Code's",
    (payload) => {
      expect(recogniseHost(payload, null).id).toBe("claude-code");
    },
  );
});
