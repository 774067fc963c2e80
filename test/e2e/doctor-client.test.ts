// What doctor believes of the client, asked of the real one.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { registeredEvents } from "../../src/protocol/claude-code/events.ts";
import { runClaude } from "../helpers/claude.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { hookSettings, makeRecordingHook, readRecorded } from "../helpers/recording-hook.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { say } from "../helpers/turns.ts";
import { examine, found } from "./doctor-place.ts";

const EVENTS = registeredEvents().length;
const CLIENT = join(import.meta.dir, "../../node_modules/.bin/claude");
const PLUGIN = join(import.meta.dir, "../../dist/plugin");

interface Files {
  user?: object;
  project?: object;
  local?: object;
}

/** How often the Stop hook ran in one turn with these settings; they are told the hook's two names. */
async function countStops(write: (hook: string, other: string) => Files): Promise<number> {
  const home = makeTempHome();
  const project = makeTempProject();
  const folder = join(home, "recorded");
  const hook = makeRecordingHook(folder);
  const { user, project: shared, local } = write(hook, hook.replace("/record.sh", "/./record.sh"));
  if (user) writeFileIn(home, ".claude/settings.json", JSON.stringify(user));
  if (shared) writeFileIn(project, ".claude/settings.json", JSON.stringify(shared));
  if (local) writeFileIn(project, ".claude/settings.local.json", JSON.stringify(local));
  await runClaude({ home, project, script: [say("Hello.")], prompt: "Say hello." });
  return readRecorded(folder, "Stop").length;
}

const onStop = (command: string) => hookSettings(command, ["hook"], ["Stop"]);

describe("the real client", () => {
  test("runs equal entries of several scopes once", async () => {
    expect(
      await countStops((hook) => ({ user: onStop(hook), project: onStop(hook), local: onStop(hook) })),
    ).toBe(1);
  });

  test("runs different entries each", async () => {
    expect(await countStops((hook, other) => ({ user: onStop(hook), project: onStop(other) }))).toBe(2);
  });

  test("takes disableAllHooks from the strongest scope that says something", async () => {
    const off = { disableAllHooks: true };
    const on = { disableAllHooks: false };
    expect(await countStops((hook) => ({ user: { ...onStop(hook), ...off }, local: on }))).toBe(1);
    expect(await countStops((hook) => ({ user: onStop(hook), project: off }))).toBe(0);
  });

  test("drops an entry whose timeout is no positive number", async () => {
    const text = (hook: string) => JSON.parse(JSON.stringify(onStop(hook)).replace(":10", ':"10"'));
    expect(await countStops((hook) => ({ user: text(hook) }))).toBe(0);
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

async function client({ home, project }: Place, ...args: string[]): Promise<void> {
  const env = { HOME: home, PATH: process.env.PATH ?? "", TERM: "dumb", DISABLE_TELEMETRY: "1" };
  const quiet = { DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" };
  const child = Bun.spawn([CLIENT, ...args], {
    cwd: project,
    env: { ...env, ...quiet },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, exitCode] = await Promise.all([child.stderr.text(), child.exited]);
  if (exitCode !== 0) throw new Error(`claude ${args.join(" ")} failed: ${said}`);
}
