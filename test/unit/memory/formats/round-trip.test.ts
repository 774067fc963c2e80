import { beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanMemory } from "../../../../src/memory/files/clean-memory.ts";
import { memoryFromRow } from "../../../../src/memory/files/memory-row.ts";
import type { MemoryDraft } from "../../../../src/memory/files/save-memory.ts";
import { parseClientFile, toClientFiles } from "../../../../src/memory/formats/client-folder.ts";
import { importMemories, readSource } from "../../../../src/memory/formats/import-memories.ts";
import { readDraft, toJsonFields } from "../../../../src/memory/formats/json-lines.ts";
import {
  CATEGORIES,
  type Memory,
  type ScopedMemory,
  SPEAKERS,
  STATUSES,
} from "../../../../src/memory/memory.ts";
import { makeMemoryPlace } from "../../../helpers/memories.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";

type Place = Awaited<ReturnType<typeof makeMemoryPlace>>;
type Write = (folder: string, memories: readonly ScopedMemory[]) => string;

/** Each writes an export and says what to import. */
const FORMATS: [string, Write][] = [
  [
    "JSON lines",
    (folder, memories) => {
      const lines = memories.map((memory) => `${JSON.stringify(toJsonFields(memory))}\n`);
      return writeFileIn(folder, "all.jsonl", lines.join(""));
    },
  ],
  ["the client's files", (folder, memories) => writeAll(folder, toClientFiles(memories).write)],
];

const DRAFTS: (Partial<MemoryDraft> & { title: string })[] = [
  {
    title: "Use pnpm",
    body: "Always.",
    category: "PREFERENCE",
    tags: ["tools", "js"],
    created: 1_700_000_000_000,
  },
  { title: "Short answers", body: "No filler.", category: "PREFERENCE", personal: true, id: "style" },
  { title: "Wants tables", body: "Where it fits.", category: "PREFERENCE", id: "style" },
  {
    title: "Ports: \"80\", '443' & 8080 # only",
    body: "---\nA: b\n---\n\n# Heading\n\n- one",
    category: "CONSTRAINT",
  },
  { title: "Cache is stale", body: "Delete it.", category: "RUNBOOK", who: "tool", confidence: 0.4 },
  {
    title: "No retries yet",
    category: "TECH_DEBT",
    tags: ["tech_debt"],
    session: "s-1",
    updated: 1_800_000_000_000,
  },
  { title: "Memory", body: "Named as the index is.", category: "DECISION", supersedes: ["old, one", "b"] },
  { title: "Turn 1", body: "a", category: "DECISION", id: "c:1" },
  { title: "Turn 1", body: "b", category: "DECISION", id: "c/1" },
  { title: "Turn 1", body: "c", category: "DECISION", id: "c-1-2" },
  { title: "日志放 Loki", body: "省内存", category: "DECISION", tags: ["日志"], status: "retired" },
  { title: "😀".repeat(160), body: "An emoji counts once.", category: "DECISION" },
  { title: "What was done", body: "Much.", category: "SESSION_SUMMARY" },
];

let at: Place;
beforeEach(async () => {
  at = await makeMemoryPlace();
});

describe.each(FORMATS)("an export as %s", (_, write) => {
  test("gives an empty project the same memories, each in its scope", async () => {
    for (const draft of DRAFTS) at.save(draft);
    const other = await makeMemoryPlace();
    expect(await take(other, write(makeTempFolder("out"), memoriesIn(at)))).toEqual({
      added: DRAFTS.length,
      changed: 0,
      unchanged: 0,
      problems: [],
      notes: [],
    });
    expect(memoriesIn(other)).toEqual(memoriesIn(at));
    expect(other.sync()).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  test("changes nothing in its source", async () => {
    for (const draft of DRAFTS) at.save(draft);
    const before = at.rows();
    expect(await take(at, write(makeTempFolder("out"), memoriesIn(at)))).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: DRAFTS.length,
    });
    expect(at.rows()).toEqual(before);
  });
});

test.each<[string, (memory: ScopedMemory) => MemoryDraft | string | null]>([
  ["JSON lines", (memory) => readDraft(JSON.parse(JSON.stringify(toJsonFields(memory))))],
  [
    "the client's files",
    (memory) => {
      const [name = "", text = ""] = [...toClientFiles([memory]).write][0] ?? [];
      return parseClientFile(text, name, 1);
    },
  ],
])("whatever a memory contains comes back from %s", (_, send) => {
  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.lorem());
  const written = fc.record({
    id: fc.stringMatching(/^[\w.:@/][\w.:@/-]{0,60}$/),
    title: text.map((words) => `x ${words}`),
    body: text,
    category: fc.constantFrom(...CATEGORIES),
    tags: fc.array(text, { maxLength: 30 }),
    created: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    updated: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    session: fc.option(text.map((words) => `x${words}`)),
    who: fc.constantFrom(...SPEAKERS),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    status: fc.constantFrom(...STATUSES),
    supersedes: fc.array(text, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(written, fc.boolean(), (raw, personal) => {
      const memory = cleanMemory(raw);
      const draft = send({ ...memory, personal });
      if (draft === null || typeof draft === "string") throw new Error(`not read: ${draft}`);
      const { personal: scope = false, ...back } = draft;
      expect(scope).toBe(personal);
      expect(cleanMemory({ session: null, ...back } as Memory)).toEqual(memory);
    }),
  );
});

async function take(place: Place, source: string) {
  const { drafts, problems } = await readSource(source, null);
  expect(problems).toEqual([]);
  return importMemories(place.store, place.place, drafts);
}

function memoriesIn(place: Place): ScopedMemory[] {
  const keyOf = ({ id, personal }: ScopedMemory) => `${personal} ${id}`;
  return place
    .rows()
    .map(memoryFromRow)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function writeAll(folder: string, files: ReadonlyMap<string, string>): string {
  for (const [name, text] of files) writeFileIn(folder, name, text);
  return folder;
}
