// Releases from inside a session without a recorded tool call: reported at the next stop, unless the person typed them.
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { runCli } from "../../../helpers/run-cli.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

const TOLD = "the lock was removed from inside the session";

/** `after`: what the client writes once the command has run. */
async function unlockInside(after: (path: string, text: string) => void) {
  const place = await makeWorkplace();
  const path = `${place.env.holdfastHome}/s1.jsonl`;
  const lines = writeTranscript({ sessionId: "s1", live: true });
  lines.prompt("<bash-input>holdfast unlock</bash-input>");
  lines.say("An earlier unlock.");
  writeFileSync(path, lines.text());
  const fields = { transcript_path: path };
  await place.send({ hook_event_name: "UserPromptSubmit", prompt: "Work.", ...fields });
  mkdirSync(`${place.project}/.claude/runtime/locks`, { recursive: true });
  writeFileSync(`${place.project}/.claude/runtime/locks/.lock_active`, "");
  const inside = { ...place.env, projectDir: null, sessionId: "s1", insideAgent: true };
  expect((await runCli(inside, place.project, "unlock", "--json")).json).toMatchObject({ by: "session" });
  after(path, lines.text());
  const prompted = await place.send({ hook_event_name: "UserPromptSubmit", prompt: "More.", ...fields });
  expect(JSON.stringify(prompted)).not.toContain(TOLD);
  return { place, stop: () => place.stop(fields) };
}

/** The session's timeline. */
async function readTimeline({ env, project }: Awaited<ReturnType<typeof makeWorkplace>>): Promise<string> {
  return (await runCli(env, project, "sessions", "show", "s1")).text;
}

test("Claude's act is reported once, if the transcript shows nothing typed since", async () => {
  const { place, stop } = await unlockInside(() => {});
  expect(JSON.stringify(await stop())).toContain(TOLD);
  expect((await stop()).kind).toBe("silent");
  expect(await readTimeline(place)).toContain("unlocked from inside the session or an unknown place");
  expect(await place.faultParts()).toEqual([]);
});

test("an act that the person typed is reported as theirs, and the timeline names them", async () => {
  const { place, stop } = await unlockInside((path, text) => {
    const lines = writeTranscript({ sessionId: "s1", live: true });
    lines.prompt("<bash-input> holdfast unlock</bash-input>");
    writeFileSync(path, text + lines.text());
  });
  expect(await readTimeline(place)).toContain("unlocked from inside the session or an unknown place");
  expect(await stop()).toMatchObject({ message: expect.stringContaining("the lock was removed by you.") });
  expect((await stop()).kind).toBe("silent");
  expect(await readTimeline(place)).toContain("unlocked by the user");
});

test.each([
  ["is garbage by then", (path: string) => writeFileSync(path, Buffer.alloc(5000, 255))],
  ["is shorter by then", (path: string) => writeFileSync(path, "")],
])("Claude's act is reported if the transcript %s", async (_name, damage) => {
  const { place, stop } = await unlockInside(damage);
  expect(JSON.stringify(await stop())).toContain(TOLD);
  expect(await place.faultParts()).toEqual([]);
});
