// Whose act a command is, by the transcript, in cases that the real client rarely writes: kills, refusals, damage.
import { describe, expect, test } from "bun:test";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { type Actor, findActor } from "../../../src/cli/actor.ts";
import { findAgent } from "../../../src/cli/person.ts";
import type { Environment } from "../../../src/config/environment.ts";
import { type TranscriptLines, writeTranscript } from "../../helpers/transcript-lines.ts";
import { makeWorkplace } from "../../helpers/workplace.ts";

type Fill = (lines: TranscriptLines) => void;

async function makeSession(fill: Fill) {
  const place = await makeWorkplace();
  const lines = writeTranscript({ sessionId: "s1" });
  fill(lines);
  const path = `${place.env.holdfastHome}/s1.jsonl`;
  writeFileSync(path, lines.text());
  await place.send({ hook_event_name: "UserPromptSubmit", prompt: "Work.", transcript_path: path });
  const inside: Environment = { ...place.env, sessionId: "s1", insideAgent: true };
  return { inside, path, project: place.project };
}

async function actorOf(fill: Fill, command = "unlock"): Promise<Actor> {
  const { inside, project } = await makeSession(fill);
  return (await findActor(inside, project, command)).by;
}

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

test("Claude cannot pass off the person's `/loop TASK` as a `/loop cancel`", async () => {
  const slash = (args: string) => (t: TranscriptLines) => {
    t.prompt(`<command-name>/holdfast:loop</command-name><command-args>${args}</command-args>`);
    t.call("c1", "Bash", { command: "holdfast cancel loop" });
  };
  expect(await actorOf(slash("cancel"), "cancel")).toBe("user");
  expect(await actorOf(slash("cancel orders on time"), "cancel")).toBe("claude");
});

test("a late record is waited for", async () => {
  const { inside, path, project } = await makeSession((t) => t.prompt("Work."));
  const late = writeTranscript({ sessionId: "s1" });
  late.call("c1", "Bash", UNLOCK);
  setTimeout(() => appendFileSync(path, late.text()), 80);
  expect((await findActor(inside, project, "unlock")).by).toBe("claude");
});

test("damaged or missing records are attributed to nobody, and never fail", async () => {
  const { inside, path, project } = await makeSession((t) => t.prompt("Work."));
  writeFileSync(path, Buffer.from([0, 1, 2, 255, 10, 123, 34]));
  expect((await findActor(inside, project, "unlock")).by).toBe("session");
  rmSync(path);
  expect((await findActor(inside, project, "unlock")).by).toBe("session");
  for (const sessionId of ["../../etc", "unknown", ""])
    expect((await findActor({ ...inside, sessionId }, project, "unlock")).by).toBe("session");
  writeFileSync(`${inside.holdfastHome}/holdfast.db`, "garbage".repeat(500));
  expect((await findActor(inside, project, "unlock")).by).toBe("session");
});

test("outside Claude an act is the user's; in an agent without a session, the agent's", async () => {
  const { inside, project } = await makeSession((t) => t.prompt("Work."));
  const outside = { ...inside, insideAgent: false };
  expect(
    (await findActor(outside, project, "unlock", { agentAbove: () => null, hasTerminal: () => true })).by,
  ).toBe("user");
  const inAgent = { ...inside, sessionId: null };
  expect((await findActor(inAgent, project, "unlock", { agentAbove: () => null })).by).toBe("agent");
  expect((await findActor(inAgent, project, "unlock", { agentAbove: () => "codex" })).by).toBe("agent");
});

test.each([
  ["claude", "its variables", { insideAgent: true, sessionId: "s1" }, null],
  ["an agent", "variables without a session", { insideAgent: true }, null],
  ["codex", "a process above, without variables", {}, "codex"],
  [null, "neither", {}, null],
  [null, "a click in the dashboard, whatever started it", { fromDashboard: true }, "claude"],
] as const)("the agent that runs a command is %p by %s", async (agent, _by, fields, above) => {
  const { env } = await makeWorkplace();
  expect(findAgent({ ...env, sessionId: null, ...fields }, () => above)).toBe(agent);
});

describe("an act without the agent's variables, but below an agent", () => {
  const actorBelow = async (fill: Fill, sessionId: string | null) => {
    const { inside, project } = await makeSession((t) => {
      t.prompt("Work.");
      fill(t);
    });
    const stripped = { ...inside, sessionId, insideAgent: false };
    return findActor(stripped, project, "unlock", { agentAbove: () => "claude" });
  };

  test.each<[Actor, string, Fill]>([
    ["claude", "its call", (t) => t.call("c1", "Bash", { command: "env -u CLAUDECODE holdfast unlock" })],
    // The person may have pressed a button meanwhile.
    ["session", "a call that does not name the command", (t) => t.call("c1", "Bash", { command: "make" })],
    ["session", "nothing", () => {}],
  ])("%s: %s is on record", async (by, _name, fill) => {
    expect(await actorBelow(fill, "s1")).toMatchObject({ by, sessionId: "s1" });
    expect(await actorBelow(fill, null)).toMatchObject({ by, sessionId: "s1" });
  });

  test("with no known session is nobody's", async () => {
    const place = await makeWorkplace();
    const act = await findActor({ ...place.env, sessionId: null }, "/nowhere", "unlock", {
      agentAbove: () => "claude",
    });
    expect(act).toMatchObject({ by: "session", sessionId: null });
  });
});
