import { describe, expect, test } from "bun:test";
import { isFromPerson } from "../../../../src/protocol/claude-code/parse-event.ts";
import { parseEvent } from "../../../helpers/parse-event.ts";

const FIXTURES = `${import.meta.dir}/../../../fixtures/events/UserPromptSubmit`;

async function isPersonIn(name: string): Promise<boolean> {
  const parsed = parseEvent(await Bun.file(`${FIXTURES}/${name}`).text());
  if (!parsed.ok || parsed.event.name !== "UserPromptSubmit") throw new Error(`${name} is no prompt`);
  return isFromPerson(parsed.event);
}

function isPersonSaying(prompt: string, source?: string): boolean {
  const parsed = parseEvent(JSON.stringify({ hook_event_name: "UserPromptSubmit", prompt, source }));
  if (!parsed.ok || parsed.event.name !== "UserPromptSubmit") throw new Error("no prompt");
  return isFromPerson(parsed.event);
}

describe("who speaks", () => {
  test("the client's own recorded prompts are recognised", async () => {
    const names = [...new Bun.Glob("*.json").scanSync(FIXTURES)];
    const persons = await Promise.all(names.map(async (name) => [name, await isPersonIn(name)] as const));
    const machines = persons.filter(([, isPerson]) => !isPerson).map(([name]) => name);
    expect(machines.length).toBeGreaterThanOrEqual(2);
    expect(machines.every((name) => name.includes("notification"))).toBe(true);
    expect(persons.length - machines.length).toBeGreaterThanOrEqual(2);
  });

  test.each(["system", "loop_wakeup", "schedule_wakeup", "poll_event"])(
    "the source %s is a machine",
    (source) => {
      expect(isPersonSaying("Go on.", source)).toBe(false);
    },
  );

  test.each(["user", "sdk", undefined])("the source %p is a person", (source) => {
    expect(isPersonSaying("Go on.", source)).toBe(true);
  });

  test.each([
    '{"task_id":"b15874f","tool_use_id":"toolu_1","description":"Commit","task_type":"local_bash"}',
    "<task-notification>\n<task-id>a</task-id>",
    "<local-command-stderr>no</local-command-stderr>",
    "<bash-stdout>3 passed</bash-stdout>",
    "Stop hook feedback:\n- go on",
    "[Request interrupted by user]",
    "This session is being continued from a previous conversation that ran out of context.",
  ])("%j is the client's own", (prompt) => {
    expect(isPersonSaying(prompt)).toBe(false);
  });

  test("a person may talk about notifications", () => {
    expect(isPersonSaying("What does <task-notification> mean?")).toBe(true);
    expect(isPersonSaying('Why is {"task_id":"a"} queued?')).toBe(true);
  });
});
