// Exports memories from the built executable and imports them again, in every format.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { EXECUTABLE, type Place, runCommand } from "../helpers/holdfast.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../helpers/temp.ts";

const SAVED = [
  ["Use pnpm", "--category", "preference", "--tags", "tools,js", "--body", "Always."],
  ["Short answers", "--category", "preference", "--personal", "--body", "No filler."],
  ["Delete the lockfile", "--category", "runbook", "--body", "When the build says ENOENT."],
];

test.each([
  ["jsonl", "all.jsonl"],
  ["client", "MEMORY.md"],
])(
  "an export as %s yields the same memories again, and nothing new where they exist",
  async (format, file) => {
    const place: Place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
    for (const args of SAVED) expect((await run(place, "save", ...args)).exitCode).toBe(0);
    const folder = makeTempFolder("export with spaces");
    const to = format === "jsonl" ? `${folder}/${file}` : folder;
    expect((await run(place, "export", "--format", format, "--to", to, "--scope", "all")).exitCode).toBe(0);
    const source = `${folder}/${file}`;
    const before = await exported(place);

    const again = await run(place, "import", source);
    expect(again.stdout).toBe("Nothing changed: all 3 are already here.\n");
    expect(await exported(place)).toEqual(before);

    const elsewhere: Place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
    expect((await run(elsewhere, "import", source)).stdout).toBe("3 added, 0 changed, 0 unchanged.\n");
    expect(await exported(elsewhere)).toEqual(before);

    const beside: Place = { home: place.home, project: makeTempProject({ git: true }) };
    expect((await run(beside, "import", source)).stdout).toBe("2 added, 0 changed, 1 unchanged.\n");
    expect(await exported(beside)).toEqual(before);
    expect(existsSync(`${beside.project}/.claude/memory/preferences/short-answers.md`)).toBe(false);
  },
  60_000,
);

test("an export works through a pipe into an import, ends quietly with its reader, and reports a full device", async () => {
  const place: Place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const other: Place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  for (const args of SAVED) await run(place, "save", ...args);
  const out = 'HOME=$A "$HOLDFAST" memory export --project "$P"';
  const shell = (script: string) =>
    Bun.spawnSync(["bash", "-c", `set -o pipefail; ${script}`], {
      env: {
        PATH: process.env.PATH,
        HOLDFAST: EXECUTABLE,
        ...{ A: place.home, P: place.project, B: other.home, Q: other.project },
      },
    });
  const piped = shell(`${out} | HOME=$B "$HOLDFAST" memory import - --project "$Q"`);
  expect(piped.stdout.toString()).toBe("2 added, 0 changed, 0 unchanged.\n");
  expect(piped.stderr.toString()).toBe("1 personal memory left out (--scope all)\n");
  expect(await run(other, "list").then(({ stdout }) => stdout)).toContain("Use pnpm");

  for (const target of ["", "--to /dev/stdout"]) {
    const read = shell(`${out} ${target} --scope all | true`);
    expect([target, read.exitCode, read.stderr.toString()]).toEqual([target, 0, ""]);
    const full = shell(`${out} ${target} --scope all > /dev/full`);
    expect([target, full.exitCode, full.stderr.toString()]).toEqual([
      target,
      1,
      expect.stringContaining("cannot be written (ENOSPC)"),
    ]);
  }
}, 60_000);

function run(place: Place, ...args: string[]) {
  return runCommand(place, "memory", ...args);
}

/** Everything known about each: category, tags, scope, dates and the rest. */
async function exported(place: Place): Promise<unknown[]> {
  const { stdout } = await run(place, "export", "--scope", "all");
  const lines = stdout.trim().split("\n").toSorted();
  return lines.map((line) => JSON.parse(line));
}
