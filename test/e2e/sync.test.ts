// Three machines are three homes that share a git remote in a folder. Nobody runs `sync` by hand: sessions of the real client do.
import { describe, expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { git, makeRemote } from "../helpers/machines.ts";
import { findTold } from "../helpers/told.ts";
import { bash, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

async function makeMachine(
  url: string,
  name: string,
  ...words: string[]
): Promise<{ place: Place; recovery: string }> {
  const place = await makeInstalledPlace({ git: true, files: { "a.txt": "a\n" } });
  git(place.project, "remote", "add", "origin", "https://github.com/acme/shop.git");
  const { stdout, stderr } = await runCommand(
    place,
    "sync",
    "setup",
    url,
    "--name",
    name,
    ...words,
    "--json",
  );
  if (stdout === "") throw new Error(stderr);
  return { place, recovery: (JSON.parse(stdout) as { recoveryCode: string }).recoveryCode };
}

const pathOf = (url: string) => decodeURI(url.slice("file://".length));
const memoriesOf = (place: Place) =>
  queryStore(place, "SELECT title, who, origin FROM memories ORDER BY title");

describe("sync in the real client", () => {
  test("what one machine's session saves, the next session of another machine is told, with its origin", async () => {
    const url = makeRemote();
    const { place: laptop, recovery } = await makeMachine(url, "laptop");
    const { place: desk } = await makeMachine(url, "desk", "--recovery", recovery);
    const { place: phone } = await makeMachine(url, "phone", "--recovery", recovery);
    await runClaude({
      ...laptop,
      prompt: "Remember how we deploy.",
      script: [
        bash("holdfast memory save 'Deploy only from the release branch' --category constraint"),
        say("Noted."),
      ],
    });
    const sent = () =>
      git(pathOf(url), "ls-tree", "-r", "--name-only", "holdfast/rows").includes("rows/memory/");
    await waitUntil(sent);
    for (const place of [desk, phone]) {
      await runClaude({ ...place, prompt: "Hello.", script: [say("Hello.")] });
      await waitUntil(() => memoriesOf(place).length > 0);
      expect(memoriesOf(place)).toEqual([
        { title: "Deploy only from the release branch", who: "claude", origin: "here" },
      ]);
      const { requests } = await runClaude({ ...place, prompt: "How do I deploy?", script: [say("So.")] });
      expect(
        findTold(requests, /- constraint \w{12}, saved on laptop: "Deploy only from the release branch"/),
      ).toBeString();
      expect(await readFaultLines(place)).toEqual([]);
    }
  }, 120_000);

  test("a remote that is gone is no fault: sessions run as before, and what was saved is sent later", async () => {
    const url = makeRemote();
    const { place } = await makeMachine(url, "laptop");
    const path = pathOf(url);
    renameSync(path, `${path}.away`);
    await runClaude({
      ...place,
      prompt: "Remember how we deploy.",
      script: [bash("holdfast memory save 'Deploy on Mondays' --category constraint"), say("Noted.")],
    });
    const status = async () => (await runCommand(place, "sync", "status")).stdout;
    await waitUntil(async () => (await status()).includes("Last reached"));
    expect(await readFaultLines(place)).toEqual([]);
    renameSync(`${path}.away`, path);
    await sendEvent(place, { hook_event_name: "SessionStart", source: "startup", session_id: "next" });
    await waitUntil(async () => (await status()).includes("In step"));
    expect(git(path, "ls-tree", "-r", "--name-only", "holdfast/rows")).toContain("rows/memory/");
  }, 120_000);

  test("nothing that a session said, ran or found travels", async () => {
    const url = makeRemote();
    const { place } = await makeMachine(url, "laptop");
    await runClaude({
      ...place,
      prompt: "From now on always use nightjar in this project, never npm.",
      script: [bash("echo kingfisher"), say("From now on I call it heron.")],
    });
    await runCommand(place, "drain");
    expect((await runCommand(place, "memory", "inbox", "--list")).stdout).toContain("nightjar");
    await runCommand(place, "memory", "save", "Deploy on Mondays", "--category", "constraint");
    await runCommand(place, "sync");
    const text = git(pathOf(url), "log", "-p", "--format=", "holdfast/rows");
    expect(text).toContain("Deploy on Mondays");
    for (const word of ["nightjar", "kingfisher", "heron", place.home]) expect(text).not.toContain(word);
  }, 120_000);

  test("two at once do not run, and one that was killed does not block the next", async () => {
    const url = makeRemote();
    const { place } = await makeMachine(url, "laptop");
    const hold = `${place.home}/ssh`;
    await Bun.write(hold, "#!/bin/sh\nsleep 30\n");
    git("/", "config", "--file", `${place.home}/.gitconfig`, "core.sshCommand", `sh '${hold}'`);
    await Bun.write(
      `${place.home}/.holdfast/config.json`,
      JSON.stringify({ sync: { url: "git@example.org:x.git" } }),
    );
    const env = { HOME: place.home, PATH: process.env.PATH };
    const first = Bun.spawn([`${place.home}/.holdfast/bin/holdfast`, "sync", "--quiet"], {
      env,
      cwd: place.project,
      detached: true,
    });
    const isLocked = () => queryStore(place, "SELECT 1 FROM sync_state WHERE name = 'lock'").length > 0;
    await waitUntil(isLocked);
    const second = await runCommand(place, "sync");
    expect([second.exitCode, second.stderr]).toEqual([1, expect.stringContaining("Another sync is running")]);
    process.kill(-first.pid, "SIGKILL");
    await first.exited;
    await Bun.write(`${place.home}/.holdfast/config.json`, JSON.stringify({ sync: { url } }));
    expect((await runCommand(place, "sync")).exitCode).toBe(0);
  }, 60_000);
});
