import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import {
  hasBackgroundWork,
  isAnythingRunning,
  noteIdleTeammate,
} from "../../../../src/gates/engine/background-tasks.ts";
import type { BackgroundTask } from "../../../../src/protocol/hook-event.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

const MINUTE = 60_000;

function shell(command: string, overrides: Partial<BackgroundTask> = {}): BackgroundTask {
  return { id: "b1", type: "shell", status: "running", description: "", command, ...overrides };
}

function known(budgetId: number, firstSeenAt: number) {
  const row = { task_id: "b1", budget_id: budgetId, first_seen_at: firstSeenAt };
  return { known: new Map([["b1", row]]), idleTeammates: 0 };
}

const UNKNOWN = { known: new Map(), idleTeammates: 0 };

test.each<[string, Partial<BackgroundTask>, boolean]>([
  ["a command, however old", { command: "npm test" }, true],
  ["a monitor", { type: "monitor" }, true],
  ["a teammate at work", { type: "teammate" }, true],
  ["a server", { command: "npm run dev" }, false],
  ["a finished task", { command: "npm test", status: "completed" }, false],
])("%s keeps patient findings waiting: %p", async (_what, task, expected) => {
  const { store } = await makeWorkplace();
  const event = makeStop({ backgroundTasks: [shell("", task)] });
  expect(isAnythingRunning({ event, store })).toBe(expected);
});

test("an idle teammate keeps nobody waiting", async () => {
  const { store } = await makeWorkplace();
  const event = makeStop({ backgroundTasks: [shell("", { type: "teammate" })] });
  noteIdleTeammate(store, { sessionId: event.sessionId ?? "", name: "a", agentId: null });
  expect(isAnythingRunning({ event, store })).toBe(false);
});

test("a young shell of this budget counts as work", () => {
  expect(hasBackgroundWork([shell("npm test")], known(1, 0), 1, MINUTE)).toBe(true);
});

test("a shell seen for the first time counts as work", () => {
  expect(hasBackgroundWork([shell("npm test")], UNKNOWN, 1, MINUTE)).toBe(true);
});

test("a shell of an earlier budget does not count", () => {
  expect(hasBackgroundWork([shell("npm test")], known(1, 0), 2, MINUTE)).toBe(false);
});

test("a shell older than ten minutes does not count", () => {
  expect(hasBackgroundWork([shell("npm test")], known(1, 0), 1, 11 * MINUTE)).toBe(false);
});

test("a running agent counts as work, however old", () => {
  expect(hasBackgroundWork([shell("", { type: "agent" })], known(1, 0), 2, 99 * MINUTE)).toBe(true);
});

test.each(["completed", "failed", "killed"])("a task that is %s does not count as work", (status) => {
  expect(hasBackgroundWork([shell("npm test", { status })], UNKNOWN, 1, 0)).toBe(false);
});

test.each([
  "npm run dev",
  "pnpm dev",
  "yarn start",
  "npx vite --port 3000",
  "next dev",
  "python3 -m http.server 8000",
  "python manage.py runserver",
  "tail -f log.txt",
  "tsc --watch",
  "uvicorn app:app",
  "docker compose up",
])("a dev server does not count: %s", (command) => {
  expect(hasBackgroundWork([shell(command)], UNKNOWN, 1, 0)).toBe(false);
});

test.each(["npm test", "make build", "cargo build --release", "./deploy.sh", "sleep 30", "pytest -x"])(
  "ordinary work counts: %s",
  (command) => {
    expect(hasBackgroundWork([shell(command)], UNKNOWN, 1, 0)).toBe(true);
  },
);

describe("a teammate", () => {
  const mate = shell("", { type: "teammate" });
  const idle = (idleTeammates: number) => ({ known: new Map(), idleTeammates });

  test("that is working counts as work", () => {
    expect(hasBackgroundWork([mate], idle(0), 1, 0)).toBe(true);
    expect(hasBackgroundWork([mate, { ...mate, id: "t2" }], idle(1), 1, 0)).toBe(true);
  });

  test("that is idle does not count, but a shell beside it does", () => {
    expect(hasBackgroundWork([mate], idle(1), 1, 0)).toBe(false);
    expect(hasBackgroundWork([mate, { ...mate, id: "t2" }], idle(2), 1, 0)).toBe(false);
    expect(hasBackgroundWork([mate, shell("npm test")], idle(1), 1, 0)).toBe(true);
  });

  test("that ended leaves the count of idle ones to the others", () => {
    expect(hasBackgroundWork([{ ...mate, status: "completed" }, mate], idle(0), 1, 0)).toBe(true);
  });
});

describe("idle teammates", () => {
  const idle = (teammate_name: string) => ({
    hook_event_name: "TeammateIdle",
    teammate_name,
    team_name: "t",
    agent_id: `a${teammate_name}-1`,
    agent_type: teammate_name,
  });
  const running = (count: number) => ({
    background_tasks: Array.from({ length: count }, (_, n) => ({
      id: `t${n}`,
      type: "teammate",
      status: "running",
      description: "Looks around",
    })),
  });

  async function lockedLead() {
    const place = await makeWorkplace();
    mkdirSync(`${place.project}/.claude/runtime/locks`, { recursive: true });
    writeFileSync(`${place.project}/.claude/runtime/locks/.lock_active`, "the goal");
    return place;
  }

  test("do not keep a locked lead waiting, working ones do", async () => {
    const place = await lockedLead();
    expect((await place.stop(running(1))).kind).toBe("silent");
    await place.send(idle("mate"));
    expect((await place.stop(running(1))).kind).toBe("refuse");
    expect((await place.stop(running(2))).kind).toBe("silent");
  });

  test.each([
    ["it starts again", { hook_event_name: "SubagentStart", agent_id: "amate-1", agent_type: "mate" }],
    ["one with its name starts", { hook_event_name: "SubagentStart", agent_id: "x", agent_type: "mate" }],
    [
      "the lead writes to it",
      { hook_event_name: "PostToolUse", tool_name: "SendMessage", tool_input: { to: "mate" } },
    ],
    [
      "the lead writes to all",
      { hook_event_name: "PostToolUse", tool_name: "SendMessage", tool_input: { to: "*" } },
    ],
    ["the session is resumed", { hook_event_name: "SessionStart", source: "resume" }],
  ])("count as working again when %s", async (_, event) => {
    const place = await lockedLead();
    await place.send(idle("mate"));
    await place.send(event);
    expect((await place.stop(running(1))).kind).toBe("silent");
  });

  test.each([
    ["another agent starts", { hook_event_name: "SubagentStart", agent_id: "aother-2", agent_type: "other" }],
    [
      "the lead writes to another",
      { hook_event_name: "PostToolUse", tool_name: "SendMessage", tool_input: { to: "other" } },
    ],
    [
      "an invalid message is sent",
      { hook_event_name: "PostToolUse", tool_name: "SendMessage", tool_input: { to: 7 } },
    ],
    ["the session is compacted", { hook_event_name: "SessionStart", source: "compact" }],
  ])("stay idle when %s", async (_, event) => {
    const place = await lockedLead();
    await place.send(idle("mate"));
    await place.send(event);
    expect((await place.stop(running(1))).kind).toBe("refuse");
  });
});
