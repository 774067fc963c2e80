// What doctor assumes about the client, verified on the real one.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { registeredEvents } from "../../src/protocol/claude-code/events.ts";
import { runClaude } from "../helpers/claude.ts";
import { runClientCommand } from "../helpers/client-process.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { hookSettings, makeRecordingHook, readRecorded } from "../helpers/recording-hook.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { say } from "../helpers/turns.ts";
import { examine, found } from "./doctor-place.ts";

const EVENTS = registeredEvents().length;
const PLUGIN = join(import.meta.dir, "../../dist/plugin");

interface Files {
  user?: object;
  project?: object;
  local?: object;
}

interface Hook {
  path: string;
  /** The same program under another name. */
  other: string;
  countStops(): number;
}

function makeHook(name: string): Hook {
  const folder = join(makeTempFolder(name), "recorded");
  const path = makeRecordingHook(folder);
  return {
    path,
    other: path.replace("/record.sh", "/./record.sh"),
    countStops: () => readRecorded(folder, "Stop").length,
  };
}

/** One turn of the client with these settings. */
async function runTurn({ user, project: shared, local }: Files): Promise<void> {
  const home = makeTempHome();
  const project = makeTempProject();
  if (user) writeFileIn(home, ".claude/settings.json", JSON.stringify(user));
  if (shared) writeFileIn(project, ".claude/settings.json", JSON.stringify(shared));
  if (local) writeFileIn(project, ".claude/settings.local.json", JSON.stringify(local));
  await runClaude({ home, project, script: [say("Hello.")], prompt: "Say hello." });
}

const onStop = (...commands: string[]) => ({
  hooks: { Stop: commands.flatMap((command) => hookSettings(command, ["hook"], ["Stop"]).hooks.Stop ?? []) },
});

describe("the real client", () => {
  test("runs identical entries of several scopes once, different ones each, and hooks that a stronger scope switches on again", async () => {
    const [equal, different] = [makeHook("equal"), makeHook("different")];
    await runTurn({
      user: { ...onStop(equal.path, different.path), disableAllHooks: true },
      project: onStop(equal.path, different.other),
      local: { ...onStop(equal.path), disableAllHooks: false },
    });
    expect([equal.countStops(), different.countStops()]).toEqual([1, 2]);
  });

  test("runs no hook that a stronger scope switches off", async () => {
    const hook = makeHook("off");
    await runTurn({ user: onStop(hook.path), project: { disableAllHooks: true } });
    expect(hook.countStops()).toBe(0);
  });

  test("drops an entry whose timeout is not a positive number", async () => {
    const hook = makeHook("text");
    await runTurn({ user: JSON.parse(JSON.stringify(onStop(hook.path)).replace(":10", ':"10"')) });
    expect(hook.countStops()).toBe(0);
  });

  test("lists an installed plugin where doctor looks for it", async () => {
    const place: Place = { home: makeTempHome(), project: makeTempProject() };
    await client(place, "plugin", "marketplace", "add", PLUGIN);
    await client(place, "plugin", "install", "holdfast@holdfast");
    const { report } = await examine(place);
    expect(found(report, "registration", "ok").map(({ message }) => message)).toEqual([
      `the plugin: ${EVENTS} of ${EVENTS} events`,
    ]);
    await client(place, "plugin", "disable", "holdfast@holdfast");
    const { stdout } = await runCommand(place, "doctor");
    expect(stdout).toContain("claude plugin enable holdfast@holdfast");
  }, 40_000);
});

async function client(place: Place, ...args: string[]): Promise<void> {
  const { exitCode, output } = await runClientCommand(place, ...args);
  if (exitCode !== 0) throw new Error(`claude ${args.join(" ")} failed: ${output}`);
}
