import { expect, test } from "bun:test";
import { hasBackgroundWork } from "../../../../src/gates/engine/background-tasks.ts";
import type { BackgroundTask } from "../../../../src/protocol/hook-event.ts";

const MINUTE = 60_000;

function shell(command: string, overrides: Partial<BackgroundTask> = {}): BackgroundTask {
  return { id: "b1", type: "shell", status: "running", description: "", command, ...overrides };
}

function known(budgetId: number, firstSeenAt: number) {
  return new Map([["b1", { task_id: "b1", budget_id: budgetId, first_seen_at: firstSeenAt }]]);
}

test("a young shell of this budget is work", () => {
  expect(hasBackgroundWork([shell("npm test")], known(1, 0), 1, MINUTE)).toBe(true);
});

test("a shell seen for the first time is work", () => {
  expect(hasBackgroundWork([shell("npm test")], new Map(), 1, MINUTE)).toBe(true);
});

test("a shell of an earlier budget is not", () => {
  expect(hasBackgroundWork([shell("npm test")], known(1, 0), 2, MINUTE)).toBe(false);
});

test("a shell older than ten minutes is not", () => {
  expect(hasBackgroundWork([shell("npm test")], known(1, 0), 1, 11 * MINUTE)).toBe(false);
});

test("a running agent is work however old", () => {
  expect(hasBackgroundWork([shell("", { type: "agent" })], known(1, 0), 2, 99 * MINUTE)).toBe(true);
});

test.each(["completed", "failed", "killed"])("a task that is %s is not work", (status) => {
  expect(hasBackgroundWork([shell("npm test", { status })], new Map(), 1, 0)).toBe(false);
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
  expect(hasBackgroundWork([shell(command)], new Map(), 1, 0)).toBe(false);
});

test.each(["npm test", "make build", "cargo build --release", "./deploy.sh", "sleep 30", "pytest -x"])(
  "ordinary work counts: %s",
  (command) => {
    expect(hasBackgroundWork([shell(command)], new Map(), 1, 0)).toBe(true);
  },
);
