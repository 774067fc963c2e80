// The mod in the real client: Claude Code's own checks of it, then a terminal with its band, keys and pane.
import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildPlugin } from "../../src/install/own-files.ts";
import { runClaude } from "../helpers/claude.ts";
import { runClientCommand } from "../helpers/client-process.ts";
import { homeOf, type Place, readDecisions, runCommand } from "../helpers/holdfast.ts";
import { configure, isLocked, makeInstalledPlace, placeLock, queryStore } from "../helpers/installed.ts";
import { type InteractiveClaude, startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(90_000);

const FOCUS_BAND = "\u0018\t";
const PREFERENCE = "From now on always use pnpm in this project, never npm.";
/** Removes every variable, and replaces the shell: the client is its parent, as it is a button's. */
const DISGUISED = "exec env -u CLAUDECODE -u AI_AGENT -u CLAUDE_CODE_SESSION_ID holdfast unlock";

test("the mod passes the tests that Claude Code runs on its own engine", async () => {
  const pluginDir = makeTempFolder("mod");
  await buildPlugin(pluginDir);
  cpSync(resolve(import.meta.dir, "../fixtures/mod/mod.tsx"), join(pluginDir, "tests/mod.test.tsx"));
  const place = { home: makeTempHome(), project: makeTempProject() };
  const { exitCode, output } = await runClientCommand(place, "plugin", "test", pluginDir);
  expect(output).toMatch(/\b5 pass\n\s*0 fail/);
  expect(exitCode).toBe(0);
});

test("the band shows a lock, its key removes it as the person, and the pane accepts from the inbox", async () => {
  const strict = { git: true, files: { ".claude/holdfast.json": '{"selfRelease": false}' } };
  const place = await makeInstalledPlace(strict, "--mod", "--statusline");
  const pluginDir = makeTempFolder("plugin");
  await buildPlugin(pluginDir);
  const log = `${place.home}/debug.log`;
  await runClaude({ ...place, prompt: PREFERENCE, script: [say("Understood.")] });
  await waitUntil(() => inbox(place, "new").length === 1);
  placeLock(place, { goal: "finish the migration" });
  const claude = startInteractiveClaude({
    ...place,
    // The mod is loaded once, beside the installation.
    pluginDir,
    extraArgs: ["--debug-file", log],
    timeoutMs: 80_000,
    prompt: "Work.",
    script: [
      bash(DISGUISED),
      say("Done?"),
      async () => {
        await waitUntil(async () => !(await isLocked(place)), 30_000);
        return say("All right.");
      },
      write(`${place.project}/b.txt`, "b\n"),
      say("Written."),
      say("I see that it is red."),
    ],
  });
  // Held: the band is shown, and the next request waits for the key.
  await waitUntil(() => claude.requests.filter(({ asker }) => asker === "main").length === 3, 30_000);
  await waitUntil(() => claude.screen().includes("⚓ lock 1/50"));
  expect(claude.screen()).toMatch(/⚓ lock 1\/50 · 1 inbox +u: unlock +p: pause 1 h +o: open/);
  expect(await isLocked(place)).toBe(true);
  expect(toolResults(claude.requests).at(-1)?.text).toContain("selfRelease: false");

  await focusBand(claude);
  claude.press("u");
  await waitUntil(async () => !(await isLocked(place)));
  expect(await isLocked(place)).toBe(false);
  await waitUntil(() => releases(place).length > 0);
  expect(releases(place)).toEqual([{ command: "unlock", by: "user" }]);

  await waitUntil(() => readDecisions(place)[0]?.verdict === "complete");
  await claude.type("/holdfast");
  await waitUntil(() => claude.screen().includes("a: accept"));
  for (const text of ["Nothing holds this session.", "Worth remembering (1)", "always use pnpm", "Held by"])
    expect(claude.screen()).toContain(text);
  claude.press("a");
  await waitUntil(() => inbox(place, "accepted").length === 1);
  expect(inbox(place, "accepted")).toEqual([PREFERENCE]);
  claude.press("\u001b");
  await waitUntil(() => !claude.screen().includes("Worth remembering"));

  // A check that fails after the turn wakes Claude, and shows a toast to a person who looked away.
  const run = "[ ! -e b.txt ] || { echo b.txt:1: error: bad; exit 1; }";
  const red = { tests: [{ run, background: true }] };
  writeFileIn(homeOf(place).holdfastHome, "config.json", JSON.stringify({ quality: { stages: red } }));
  await claude.type("Write b.");
  await waitUntil(() => claude.screen().includes("After the turn: Stage tests"));
  expect(claude.screen()).toMatch(/│ +holdfast\b.*\n.*│ +After the turn: Stage tests/);
  await waitUntil(() => claude.screen().includes("I see that it is red."));
  // The status line was shown before the mod was first loaded, and never again where the band is.
  expect(claude.shown().split("· inbox 1").length - 1).toBeLessThan(2);
  await claude.type("/exit");
  await claude.done;

  const [{ session_id: sessionId } = { session_id: "" }] = queryStore(
    place,
    "SELECT session_id FROM sessions ORDER BY started_at DESC LIMIT 1",
  );
  const told = systemMessages({ home: place.home, sessionId: String(sessionId) }).map(({ text }) => text);
  expect(told.filter((text) => text.includes("lock was removed"))).toEqual([
    "holdfast: the lock was removed by you, with a button. `holdfast lock` sets it again.",
  ]);
  expect(readFileSync(log, "utf8").match(/hooks module holdfast@\S+ loaded/g)).toHaveLength(1);
  const doctor = JSON.parse((await runCommand(place, "doctor", "--json")).stdout);
  expect(JSON.stringify(doctor)).toContain("loaded by Claude Code");
  // With selfRelease: false it would need a terminal.
  await configure(place, {});
  await runCommand(place, "uninstall", "--yes");
  expect(
    existsSync(`${place.home}/.claude/skills`) ? readdirSync(`${place.home}/.claude/skills`) : [],
  ).toEqual([]);
});

const inbox = (place: Place, status: string) =>
  queryStore(place, "SELECT title, status FROM candidates")
    .filter((row) => row.status === status)
    .map(({ title }) => title);

const releases = (place: Place) =>
  queryStore(place, "SELECT detail FROM event_log WHERE event = 'release'").map(({ detail }) =>
    JSON.parse(String(detail)),
  );

/** The focused button is redrawn. */
async function focusBand(claude: InteractiveClaude): Promise<void> {
  const drawn = () => claude.shown().split("unlock").length;
  const before = drawn();
  claude.press(FOCUS_BAND);
  await waitUntil(() => drawn() > before);
}
