// Which of our commands Claude runs without a permission dialog, in the real client. Headless, a dialog is a refusal.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { type ClaudeRun, runClaude } from "../helpers/claude.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace } from "../helpers/installed.ts";
import { type ScriptedApi, startScriptedApi } from "../helpers/scripted-api.ts";
import { type StreamingClaude, startStreamingClaude } from "../helpers/streaming-claude.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { toolResults } from "../helpers/told.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(90_000);

/** For a person who allowed nothing. */
const ASKING = { permissionMode: "default", allowedTools: "Read" } as const;
const DIALOG = /haven't granted|requires approval/;

/** Whether each command ran without asking. */
function ranUnasked(run: Pick<ClaudeRun, "requests">): boolean[] {
  return toolResults(run.requests).map(({ text }) => !DIALOG.test(text));
}

const HARMLESS = [
  "holdfast status",
  "holdfast recall --last",
  "holdfast sessions list",
  "holdfast checks --markdown",
  "holdfast flow set retrospective_done --note 'nothing to learn'",
  "holdfast flow set correctness_passed",
  "holdfast flow set retrospective_done --note x --force --why y",
  "holdfast loop done",
  "holdfast memory save 'Use tabs' --category preference",
  "holdfast memory inbox --stats",
  "holdfast verdict",
];
const NEVER = [
  "holdfast unlock",
  "holdfast pause",
  "holdfast trust --yes",
  "holdfast forget --all --yes",
  "holdfast gate run",
  "holdfast loop start 'a task' --verify 'touch run-by-us'",
  "holdfast flow start 'a task' --correctness 'touch run-by-us'",
  "holdfast cancel loop",
  "holdfast memory accept 1",
  "holdfast memory restore use-tabs",
  "holdfast memory vouch --all",
  "holdfast memory edit use-tabs --supersede use-spaces",
  // Begins with the letters of `holdfast status`, but a rule matches whole words.
  "holdfast statusline --wrap 'touch run-by-us'",
  "holdfast flow approve",
  "holdfast flow set plan_approved --force --why 'I say so'",
  "holdfast flow set --force plan_approved --why 'I say so'",
  "holdfast flow set correctness_passed --command 'touch run-by-us'",
  "holdfast flow set correctness_passed --command 'touch run-by-us --note x'",
  "holdfast status && holdfast unlock",
];

describe("after an install with the offered rules", () => {
  const commands = [...HARMLESS, ...NEVER];
  const start = (kind: string) => bash(`holdfast ${kind} start 'a task'`);
  let place: Place;
  let api: ScriptedApi;
  let session: StreamingClaude;

  beforeAll(async () => {
    place = await makeInstalledPlace();
    api = startScriptedApi([]);
    session = startStreamingClaude({ ...place, ...ASKING, api, timeoutMs: 80_000 });
  });

  afterAll(async () => {
    await session.close();
    await api.stop();
  });

  test("a slash command typed by the person starts a loop or a flow without asking, in its own turn only", async () => {
    api.follow([
      ...[start("loop"), start("flow"), bash("holdfast loop done"), say("Loop.")],
      ...[start("loop"), start("flow"), say("Nothing.")],
      ...[start("flow"), start("loop"), say("Flow.")],
    ]);
    await session.send("/holdfast:loop a task");
    await session.send("Now without it.");
    await runCommand(place, "pause");
    await session.send("/holdfast:flow a task");
    expect(ranUnasked(session)).toEqual([true, false, true, false, false, true, false]);
  });

  test("Claude may run the listed commands, and none that carries a command or loosens", async () => {
    await runCommand(place, "resume");
    await session.send("/clear");
    const from = session.requests.length;
    api.follow([...commands.map((command) => bash(command)), say("Done.")]);
    await session.send("Try.");
    const requests = session.requests.slice(from);
    expect(ranUnasked({ requests })).toEqual([...HARMLESS.map(() => true), ...NEVER.map(() => false)]);
    // Starts like an allowed one, and is refused by the command itself.
    expect(toolResults(requests).some(({ text }) => text.includes("--force cannot be combined"))).toBe(true);
    expect(existsSync(`${place.project}/run-by-us`)).toBe(false);
  });
});

test("unlock is allowed only if chosen, nothing is without a choice, and uninstall restores the file byte for byte", async () => {
  const place = await makeInstalledPlace({}, "--allow", "unlock");
  const commands = ["holdfast status", "holdfast unlock"].map((command) => bash(command));
  const script = [...commands, say("Done.")];
  const chosen = await runClaude({ ...place, ...ASKING, prompt: "Try.", script });
  expect(ranUnasked(chosen)).toEqual([true, true]);
  await runCommand(place, "uninstall", "--yes");
  const before = '{"permissions": {"ask":["Bash(rm:*)"],  "allow": [ "Bash(holdfast unlock:*)"] }}';
  writeFileIn(place.home, ".claude/settings.json", before);
  await runCommand(place, "install", "--yes", "--allow", "unlock");
  await runCommand(place, "install", "--yes", "--allow", "none");
  const none = await runClaude({ ...place, ...ASKING, prompt: "Try.", script });
  expect(ranUnasked(none)).toEqual([false, true]);
  await runCommand(place, "uninstall", "--yes");
  expect(readFileSync(`${place.home}/.claude/settings.json`, "utf8")).toBe(before);
});
