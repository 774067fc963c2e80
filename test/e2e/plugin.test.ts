// The plugin in the real client: validated, loaded from a folder, added from the marketplace, beside settings.
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { resolve } from "node:path";
import { buildPlugin } from "../../src/install/own-files.ts";
import { runClaude } from "../helpers/claude.ts";
import { runClientCommand } from "../helpers/client-process.ts";
import { type Place, readDecisions, runCommand } from "../helpers/holdfast.ts";
import { linkProgram } from "../helpers/installed.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const pluginDir = makeTempFolder("plugin");
beforeAll(() => buildPlugin(pluginDir));

function makePlace(): Place {
  return { home: makeTempHome(), project: makeTempProject({ git: true }) };
}

function withProgram(place: Place): Place {
  linkProgram(place);
  return place;
}

const eventsOf = (place: Place) => readDecisions(place).map((row) => row.event);

test("the plugin passes the client's own strict validation, as a marketplace and as a plugin", async () => {
  const { exitCode, output } = await runClientCommand(
    makePlace(),
    "plugin",
    "validate",
    "--strict",
    pluginDir,
  );
  for (const file of ["marketplace.json", "plugin.json", "hooks.json"])
    expect(output).toMatch(new RegExp(`Validating .*${RegExp.escape(file)}`));
  expect(output).toContain("Validation passed");
  expect(exitCode).toBe(0);
});

describe("the plugin from a folder", () => {
  test("handles events and provides the commands and the skill, even when a clone's project or local settings name a program", async () => {
    const place = withProgram(makePlace());
    const elsewhere = makeTempFolder("clone");
    symlinkSync("/bin/true", `${elsewhere}/holdfast`);
    const entry = { type: "command", command: `${elsewhere}/holdfast`, args: ["hook"] };
    for (const name of ["settings.json", "settings.local.json"])
      writeFileIn(
        place.project,
        `.claude/${name}`,
        JSON.stringify({ hooks: { Stop: [{ hooks: [entry] }] } }),
      );
    const run = await runClaude({ ...place, pluginDir, prompt: "/holdfast:status", script: [say("Told.")] });
    expect(findTold(run.requests, /Report this status to the user/)).toContain(place.project);
    expect(findTold(run.requests, /task completion/)).toBeDefined();
    expect(eventsOf(place)).toEqual(["Stop"]);
  });

  test("without the program says once how to get it, and the session continues", async () => {
    const place = makePlace();
    const run = await runClaude({ ...place, pluginDir, prompt: "Say done.", script: [say("Done.")] });
    expect(run.result?.result).toBe("Done.");
    const told = systemMessages(run).filter(({ text }) => text.includes("holdfast"));
    expect(told.map(({ event }) => event)).toEqual(["SessionStart"]);
    expect(told[0]?.text).toContain("dist/holdfast install");
  });
});

describe("the plugin beside an installation in the settings", () => {
  test("takes over when the settings' program is gone", async () => {
    const place = makePlace();
    const elsewhere = { ...place, env: { HOLDFAST_HOME: `${place.home}/gone` } };
    await runCommand(elsewhere, "install", "--yes");
    Bun.spawnSync(["rm", "-rf", `${place.home}/gone`]);
    withProgram(place);
    await runClaude({ ...place, pluginDir, prompt: "Say done.", script: [say("Done.")] });
    expect(eventsOf(place)).toEqual(["Stop"]);
  });

  test.each(["project", "local"])("of the %s gives one answer, and counts the hold once", async (scope) => {
    const place = withProgram(makePlace());
    await runCommand(place, "install", "--yes", "--scope", scope);
    await runCommand(place, "lock", "the goal");
    await runClaude({
      ...place,
      pluginDir,
      prompt: "Work.",
      script: [say("Done."), bash("holdfast unlock"), say("Done.")],
    });
    expect(readDecisions(place).map((row) => row.verdict)).toEqual(["complete", "blocked"]);
  });

  test("takes over when the client was told not to read that scope", async () => {
    const place = makePlace();
    await runCommand(place, "install", "--yes");
    const extraArgs = ["--setting-sources", "project,local"];
    await runClaude({ ...place, pluginDir, extraArgs, prompt: "Say done.", script: [say("Done.")] });
    expect(eventsOf(place)).toEqual(["Stop"]);
  });
});

test("the repository is a marketplace that the client accepts, with the plugin in it", async () => {
  const place = withProgram(makePlace());
  // A clone, as the client would make it.
  const clone = makeTempFolder("clone");
  for (const folder of [".claude-plugin", "plugin"])
    cpSync(resolve(import.meta.dir, "../..", folder), `${clone}/${folder}`, { recursive: true });
  const { exitCode, output } = await runClientCommand(place, "plugin", "validate", "--strict", clone);
  expect([exitCode, output]).toEqual([0, expect.stringContaining("Validation passed")]);
  expect((await runClientCommand(place, "plugin", "marketplace", "add", clone)).exitCode).toBe(0);
  expect((await runClientCommand(place, "plugin", "install", "holdfast@holdfast")).exitCode).toBe(0);
  await runClaude({ ...place, prompt: "Say done.", script: [say("Done.")] });
  expect(eventsOf(place)).toEqual(["Stop"]);
});

test("the plugin can be added from its marketplace entry, and survives install and uninstall in the settings", async () => {
  const place = withProgram(makePlace());
  expect((await runClientCommand(place, "plugin", "marketplace", "add", pluginDir)).exitCode).toBe(0);
  expect((await runClientCommand(place, "plugin", "install", "holdfast@holdfast")).exitCode).toBe(0);
  const settings = () => readFileSync(`${place.home}/.claude/settings.json`, "utf8");
  const before = settings();
  await runCommand(place, "install", "--yes");
  // Beside the settings an event is handled once, and the commands work.
  const run = await runClaude({ ...place, prompt: "/holdfast:status", script: [say("Told.")] });
  expect(run.result?.result).toBe("Told.");
  expect(findTold(run.requests, /Report this status to the user/)).toContain(place.project);
  expect(eventsOf(place)).toEqual(["Stop"]);
  await runCommand(place, "uninstall", "--yes");
  expect(settings()).toBe(before);
  await runClaude({ ...place, prompt: "Say done.", script: [say("Done.")] });
  expect(eventsOf(place)).toEqual(["Stop", "Stop"]);
});
