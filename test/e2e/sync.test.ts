// Three machines are three homes that share a git remote in a folder. Nobody runs `sync` by hand: sessions of the real client do.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { readEnvironment } from "../../src/config/environment.ts";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { git, makeRemote } from "../helpers/machines.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { runCliAtTerminal } from "../helpers/run-cli.ts";
import { findTold } from "../helpers/told.ts";
import { bash, edit, say } from "../helpers/turns.ts";
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

  test("what a session did is told to the next one on another machine, with its origin and agent, without a word of the person", async () => {
    const url = makeRemote();
    const { place: laptop, recovery } = await makeMachine(url, "laptop");
    const { place: desk } = await makeMachine(url, "desk", "--recovery", recovery);
    for (const place of [laptop, desk]) {
      git(place.project, "config", "user.name", "t");
      git(place.project, "config", "user.email", "t@example.org");
      const path = `${place.home}/.holdfast/config.json`;
      const config = JSON.parse(await Bun.file(path).text()) as { sync: object };
      await Bun.write(path, JSON.stringify({ ...config, sync: { ...config.sync, sessions: true } }));
    }
    await runClaude({
      ...laptop,
      prompt: "Please teach the shop about nightjar discounts for kingfisher customers.",
      script: [
        edit(`${laptop.project}/a.txt`, "a\n", "heron\n"),
        bash("git commit -am 'Teach the shop about nightjar discounts'"),
        bash("git commit --allow-empty -m 'Apply them at the checkout'"),
        say("I call it an egret from now on."),
      ],
    });
    const text = () => git(pathOf(url), "log", "-p", "--format=", "holdfast/rows");
    await waitUntil(() => text().includes("Apply them"));
    for (const word of ["nightjar", "kingfisher", "heron", "egret", laptop.home])
      expect(text()).not.toContain(word);
    await runClaude({ ...desk, prompt: "Hello.", script: [say("Hello.")] });
    const isStored = () =>
      queryStore(desk, "SELECT 1 FROM session_summaries WHERE machine = 'laptop'").length > 0;
    await waitUntil(isStored);
    const { requests } = await runClaude({ ...desk, prompt: "Hello again.", script: [say("Hello.")] });
    expect(
      findTold(
        requests,
        /session \w{8} on laptop in Claude Code: edited a\.txt; .*"Commit \w+: Apply them at the checkout"/,
      ),
    ).toBeString();
    expect(await readFaultLines(desk)).toEqual([]);
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

describe("a team in the real client", () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  async function makeTeam(...names: string[]): Promise<Place[]> {
    const database = await server.createDatabase();
    const places = await Promise.all(
      names.map(() => makeInstalledPlace({ git: true, files: { "a.txt": "a\n" } })),
    );
    const run = async (place: Place, ...words: string[]) => {
      const { exitCode, stdout, stderr } = await runCommand(place, "sync", ...words);
      if (exitCode !== 0) throw new Error(stdout + stderr);
    };
    const [admin] = places as [Place];
    await run(admin, "admin", "init", server.url(database));
    for (const [n, name] of names.entries()) {
      const place = places[n] as Place;
      git(place.project, "remote", "add", "origin", "https://github.com/acme/shop.git");
      await run(admin, "admin", "add", name, server.url(database), "--rules");
      await run(place, "setup", server.url(database, name));
    }
    return places;
  }

  test("what Ann's session saves is quoted to Bob's with her name, and given at its start once it is a rule", async () => {
    const [ann, bob] = (await makeTeam("ann", "bob")) as [Place, Place];
    await runClaude({
      ...ann,
      prompt: "Remember how we deploy.",
      script: [
        bash("holdfast memory save 'Deploy only from the release branch' --category constraint"),
        say("Noted."),
      ],
    });
    const isSent = async () => {
      const { stdout } = await runCommand(bob, "sync", "--json");
      return stdout.includes('"state": "done"') && memoriesOf(bob).length > 0;
    };
    await waitUntil(isSent);
    expect(memoriesOf(bob)).toEqual([
      { title: "Deploy only from the release branch", who: "claude", origin: "team" },
    ]);
    const asked = await runClaude({
      ...bob,
      prompt: "Deploy from which release branch?",
      script: [say("So.")],
    });
    expect(findTold(asked.requests, /constraint, from your team, by ann/)).toBeString();
    expect(findTold(asked.requests, /Saved by the user/)).toBeUndefined();
    const [{ id }] = queryStore(bob, "SELECT memory_id AS id FROM memories") as [{ id: string }];
    // A session was seen a moment ago, so only a terminal is a sign of the person.
    expect((await runCommand(bob, "memory", "edit", id, "--team-rule")).exitCode).toBe(1);
    const env = readEnvironment({ HOME: bob.home, CLAUDE_PROJECT_DIR: bob.project, PATH: process.env.PATH });
    const rule = await runCliAtTerminal(env, bob.project, "memory", "edit", id, "--team-rule");
    expect(rule).toMatchObject({ exitCode: 0 });
    const next = await runClaude({ ...bob, prompt: "Hello.", script: [say("Hello.")] });
    expect(
      findTold(next.requests, /- constraint \w{12}, by ann: "Deploy only from the release branch"/),
    ).toBeString();
    expect(await readFaultLines(bob)).toEqual([]);
  }, 120_000);

  test("a server that does not answer holds no hook up, and is no fault", async () => {
    const [ann] = (await makeTeam("ann")) as [Place];
    const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const path = `${ann.home}/.holdfast/config.json`;
    const config = JSON.parse(await Bun.file(path).text()) as { sync: { url: string } };
    const url = config.sync.url.replace(/:\d+\//, `:${silent.port}/`);
    await Bun.write(path, JSON.stringify({ ...config, sync: { ...config.sync, url } }));
    const startedAt = performance.now();
    for (const [event, more] of [
      ["SessionStart", { source: "startup" }],
      ["UserPromptSubmit", { prompt: "Hello." }],
      ["Stop", { stop_hook_active: false }],
      ["SessionEnd", { reason: "exit" }],
    ] as const) {
      const { exitCode } = await sendEvent(ann, { hook_event_name: event, session_id: "s1", ...more });
      expect(exitCode).toBe(0);
    }
    // A connection is given up after ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(8000);
    expect(await readFaultLines(ann)).toEqual([]);
    silent.stop(true);
  }, 60_000);
});
