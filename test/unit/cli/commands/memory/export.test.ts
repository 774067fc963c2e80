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
import { makeTempFolder, writeFileIn } from "../../../../helpers/temp.ts";

let env: Environment;
let project: string;
let folder: string;

beforeEach(async () => {
  ({ env, project, folder } = await makeExporting());
});

const memory = (...words: string[]) => runCli(env, project, "memory", ...words);
const client = (...words: string[]) => memory("export", "--format", "client", "--to", folder, ...words);
const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");

const imported = () => importElsewhere(folder);

describe("an export as the client's files into a folder in use", () => {
  const OWN = "# My notes\n\n- [Mine](use-pnpm.md) — hands off\n\nNever deploy on Friday.\n";

  test("keeps other lines of MEMORY.md and other files", async () => {
    writeFileIn(folder, "MEMORY.md", OWN);
    writeFileIn(folder, "use-pnpm.md", "# My own text\n");
    writeFileIn(folder, "Drop-Redis.md", "mine, too\n");
    expect((await client()).exitCode).toBe(0);
    expect(read("MEMORY.md")).toStartWith(OWN);
    expect(read("MEMORY.md")).toContain("- [Use pnpm](use-pnpm-2.md) — preference\n");
    expect(read("use-pnpm.md")).toBe("# My own text\n");
    expect(read("Drop-Redis.md")).toBe("mine, too\n");
    expect(read("use-pnpm-2.md")).toContain("Always.");
  });

  test.each([
    "- [RFC](https://example.com/rfc) — decision",
    "- [RFC](https://example.com/use-pnpm.md) — preference",
    "- [X](topics/x.md) — preference",
    "- [Other](../other.md) — constraint",
    "- [Root](/use-pnpm.md) — preference",
    "- [Mail](mailto:x.md) — decision",
    "* [Mine](gone.md) — decision",
    "- [Mine](Gone.md) — decision",
    "- [Mine](gone.md) — decision, and why",
    "  - [Mine](gone.md) — decision",
  ])("keeps the line %j, which leads to no file of ours", async (line) => {
    writeFileIn(folder, "MEMORY.md", `# Notes\n\n${line}\n\nText.\n`);
    await client();
    await memory("retire", "drop-redis");
    await client();
    expect(read("MEMORY.md").split("\n")).toContain(line);
  });

  test("replaces its own lines in place, and changes nothing the second time", async () => {
    await client();
    writeFileSync(`${folder}/MEMORY.md`, `# Top\n${read("MEMORY.md")}\nBelow.\n`);
    const before = read("MEMORY.md");
    await client();
    expect(read("MEMORY.md")).toBe(before);
    await memory("retire", "drop-redis");
    await client();
    expect(read("MEMORY.md")).toBe("# Top\n- [Use pnpm](use-pnpm.md) — preference\n\nBelow.\n");
  });

  test("keeps the line endings of MEMORY.md", async () => {
    writeFileIn(folder, "MEMORY.md", "# Notes\r\n\r\nText.\r\n");
    await client();
    expect(read("MEMORY.md").split("\n").slice(0, -1)).toSatisfy((lines: string[]) =>
      lines.every((line) => line.endsWith("\r")),
    );
  });

  test("removes its files of memories that no longer apply, so that they do not come back", async () => {
    await client();
    await memory("retire", "use-pnpm");
    const { text } = await client();
    expect(text).toContain("1 file of an earlier export removed");
    expect(readdirSync(folder).toSorted()).toEqual(["MEMORY.md", "drop-redis.md"]);
    expect(await imported()).toEqual(["Drop Redis"]);
  });

  test("keeps a file that was changed since, and says so, unless forced", async () => {
    await client();
    for (const name of ["use-pnpm.md", "drop-redis.md"])
      writeFileSync(`${folder}/${name}`, `${read(name)}More.\n`);
    await memory("retire", "drop-redis");
    const { text } = await client();
    expect(text).toContain("changed since the last export: use-pnpm.md");
    expect(read("use-pnpm.md")).toEndWith("More.\n");
    expect(read("drop-redis.md")).toEndWith("More.\n");
    await client("--force");
    expect(read("use-pnpm.md")).not.toContain("More.");
    expect(existsSync(`${folder}/drop-redis.md`)).toBe(false);
  });

  test("that was cut off is completed by the next one, which mistakes nothing for changed", async () => {
    await client();
    for (const id of ["use-pnpm", "drop-redis"]) await memory("edit", id, "--body", "Newer.");
    await memory("save", "Tabs", "--category", "preference", "--body", "Wide.");
    const inTheWay = `${folder}/use-pnpm.md.${process.pid}.tmp`;
    mkdirSync(inTheWay);
    expect((await client()).exitCode).toBe(1);
    rmSync(inTheWay, { recursive: true });
    expect(read("use-pnpm.md")).toContain("Always.");
    for (const id of ["use-pnpm", "drop-redis"]) await memory("edit", id, "--body", "Newest.");
    expect((await client()).text).not.toContain("changed since");
    expect(read("use-pnpm.md")).toContain("Newest.");
    expect(read("drop-redis.md")).toContain("Newest.");
    expect(readdirSync(folder).toSorted()).toEqual(["MEMORY.md", "drop-redis.md", "tabs.md", "use-pnpm.md"]);
  });

  test("writes no temporary file through a link", async () => {
    const foreign = writeFileIn(makeTempFolder("elsewhere"), "mine.txt", "mine");
    symlinkSync(foreign, `${folder}/use-pnpm.md.${process.pid}.tmp`);
    expect((await client()).exitCode).toBe(0);
    expect(readFileSync(foreign, "utf8")).toBe("mine");
    expect(read("use-pnpm.md")).toContain("Always.");
  });
});

describe("an export as JSON lines", () => {
  const lines = (...words: string[]) => memory("export", "--to", `${folder}/sub/all.jsonl`, ...words);

  test("has each memory once, even if two files claim its id", async () => {
    const preferences = `${project}/.claude/memory/preferences`;
    const copy = readFileSync(`${preferences}/use-pnpm.md`, "utf8").replace("Always.", "Never.");
    writeFileSync(`${preferences}/zz.md`, copy);
    const id = /^id: (.+)$/m.exec(copy)?.[1];
    await lines("--status", "any");
    const all = read("sub/all.jsonl");
    expect(all.split(`"id":"${id}"`)).toHaveLength(2);
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
    expect((await memory("export", "--format", "client", "--to", "-")).exitCode).toBe(1);
  });
});

describe("the scope", () => {
  beforeEach(() => memory("save", "Short answers", "--category", "preference", "--personal"));

  test.each<[string[], string[], string]>([
    [[], ["Drop Redis", "Use pnpm"], "1 personal memory left out (--scope all)"],
    [["--scope", "project"], ["Drop Redis", "Use pnpm"], "1 personal memory left out (--scope all)"],
    [["--scope", "personal"], ["Short answers"], "2 project memories left out (--scope all)"],
    [["--scope", "all"], ["Drop Redis", "Short answers", "Use pnpm"], ""],
  ])("%j gives %j", async (words, titles, said) => {
    const { text } = await client(...words);
    expect(await imported()).toEqual(titles);
    if (said === "") expect(text).not.toContain("left out");
    else expect(text).toContain(said);
  });

  test("must be a known one", async () => {
    expect(await client("--scope", "mine")).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("project, personal, all"),
    });
  });
});

describe("a target that cannot be written is refused with an explanation", () => {
  test.each<[string, string[], string]>([
    ["a folder for jsonl", ["--to", "."], "is a folder, and jsonl is one file"],
    ["a file for a folder", ["--format", "client", "--to", "file"], "is not a folder"],
    ["below a file", ["--to", "file/all.jsonl"], "cannot be written"],
    ["a folder below a file", ["--format", "client", "--to", "file/x"], "cannot be written"],
    ["a format of earlier versions", ["--format", "json", "--to", "x"], "One of: jsonl, client"],
    ["a full device", ["--to", "/dev/full"], "/dev/full cannot be written (ENOSPC)"],
    ["a folder in place of MEMORY.md", ["--format", "client", "--to", "odd"], "not a plain file"],
    ["a dangling link in its place", ["--format", "client", "--to", "dangling"], "does not exist"],
  ])("%s", async (_, words, said) => {
    writeFileIn(project, "file", "");
    mkdirSync(`${project}/odd/MEMORY.md`, { recursive: true });
    mkdirSync(`${project}/dangling`);
    symlinkSync("nowhere.md", `${project}/dangling/MEMORY.md`);
    expect(await memory("export", ...words)).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining(said),
    });
  });
});
