import { beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { Environment } from "../../../../../src/config/environment.ts";
import { importElsewhere, makeExporting } from "../../../../helpers/memory-exports.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempFolder, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";

let env: Environment;
let project: string;
let folder: string;

beforeEach(async () => {
  ({ env, project, folder } = await makeExporting());
});

const memory = (...words: string[]) => runCli(env, project, "memory", ...words);
const seed = (...words: string[]) => memory("export", "--format", "json", "--to", folder, ...words);
const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");

const imported = () => importElsewhere(folder);

describe("an export as claude-memory's files into a folder in use", () => {
  test("keeps other tools' records and removes its own stale ones", async () => {
    writeFileIn(folder, "preferences/use-pnpm.json", "{}\n");
    await seed();
    expect(read("preferences/use-pnpm.json")).toBe("{}\n");
    expect(read("preferences/use-pnpm-2.json")).toContain("Always.");
    await memory("retire", "use-pnpm");
    await seed();
    expect(existsSync(`${folder}/preferences/use-pnpm-2.json`)).toBe(false);
    expect(existsSync(`${folder}/preferences/use-pnpm.json`)).toBe(true);
    expect(await imported()).toEqual(["Drop Redis"]);
  });

  test("leaves a record that was changed since, with its entry", async () => {
    await seed();
    writeFileSync(
      `${folder}/preferences/use-pnpm.json`,
      read("preferences/use-pnpm.json").replace("Always.", "Never."),
    );
    const lines = read("holdfast.jsonl").split("\n").toSorted();
    const { text } = await seed();
    expect(text).toContain("changed since the last export: preferences/use-pnpm.json");
    expect(read("preferences/use-pnpm.json")).toContain("Never.");
    expect(read("holdfast.jsonl").split("\n").toSorted()).toEqual(lines);
  });

  test("that was cut off is completed by the next one, which mistakes nothing for changed", async () => {
    await memory("edit", "use-pnpm", "--tags", "tools");
    await seed();
    for (const id of ["use-pnpm", "drop-redis"]) await memory("edit", id, "--body", "Newer.");
    await memory("save", "Tabs", "--category", "preference", "--body", "Wide.");
    const inTheWay = `${folder}/preferences/use-pnpm.json.${process.pid}.tmp`;
    mkdirSync(inTheWay);
    expect((await seed()).exitCode).toBe(1);
    rmSync(inTheWay, { recursive: true });
    expect(read("preferences/use-pnpm.json")).toContain("Always.");
    const other = makeTempProject({});
    await runCli(env, other, "memory", "import", folder);
    expect((await runCli(env, other, "memory", "show", "use-pnpm", "--json")).json).toMatchObject({
      body: "Always.",
      tags: ["tools"],
    });
    for (const id of ["use-pnpm", "drop-redis"]) await memory("edit", id, "--body", "Newest.");
    expect((await seed()).text).not.toContain("changed since");
    expect(read("preferences/use-pnpm.json")).toContain("Newest.");
    expect(read("decisions/drop-redis.json")).toContain("Newest.");
    expect(readdirSync(`${folder}/preferences`).toSorted()).toEqual(["tabs.json", "use-pnpm.json"]);
    expect(read("holdfast.jsonl").trimEnd().split("\n")).toHaveLength(3);
  });

  test("does not follow links", async () => {
    const elsewhere = makeTempFolder("elsewhere");
    await memory("export", "--format", "json", "--to", elsewhere);
    writeFileIn(folder, "holdfast.jsonl", readFileSync(`${elsewhere}/holdfast.jsonl`, "utf8"));
    symlinkSync(`${elsewhere}/decisions`, `${folder}/decisions`);
    await memory("retire", "drop-redis");
    expect(await seed()).toMatchObject({ exitCode: 1, text: expect.stringContaining("decisions is a link") });
    expect(readdirSync(`${elsewhere}/decisions`)).toEqual(["drop-redis.json"]);
    expect(existsSync(`${folder}/preferences`)).toBe(false);
  });

  test("writes no temporary file through a link", async () => {
    const foreign = writeFileIn(makeTempFolder("elsewhere"), "mine.txt", "mine");
    mkdirSync(`${folder}/preferences`);
    symlinkSync(foreign, `${folder}/preferences/use-pnpm.json.${process.pid}.tmp`);
    expect((await seed()).exitCode).toBe(0);
    expect(readFileSync(foreign, "utf8")).toBe("mine");
    expect(read("preferences/use-pnpm.json")).toContain("Always.");
  });

  test("does not overwrite somebody else's holdfast.jsonl", async () => {
    writeFileIn(folder, "holdfast.jsonl", '{"title":"mine"}\n');
    expect(await seed()).toMatchObject({ exitCode: 1, text: expect.stringContaining("--force") });
    expect(readdirSync(folder)).toEqual(["holdfast.jsonl"]);
    expect((await seed("--force")).exitCode).toBe(0);
  });
});

describe("an export as JSON lines", () => {
  const lines = (...words: string[]) => memory("export", "--to", `${folder}/sub/all.jsonl`, ...words);

  test("has each memory once, even if two files claim its id", async () => {
    const preferences = `${project}/.claude/memory/preferences`;
    const copy = readFileSync(`${preferences}/use-pnpm.md`, "utf8").replace("Always.", "Never.");
    writeFileSync(`${preferences}/zz.md`, copy);
    await lines("--status", "any");
    const all = read("sub/all.jsonl");
    expect(all.match(/"id":"use-pnpm"/g)).toHaveLength(1);
    expect(all).toContain("Always.");
  });

  test("replaces an earlier export, and nothing else without --force", async () => {
    expect((await lines()).exitCode).toBe(0);
    expect((await lines()).exitCode).toBe(0);
    writeFileSync(`${folder}/sub/all.jsonl`, `${read("sub/all.jsonl")}{"title":"My own"}\n`);
    const { exitCode, text } = await lines();
    expect(exitCode).toBe(1);
    expect(text).toContain("not from an earlier export");
    expect(read("sub/all.jsonl")).toContain("My own");
    expect((await lines("--force")).exitCode).toBe(0);
    expect(read("sub/all.jsonl")).not.toContain("My own");
  });

  test("keeps one that was changed since, unless forced", async () => {
    await lines();
    const edited = read("sub/all.jsonl").replace("Always.", "Never.");
    writeFileSync(`${folder}/sub/all.jsonl`, edited);
    expect(await lines()).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("was changed since it was exported"),
    });
    expect(read("sub/all.jsonl")).toBe(edited);
    await memory("import", `${folder}/sub/all.jsonl`);
    expect((await lines("--force")).exitCode).toBe(0);
    expect(read("sub/all.jsonl")).toContain("Never.");
    writeFileSync(`${folder}/sub/all.jsonl`, (await memory("export")).text);
    expect((await lines()).exitCode).toBe(0);
  });

  test("follows a link to a file, but not a dangling one", async () => {
    symlinkSync(`${folder}/sub/all.jsonl`, `${folder}/link`);
    const linked = () => memory("export", "--to", `${folder}/link`);
    expect(await linked()).toMatchObject({ exitCode: 1, text: expect.stringContaining("does not exist") });
    await lines();
    await memory("retire", "drop-redis");
    expect((await linked()).exitCode).toBe(0);
    expect(read("sub/all.jsonl")).not.toContain("drop-redis");
  });

  test("goes to standard output with -, as without --to", async () => {
    expect((await memory("export", "--to", "-")).text).toBe((await memory("export")).text);
    expect((await memory("export", "--format", "json", "--to", "-")).exitCode).toBe(1);
  });
});
