// Whose act a command is, by the transcript; what the real client rarely writes: kills, refusals, damage.
import { expect, test } from "bun:test";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { type Actor, findActor } from "../../../../../src/cli/commands/hold/actor.ts";
import type { Environment } from "../../../../../src/config/environment.ts";
import { type TranscriptLines, writeTranscript } from "../../../../helpers/transcript-lines.ts";
import { makeWorkplace } from "../../../../helpers/workplace.ts";

type Fill = (lines: TranscriptLines) => void;

async function makeSession(fill: Fill) {
  const place = await makeWorkplace();
  const lines = writeTranscript({ sessionId: "s1" });
  fill(lines);
  const path = `${place.env.holdfastHome}/s1.jsonl`;
  writeFileSync(path, lines.text());
  await place.send({ hook_event_name: "UserPromptSubmit", prompt: "Work.", transcript_path: path });
  const inside: Environment = { ...place.env, sessionId: "s1", insideAgent: true };
  return { inside, path };
}

const actorOf = async (fill: Fill, command = "unlock") =>
  (await findActor((await makeSession(fill)).inside, command)).by;

const UNLOCK = { command: "holdfast unlock" };

test.each<[Actor, string, Fill]>([
  ["claude", "a call without a result", (t) => t.call("c1", "Bash", UNLOCK)],
  [
    "claude",
    "a script that does not say what it runs",
    (t) => t.call("c1", "Bash", { command: "make release" }),
  ],
  ["session", "a call that is over", (t) => t.use("c1", "Bash", UNLOCK, "ok")],
  [
    "session",
    "a call of a client that was killed, before the next prompt",
    (t) => {
      t.call("c1", "Bash", UNLOCK);
      t.prompt("Go on.");
    },
  ],
  ["session", "another tool's call", (t) => t.call("c1", "Read", { file_path: "holdfast unlock" })],
  [
    "session",
    "a dev server in the background",
    (t) => {
      t.call("c1", "Bash", { command: "npm run dev", run_in_background: true });
      t.result("c1", "running", { details: { backgroundTaskId: "b1" } });
    },
  ],
  [
    "claude",
    "a command in the background that runs it",
    (t) => {
      t.call("c1", "Bash", { command: "sleep 9; holdfast unlock", run_in_background: true });
      t.result("c1", "running", { details: { backgroundTaskId: "b1" } });
    },
  ],
  ["session", "an input of the wrong shape", (t) => t.use("c1", "Bash", { command: 7 }, 7)],
  ["session", "nothing", () => {}],
])("%s: %s", async (by, _name, fill) => {
  const afterPrompt: Fill = (lines) => {
    lines.prompt("Work.");
    fill(lines);
  };
  expect(await actorOf(afterPrompt)).toBe(by);
});

test("Claude may not take the person's `/loop TASK` for a `/loop cancel`", async () => {
  const slash = (args: string) => (t: TranscriptLines) => {
    t.prompt(`<command-name>/holdfast:loop</command-name><command-args>${args}</command-args>`);
    t.call("c1", "Bash", { command: "holdfast loop cancel" });
  };
  expect(await actorOf(slash("cancel"), "loop cancel")).toBe("user");
  expect(await actorOf(slash("cancel orders on time"), "loop cancel")).toBe("claude");
});

test("a record that comes late is waited for", async () => {
  const { inside, path } = await makeSession((t) => t.prompt("Work."));
  const late = writeTranscript({ sessionId: "s1" });
  late.call("c1", "Bash", UNLOCK);
  setTimeout(() => appendFileSync(path, late.text()), 80);
  expect((await findActor(inside, "unlock")).by).toBe("claude");
});

test("damage and absence are nobody's act, and never fail", async () => {
  const { inside, path } = await makeSession((t) => t.prompt("Work."));
  writeFileSync(path, Buffer.from([0, 1, 2, 255, 10, 123, 34]));
  expect((await findActor(inside, "unlock")).by).toBe("session");
  rmSync(path);
  expect((await findActor(inside, "unlock")).by).toBe("session");
  for (const sessionId of ["../../etc", "unknown", ""])
    expect((await findActor({ ...inside, sessionId }, "unlock")).by).toBe("session");
  writeFileSync(`${inside.holdfastHome}/holdfast.db`, "garbage".repeat(500));
  expect((await findActor(inside, "unlock")).by).toBe("session");
});

test("outside it is the user's; in an agent without a session the agent's", async () => {
  const { inside } = await makeSession((t) => t.prompt("Work."));
  expect((await findActor({ ...inside, insideAgent: false }, "unlock")).by).toBe("user");
  expect((await findActor({ ...inside, sessionId: null }, "unlock")).by).toBe("agent");
});
