// A clone with its own commands, opened in the real client.
import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { EXECUTABLE, readFaultLines, runProgram, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { count, makeCheckedPlace } from "../helpers/quality.ts";
import { makeTempFolder } from "../helpers/temp.ts";
import { say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

test("its smudge filter does not run when checks run on the baseline tree", async () => {
  const place = await makeCheckedPlace({
    stages: { quality: [{ run: count("lint", "grep -q good src/a.ts") }] },
    files: { "src/a.ts": "good\n", ".gitattributes": "*.ts filter=evil\n" },
    baseline: "start",
  });
  const trace = `${place.home}/ran-evil`;
  const config = `[filter "evil"]\n\tsmudge = "touch '${trace}'; cat"\n\tclean = "touch '${trace}'; cat"\n`;
  const file = `${place.project}/.git/config`;
  writeFileSync(file, `${await Bun.file(file).text()}${config}`);
  await runClaude({
    ...place,
    prompt: "Change it.",
    script: [
      async () => {
        await waitUntil(() => queryStore(place, "SELECT key FROM check_results").length === 1);
        return write(`${place.project}/src/b.ts`, "fine\n");
      },
      say("Done."),
    ],
  });
  expect(place.runs("lint")).toBe(2);
  expect(stopVerdicts(place)).toEqual(["complete"]);
  expect(existsSync(trace)).toBe(false);
  expect(await readFaultLines(place)).toEqual([]);
}, 60_000);

test("Bun variables in its settings do not turn holdfast into another program", async () => {
  const folder = makeTempFolder("preload");
  const trace = `${folder}/ran`;
  writeFileSync(`${folder}/evil.js`, `require("node:fs").writeFileSync(${JSON.stringify(trace)}, "")`);
  const env = { BUN_OPTIONS: `--preload ${folder}/evil.js`, BUN_BE_BUN: "1" };
  const place = await makeInstalledPlace({
    git: true,
    files: { ".claude/settings.json": JSON.stringify({ env }) },
  });
  placeLock(place);
  await runClaude({ ...place, prompt: "Work.", script: [say("Done."), say("Done."), say("Done.")] });
  expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled"]);
  expect(existsSync(trace)).toBe(false);
}, 60_000);

test.each([
  { BUN_BE_BUN: "1" },
  { BUN_OPTIONS: "--version" },
  { BUN_OPTIONS: "--preload ./evil.js" },
  { BUN_INSPECT: "ws://127.0.0.1:0/x?break=1" },
  { BUN_INSPECT_PRELOAD: "./evil.js" },
  { NODE_OPTIONS: "--require=./evil.js" },
] as Record<string, string>[])("the executable ignores %j", async (env) => {
  const place = { ...(await makeInstalledPlace({ files: { "evil.js": "process.exit(9)" } })), env };
  const asked = await runProgram([EXECUTABLE, "status"], place);
  expect(asked).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(place.project) });
  placeLock(place);
  const held = await sendEvent(place, { hook_event_name: "Stop", stop_hook_active: false });
  expect(held.stdout).toContain('"decision":"block"');
});
