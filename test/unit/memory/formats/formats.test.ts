import { beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { memoryFromRow } from "../../../../src/memory/files/memory-row.ts";
import { parseClaudeMemoryRecord } from "../../../../src/memory/formats/claude-memory-files.ts";
import { toClientFiles } from "../../../../src/memory/formats/client-folder.ts";
import { isNamedIn } from "../../../../src/memory/formats/client-index.ts";
import { importMemories, readSource } from "../../../../src/memory/formats/import-memories.ts";
import { parseJsonLines, toJsonFields } from "../../../../src/memory/formats/json-lines.ts";
import { makeMemoryPlace } from "../../../helpers/memories.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";

let at: Awaited<ReturnType<typeof makeMemoryPlace>>;
beforeEach(async () => {
  at = await makeMemoryPlace();
});

describe("JSON lines", () => {
  test("are read with the fields they have, and each bad line is reported", () => {
    const { drafts, problems } = parseJsonLines(
      [
        '{"title":"Use pnpm","body":"Always.","category":"preference","tags":["a",1],"created":"2026-01-02"}',
        '{"id":7,"body":"Only a body\\nof two lines"}',
        "",
        "{half",
        "[1]",
        '{"title":"x","category":"nonsense"}',
        '{"id":"a"}',
      ].join("\n"),
    );
    expect(drafts).toMatchObject([
      { title: "Use pnpm", category: "PREFERENCE", tags: ["a"], created: Date.parse("2026-01-02") },
      { id: "7", title: "Only a body", category: "DECISION" },
    ]);
    expect(problems.map(({ where }) => where)).toEqual(["line 4", "line 5", "line 6", "line 7"]);
  });

  test("are read back as they were written", () => {
    at.save({
      title: "Use pnpm",
      body: "Always.",
      category: "PREFERENCE",
      tags: ["x"],
      who: "claude",
      confidence: 0.5,
    });
    const lines = at.rows().map((row) => JSON.stringify(toJsonFields(memoryFromRow(row))));
    const [draft] = parseJsonLines(lines.join("\n")).drafts;
    const [row] = at.rows();
    expect(draft).toEqual({
      ...(row && memoryFromRow(row)),
      session: undefined,
      personal: undefined,
    } as never);
  });
});

describe("an import", () => {
  const drafts = Array.from({ length: 450 }, (_, n) => ({
    id: `c:${n}`,
    title: "Turn of Ann",
    body: `She said ${n}`,
    category: "DECISION" as const,
  }));

  test("keeps ids, even of hundreds with one title, and a second import changes nothing", () => {
    expect(importMemories(at.store, at.place, drafts)).toEqual({
      added: 450,
      changed: 0,
      unchanged: 0,
      problems: [],
      notes: [],
    });
    expect(importMemories(at.store, at.place, drafts)).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 450,
    });
    expect(new Set(at.rows().map(({ memory_id }) => memory_id)).size).toBe(450);
    expect(at.sync()).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  test("updates known ids, and does not duplicate memories without one", () => {
    const [first] = drafts;
    if (!first) throw new Error("no draft");
    const { id: _, ...nameless } = first;
    importMemories(at.store, at.place, [first, nameless, nameless]);
    expect(at.rows()).toHaveLength(1);
    const again = importMemories(at.store, at.place, [{ ...first, body: "Another text" }, nameless]);
    expect(again).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    expect(importMemories(at.store, at.place, [nameless])).toMatchObject({ added: 1 });
    expect(importMemories(at.store, at.place, [nameless])).toMatchObject({ unchanged: 1 });
  });

  test("keeps the whole of a long title in the body", () => {
    const title = `A ${"very ".repeat(60)}long title`;
    importMemories(at.store, at.place, [{ title, body: "text", category: "DECISION" }]);
    expect(at.rows()[0]?.body).toStartWith(`A ${"very ".repeat(60)}long title`);
  });
});

describe("claude-memory's files", () => {
  const record = {
    schema_version: "1.0",
    category: "decision",
    id: "use-postgres",
    title: "Use Postgres",
    created_at: "2026-01-02T03:04:05Z",
    updated_at: "2026-01-03T03:04:05Z",
    tags: ["db"],
    confidence: 0.8,
    related_files: ["src/db.ts"],
    content: {
      status: "accepted",
      decision: "Postgres",
      rationale: ["it has JSONB", "we know it"],
      alternatives: [{ option: "MySQL", rejected_reason: "no JSONB" }],
    },
  };

  test("become memories with all their parts", () => {
    expect(parseClaudeMemoryRecord(record)).toMatchObject({
      id: "use-postgres",
      category: "DECISION",
      confidence: 0.8,
      status: "active",
      created: Date.parse("2026-01-02T03:04:05Z"),
    });
    expect(parseClaudeMemoryRecord(record)?.body).toContain("Rationale:\n- it has JSONB\n- we know it");
    expect(parseClaudeMemoryRecord(record)?.body).toContain("- MySQL: no JSONB");
    expect(parseClaudeMemoryRecord(record)?.body).toContain("Files: src/db.ts");
  });

  test("stay retired if the record or its decision is no longer active", () => {
    expect(parseClaudeMemoryRecord({ ...record, content: { status: "deprecated" } })?.status).toBe("retired");
    for (const record_status of ["retired", "archived"])
      expect(parseClaudeMemoryRecord({ ...record, record_status })?.status).toBe("retired");
    expect(parseClaudeMemoryRecord({ ...record, record_status: "active" })?.status).toBe("active");
  });

  test.each([[null], [1], [[]], [{}], [{ title: "x", content: {} }], [{ ...record, category: "other" }]])(
    "%j is not a memory",
    (value) => {
      expect(parseClaudeMemoryRecord(value)).toBeNull();
    },
  );

  test("in an export of an earlier version are refused, because its holdfast.jsonl has the complete memories", async () => {
    const folder = makeTempFolder("seed");
    writeFileIn(folder, "decisions/use-postgres.json", JSON.stringify(record));
    const complete = writeFileIn(
      folder,
      "holdfast.jsonl",
      `${JSON.stringify({ file: "decisions/use-postgres.json", record: "1f", id: "use-postgres", title: "Use Postgres", body: "It has JSONB." })}\n`,
    );
    await expect(readSource(folder, null)).rejects.toMatchObject({ hint: expect.stringContaining(complete) });
    expect((await readSource(complete, null)).drafts).toMatchObject([
      { id: "use-postgres", title: "Use Postgres", body: "It has JSONB." },
    ]);
    expect((await readSource(folder, "json")).drafts).toMatchObject([{ id: "use-postgres" }]);
  });

  test("are found in a folder, and other files are reported", async () => {
    const folder = makeTempFolder("seed");
    writeFileIn(folder, "decisions/use-postgres.json", JSON.stringify(record));
    writeFileIn(folder, "decisions/half.json", "{");
    writeFileIn(folder, "memory-config.json", "{}");
    const { drafts, problems, notes } = await readSource(folder, null);
    expect(drafts.map(({ id }) => id)).toEqual(["use-postgres"]);
    expect(problems).toHaveLength(1);
    expect(notes).toEqual([]);
    writeFileIn(folder, "decisions/use-postgres.json", JSON.stringify({ ...record, created_at: "long ago" }));
    expect((await readSource(folder, null)).notes).toMatchObject([
      { why: expect.stringContaining("not a date") },
    ]);
  });
});

describe("the client's auto-memory", () => {
  test("is read from its files and from notes in the index itself", async () => {
    const folder = makeTempFolder("memory");
    writeFileSync(
      `${folder}/MEMORY.md`,
      "# Memory\n- [Style](style.md) — short\n\n## Build\nRun make twice.\n",
    );
    writeFileSync(
      `${folder}/style.md`,
      "---\nname: short-answers\ndescription: Wants short answers\nmetadata:\n  type: user\n---\nKeep it short.\n",
    );
    writeFileSync(`${folder}/empty.md`, "");
    const { drafts, problems } = await readSource(`${folder}/MEMORY.md`, null);
    expect(drafts).toMatchObject([
      { id: "build", title: "Build", body: "Run make twice.", category: "DECISION" },
      {
        id: "short-answers",
        title: "Wants short answers",
        category: "PREFERENCE",
        personal: true,
        who: "claude",
      },
    ]);
    expect(problems).toHaveLength(1);
  });

  test.each<[string, string, boolean]>([
    ["- [Style](style.md) — short", "style.md", true],
    ["See `./style.md`.", "style.md", true],
    ["- [My file](my%20file.md)", "my file.md", true],
    ["- [Deep](topics/style.md)", "topics/style.md", true],
    ["- [Deep](topics/style.md)", "style.md", false],
    ["- [Other](lifestyle.md)", "style.md", false],
    ["style.mdx", "style.md", false],
    ["style-md", "style.md", false],
  ])("%j names %s: %p", (text, place, isNamed) => {
    expect(isNamedIn(text, place)).toBe(isNamed);
  });

  test("is written as the client writes it, and read back", async () => {
    at.save({ title: "Use pnpm", body: "Always.", category: "PREFERENCE" });
    at.save({ title: "Fix [x]", body: "Delete it.", category: "RUNBOOK" });
    const { write: files } = toClientFiles(at.rows().map(memoryFromRow));
    expect(files.get("MEMORY.md")).toContain("- [Use pnpm](use-pnpm.md) — preference\n");
    const folder = `${makeTempFolder("out")}/memory`;
    mkdirSync(folder);
    for (const [name, text] of files) writeFileSync(`${folder}/${name}`, text);
    const { drafts } = await readSource(folder, null);
    expect(drafts.map(({ title, body }) => [title, body.trim()]).toSorted()).toEqual([
      ["Fix [x]", "Delete it."],
      ["Use pnpm", "Always."],
    ]);
  });
});
