// Several processes change the same memories at once.
import { expect, test } from "bun:test";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";

const OLD = ["one", "two", "three", "four", "five", "six"];

async function makePlace(): Promise<Place> {
  const files = Object.fromEntries(
    [...OLD, "new"].map((name) => [`.claude/memory/decisions/${name}.md`, `# The ${name} thing\n`]),
  );
  const place = { home: makeTempHome(), project: makeTempProject({ git: true, files }) };
  await memory(place, "list");
  return place;
}

async function memory(place: Place, ...words: string[]) {
  const { exitCode, stdout, stderr } = await runCommand(place, "memory", ...words, "--json");
  return { exitCode, stderr, json: stdout === "" ? null : JSON.parse(stdout) };
}

test("a memory that replaces several names each of them, and can restore each", async () => {
  const place = await makePlace();
  const replaced = await Promise.all(OLD.map((name) => memory(place, "edit", "new", "--supersede", name)));
  expect(replaced.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(OLD.map(() => [0, ""]));
  expect((await memory(place, "show", "new")).json.supersedes.toSorted()).toEqual(OLD.toSorted());
  await Promise.all(OLD.map((name) => memory(place, "restore", name)));
  expect((await memory(place, "show", "new")).json.supersedes).toEqual([]);
  const listed = (await memory(place, "list", "--status", "any")).json as { status: string }[];
  expect(listed.map(({ status }) => status)).toEqual([...OLD, "new"].map(() => "active"));
}, 60_000);

test("of two memories that are to replace each other, one wins and the other is reported", async () => {
  const place = await makePlace();
  for (const [a = "", b = ""] of [OLD.slice(0, 2), OLD.slice(2, 4), OLD.slice(4, 6)]) {
    const ran = await Promise.all([
      memory(place, "edit", b, "--supersede", a),
      memory(place, "edit", a, "--supersede", b),
    ]);
    expect(ran.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
    expect(JSON.stringify(ran.map(({ json }) => json.error))).toContain("so it cannot replace");
    const shown = await Promise.all([memory(place, "show", a), memory(place, "show", b)]);
    expect(shown.map(({ json }) => json.status).toSorted()).toEqual(["active", "superseded"]);
  }
}, 60_000);
