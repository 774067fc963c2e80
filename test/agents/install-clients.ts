// Install, use and uninstall with the real clients of other agents. `npm run test:agents`.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REGISTRATIONS } from "../../src/protocol/registration.ts";
import { EXECUTABLE, runProgram } from "../helpers/holdfast.ts";
import { placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { say } from "../helpers/turns.ts";
import { HOSTS, installClient } from "./clients.ts";
import { HOST_RUNS } from "./command-lines.ts";
import { type ClientPlace, makeClientPlace, removeClientPlaces, runClient } from "./run-client.ts";

setDefaultTimeout(120_000);
afterAll(removeClientPlaces);

async function run(place: ClientPlace, ...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram([EXECUTABLE, ...words], place);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return stdout;
}

/** What the agent's folder has, without what the client itself writes into it. */
function readSettings(place: ClientPlace): Record<string, string> {
  const folder = join(place.home, REGISTRATIONS.find(({ id }) => id === place.host)?.folder ?? "");
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  const own = names.filter((name) => /^(?:settings\.json|config\.toml|hooks|rules|policies)/.test(name));
  const files = own.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe.each([...HOSTS])("%s", (host) => {
  beforeAll(async () => {
    await installClient(host);
  });

  test("holds by the hooks that install wrote, and uninstall gives every file back", async () => {
    const place = makeClientPlace(host);
    if (host === "qwen") writeFileIn(place.home, ".qwen/settings.json", '{\n  "ui": {}\n}\n');
    // A client may bring its own settings up to date.
    await runClient(place, [say("Hello.")]);
    const before = readSettings(place);
    await run(place, "install", "--agent", host, "--yes", "--no-link");
    expect(existsSync(`${place.home}/.claude/settings.json`)).toBe(false);
    const installed = readSettings(place);
    expect(installed).not.toEqual(before);
    placeLock(place, { goal: "migrate everything" });
    await runClient(place, [say("Done."), say("Done."), say("Done.")]);
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled"]);
    expect(queryStore(place, "SELECT agent FROM sessions")).toEqual([{ agent: host }]);
    expect(readSettings(place)).toEqual(installed);
    await run(place, "uninstall", "--yes");
    expect(readSettings(place)).toEqual(before);
    await runClient(place, [say("Done.")]);
    expect(stopVerdicts(place)).toHaveLength(3);
  });
});

describe("in Codex's sandbox", () => {
  const { shell } = HOST_RUNS.codex;

  async function makePlace(...options: string[]): Promise<ClientPlace> {
    const place = makeClientPlace("codex", { sandboxed: true });
    await run(place, "install", "--agent", "codex", "--yes", "--link", ...options);
    // A login shell does not keep the PATH of its parent.
    writeFileSync(`${place.home}/.bash_profile`, 'PATH="$HOME/.local/bin:$PATH"\n');
    return place;
  }
  const save = shell(
    'holdfast memory save "The staging database listens on port 5433." --category constraint',
  );
  const lock = shell("holdfast lock");
  const savedIn = ({ home }: ClientPlace) => existsSync(`${home}/.holdfast/memory`);

  test("a command that a rule allows can record, and another one cannot", async () => {
    const place = await makePlace();
    await runClient(place, [save, lock, say("Done.")]);
    expect(queryStore(place, "SELECT 1 FROM memories")).toHaveLength(1);
    expect(savedIn(place) || existsSync(`${place.project}/.claude/memory`)).toBe(true);
    expect(existsSync(`${place.project}/.claude/runtime/locks/.lock_active`)).toBe(false);
  });

  test("without rules nothing can record, and with the writable root everything can", async () => {
    const none = await makePlace("--allow", "none");
    await runClient(none, [save, say("Done.")]);
    expect(queryStore(none, "SELECT 1 FROM memories")).toEqual([]);
    const place = await makePlace("--allow", "none", "--writable-root");
    const before = readSettings(place);
    await runClient(place, [save, say("Done.")]);
    expect(queryStore(place, "SELECT 1 FROM memories")).toHaveLength(1);
    expect(readSettings(place)).toEqual(before);
    await run(place, "uninstall", "--yes");
    expect(readSettings(place)).toEqual({ "config.toml": expect.not.stringContaining("writable_roots") });
  });
});

test("Gemini CLI runs a command that a rule allows without asking, but nothing beside it", async () => {
  const place: ClientPlace = { ...makeClientPlace("gemini"), asksPermission: true };
  await run(place, "install", "--agent", "gemini", "--yes", "--link");
  const { shell } = HOST_RUNS.gemini;
  const status = "$HOME/.holdfast/bin/holdfast status";
  const env = { PATH: `${place.home}/.local/bin:${process.env.PATH}` };
  const beside = ["holdfast status; touch sneaky.txt", "holdfast status $(touch sneaky.txt)", status];
  const { calls } = await runClient({ ...place, env }, [
    shell("holdfast status"),
    ...beside.map((command) => shell(command)),
    say("Done."),
  ]);
  const answers = calls.at(-1)?.text.split("functionResponse").slice(1) ?? [];
  expect(answers.map((answer) => answer.includes("denied by policy"))).toEqual([false, true, true, true]);
  expect(answers[0]).toContain(place.project);
  expect(existsSync(`${place.project}/sneaky.txt`)).toBe(false);
});
