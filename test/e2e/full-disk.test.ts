// On a full disk hooks allow and record that they did, commands say what is wrong, and once there is space again nothing is lost that somebody was told
// is saved.
import { afterAll, describe, expect, test } from "bun:test";
import { EXECUTABLE } from "../helpers/holdfast.ts";
import { git, makeRemote } from "../helpers/machines.ts";
import { limitFiles, mountSmallDisk, type SmallDisk } from "../helpers/small-disk.ts";

const SESSION = "3f2a41c0-1111-4222-8333-444455556666";
const mounted = await mountSmallDisk();
if (mounted === null)
  console.error(
    "NOT TRIED on a full file system, because this machine mounts none: only with a limit for the size of files.",
  );
const disks: [string, SmallDisk][] = [
  ...(mounted === null ? [] : ([["a full file system", mounted]] as [string, SmallDisk][])),
  ["files that cannot grow", limitFiles()],
];
afterAll(() => {
  for (const [, disk] of disks) disk.close();
});

interface Listed {
  id: string;
  origin: string;
}

describe.each(disks)("with %s", (_, disk) => {
  const project = `${disk.dir}/project`;
  const url = makeRemote();
  const holdfast = (...words: string[]) => disk.run([EXECUTABLE, ...words], { cwd: project });
  const hook = (name: string, more: object = {}) => {
    const event = {
      hook_event_name: name,
      session_id: SESSION,
      cwd: project,
      transcript_path: null,
      ...more,
    };
    return disk.run([EXECUTABLE, "hook"], { cwd: project, stdin: JSON.stringify(event) });
  };
  const list = async () => JSON.parse((await holdfast("memory", "list", "--json")).stdout) as Listed[];

  test("hooks allow, commands name the disk, and what was saved before and after is there", async () => {
    await disk.run(["mkdir", "-p", project, `${disk.dir}/home`]);
    for (const words of [
      ["init", "--quiet"],
      ["remote", "add", "origin", "git@github.com:acme/shop.git"],
    ])
      await disk.run(["git", "-C", project, ...words]);
    expect(await holdfast("sync", "setup", url)).toMatchObject({ exitCode: 0 });
    await hook("SessionStart", { source: "startup" });
    expect(await holdfast("memory", "save", "Use pnpm", "--category", "preference")).toMatchObject({
      exitCode: 0,
    });
    expect(await holdfast("lock", "until it is done")).toMatchObject({ exitCode: 0 });
    expect((await hook("Stop", { stop_hook_active: false })).stdout).toContain('"block"');

    await disk.fill();
    const start = await hook("SessionStart", { source: "startup" });
    expect(start).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("holdfast is not recording, and holds nothing"),
    });
    for (const [name, more] of [
      ["UserPromptSubmit", { prompt: "From now on use pnpm." }],
      [
        "PostToolUse",
        { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: {}, tool_use_id: "t1" },
      ],
      ["Stop", { stop_hook_active: false }],
      ["SessionEnd", { reason: "exit" }],
    ] as const) {
      const { exitCode, stdout } = await hook(name, more);
      expect([name, exitCode, stdout]).toEqual([name, 0, ""]);
    }
    for (const words of [
      ["memory", "save", "Answer briefly", "--category", "preference", "--body", "x".repeat(100_000)],
      ["sync"],
      ["drain"],
    ]) {
      // What a hook removed meanwhile is free again.
      await disk.fill();
      const { exitCode, stderr } = await holdfast(...words);
      expect([words[0], exitCode]).toEqual([words[0] as string, 1]);
      expect(stderr).toMatch(/disk is full|is the disk full|ENOSPC|EFBIG/i);
    }

    await disk.empty();
    const next = (await hook("SessionStart", { source: "startup" })).stdout;
    // A limit leaves no place to record a fault.
    if (disk === mounted) expect(next).toMatch(/holdfast failed \d+ times since/);
    expect(await holdfast("memory", "save", "Deploy on Mondays", "--category", "runbook")).toMatchObject({
      exitCode: 0,
    });
    expect(await holdfast("drain")).toMatchObject({ exitCode: 0 });
    expect(await holdfast("sync")).toMatchObject({ exitCode: 0 });
    const memories = await list();
    expect(JSON.stringify(memories)).toContain("Use pnpm");
    expect(JSON.stringify(memories)).toContain("Deploy on Mondays");
    const rows = git(decodeURI(url.slice("file://".length)), "archive", "holdfast/rows");
    for (const text of ["Use pnpm", "Deploy on Mondays"]) expect(rows).toContain(text);
    expect((await holdfast("doctor")).stdout).toMatch(
      /holdfast\.db is intact[\s\S]*holdfast-memory\.db is intact/,
    );
  }, 60_000);

  test("which fills up in the middle, what was reported as saved is there and the person's", async () => {
    const saved: string[] = [];
    for (const free of [2, 14, 17, 20, 24, 30, 45]) {
      await disk.fill(free);
      const words = ["--category", "preference", "--force", "--json"];
      const { exitCode, stdout } = await holdfast("memory", "save", `With ${free} blocks left`, ...words);
      if (exitCode === 0) saved.push((JSON.parse(stdout) as { id: string }).id);
      expect((await holdfast("sync")).exitCode).toBeLessThan(2);
      await disk.empty();
      expect(await holdfast("sync")).toMatchObject({ exitCode: 0 });
    }
    const memories = await list();
    expect(memories.filter(({ origin }) => origin !== "here")).toEqual([]);
    const ids = memories.map(({ id }) => id);
    for (const id of saved) expect(ids).toContain(id);
    expect(saved.length).toBeGreaterThan(0);
  }, 60_000);
});
