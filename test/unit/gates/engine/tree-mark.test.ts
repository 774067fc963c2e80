// The first stop of a loop after a prompt does not ask git about the work tree; later ones still know whether anything changed
// since.
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { makeWorkplace } from "../../../helpers/workplace.ts";

const FILES = { "src/a.ts": "1\n", "src/b.ts": "1\n" };

/** Long enough for a file's time to change, and for the clock to pass a time that is finer than its milliseconds. */
const LATER_MS = 20;

interface Place {
  project: string;
  stop(): Promise<{ kind: string; reason?: string }>;
}

async function makeLoop() {
  const place = await makeWorkplace(FILES);
  await place.startLoop({ verify: "false" });
  return place;
}

function git(project: string, ...args: string[]): void {
  const identity = ["-c", "user.email=a@example.org", "-c", "user.name=a"];
  const { exitCode, stderr } = Bun.spawnSync(["git", ...identity, ...args], { cwd: project });
  if (exitCode !== 0) throw new Error(String(stderr));
}

async function stop(place: Place): Promise<string> {
  const answer = await place.stop();
  await Bun.sleep(LATER_MS);
  if (answer.kind !== "refuse") return "let go";
  return answer.reason?.includes("Nothing has changed") ? "warned" : "held";
}

describe("held by a loop", () => {
  test("the second stop is warned and the third released when nothing changes", async () => {
    const place = await makeLoop();
    writeFileSync(`${place.project}/src/a.ts`, "2\n");
    await Bun.sleep(LATER_MS);
    expect([await stop(place), await stop(place), await stop(place)]).toEqual(["held", "warned", "let go"]);
  });

  test.each<[string, (project: string) => void]>([
    ["a file was written", (project) => writeFileSync(`${project}/new`, "")],
    ["a changed file was changed again", (project) => writeFileSync(`${project}/src/a.ts`, "3\n")],
    ["a changed file is as it was committed", (project) => writeFileSync(`${project}/src/a.ts`, "1\n")],
    ["a file was deleted", (project) => rmSync(`${project}/src/b.ts`)],
    ["a file became a program", (project) => chmodSync(`${project}/src/b.ts`, 0o755)],
    ["the work was committed", (project) => git(project, "commit", "-qam", "work")],
  ])("the second stop is not warned when %s", async (_what, change) => {
    const place = await makeLoop();
    writeFileSync(`${place.project}/src/a.ts`, "2\n");
    expect(await stop(place)).toBe("held");
    change(place.project);
    expect([await stop(place), await stop(place), await stop(place)]).toEqual(["held", "warned", "let go"]);
  });

  test("continuing work is never warned", async () => {
    const place = await makeLoop();
    for (let round = 0; round < 5; round++) {
      writeFileSync(`${place.project}/src/a.ts`, `round ${round}\n`);
      expect(await stop(place)).toBe("held");
    }
  });

  test("git is called from the second stop on", async () => {
    const place = await makeLoop();
    const bin = `${place.env.home}/bin`;
    mkdirSync(bin);
    writeFileSync(`${bin}/git`, `#!/bin/sh\n: >'${bin}/asked'\nPATH=${process.env.PATH} exec git "$@"\n`);
    chmodSync(`${bin}/git`, 0o755);
    place.env.path = `${bin}:${place.env.path}`;
    await stop(place);
    expect(existsSync(`${bin}/asked`)).toBe(false);
    await stop(place);
    expect(existsSync(`${bin}/asked`)).toBe(true);
  });
});

test("tool calls alone are not progress for a loop's command", async () => {
  const place = await makeLoop();
  const told: string[] = [];
  for (let round = 0; round < 3; round++) {
    await place.useTool();
    told.push(await stop(place));
  }
  expect(told).toEqual(["held", "warned", "let go"]);
});

test("without a repository tool calls count as progress", async () => {
  const place = await makeLoop();
  rmSync(`${place.project}/.git`, { recursive: true });
  const told = [await stop(place), await stop(place)];
  await place.useTool();
  expect([...told, await stop(place), await stop(place), await stop(place)]).toEqual([
    "held",
    "warned",
    "held",
    "warned",
    "let go",
  ]);
});
