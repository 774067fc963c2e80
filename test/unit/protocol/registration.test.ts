import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findHost } from "../../../src/protocol/hosts.ts";
import { hookCommand, hooksOf, REGISTRATIONS } from "../../../src/protocol/registration.ts";

const FIXTURES = join(import.meta.dir, "../../fixtures/events");

describe.each([...REGISTRATIONS])("the registration with $name", (registration) => {
  const { id, name, program, events } = registration;

  test("is of a host that is recognised", () => {
    expect(findHost(id)).toMatchObject({ id, name, program });
  });

  test("asks for the events that the client was seen to send", () => {
    const sent = new Set<string>();
    for (const path of new Bun.Glob(`${id}/*.json`).scanSync(FIXTURES))
      for (const { hook_event_name } of JSON.parse(readFileSync(join(FIXTURES, path), "utf8")))
        sent.add(hook_event_name);
    const seen = events.filter(({ theirs }) => sent.has(theirs)).map(({ ours }) => ours);
    expect(seen).toEqual(expect.arrayContaining(["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop"]));
  });

  test("calls the executable by a line for the shell, whatever its path", () => {
    const line = hookCommand("/home/o'neil/my bin/holdfast");
    expect(Bun.spawnSync(["sh", "-c", `printf '%s|' ${line}`]).stdout.toString()).toBe(
      "/home/o'neil/my bin/holdfast|hook|",
    );
    expect(JSON.stringify(hooksOf(registration, line))).toContain(JSON.stringify(line).slice(1, -1));
  });
});

test("timeouts are in each host's own unit", () => {
  const stops = REGISTRATIONS.map((registration) => [
    registration.id,
    hooksOf(registration, "x hook").Stop ?? hooksOf(registration, "x hook").AfterAgent,
  ]);
  expect(Object.fromEntries(stops)).toEqual({
    codex: [{ hooks: [{ type: "command", command: "x hook", timeout: 180 }] }],
    copilot: [{ type: "command", bash: "x hook", timeoutSec: 180 }],
    gemini: [{ hooks: [{ type: "command", command: "x hook", timeout: 180_000 }] }],
    qwen: [{ hooks: [{ type: "command", command: "x hook", timeout: 180_000 }] }],
  });
});
