// Memories as tools and as resources.
import * as z from "zod";
import { CATEGORIES, describeStranger, MAX_ID, MAX_TAG, MAX_TAGS } from "../../../memory/memory.ts";
import { NOT_ALL_WORDS } from "../../../recording/search/search.ts";
import { clip } from "../../../text/clip.ts";
import { UserError } from "../../../text/user-error.ts";
import type { readNamedMemory } from "../../../views/memories.ts";
import type { MemoryRow } from "../../../views/memory-rows.ts";
import { dayOf, joinParts, RECORDED } from "./answer-text.ts";
import { callCommand, defineTool, optionWords, type ToolCaller } from "./tool.ts";

interface MemoryEntry extends MemoryRow {
  /** Of a search. */
  allWords?: boolean;
}

type WholeMemory = ReturnType<typeof readNamedMemory>;

const DEFAULT_LIMIT = 8;
const MAX_LIMIT = 20;
/** Few, because each may be long. */
const MAX_WHOLE = 5;
const MAX_QUERY = 500;
const MAX_TITLE_GIVEN = 1000;
const MAX_BODY_GIVEN = 20_000;
const MAX_PATH = 1000;

const CATEGORY_NAMES = CATEGORIES.map((name) => name.toLowerCase().replace("_", "-"));
const category = z.enum(CATEGORY_NAMES).optional();
const id = z.string().min(1).max(MAX_ID).optional();

export const memorySearch = defineTool({
  name: "memory_search",
  title: "Search memories",
  description:
    "Decisions, constraints, preferences, runbooks and tech debt saved for this project. Search before you make a decision that may have been made, or ask the user something they may have said. Returns IDs and titles; give an id for the full text. Without query and id: the newest.",
  input: z.strictObject({
    query: z.string().max(MAX_QUERY).optional().describe("words; any of them matches"),
    id: id.describe("show this memory in full"),
    category,
    detail: z.enum(["titles", "full"]).optional().describe(`full: with texts, at most ${MAX_WHOLE}`),
    limit: z.int().min(1).max(MAX_LIMIT).optional(),
    project: z.string().max(MAX_PATH).optional().describe("another project's folder, if allowed"),
  }),
  loaded: true,
  async run({ query = "", id, category, detail, limit = DEFAULT_LIMIT, project }, caller) {
    if (id !== undefined) return [RECORDED, ...describeWhole(await readMemory(caller, id, project))];
    const isFull = detail === "full";
    const max = isFull ? Math.min(limit, MAX_WHOLE) : limit;
    const words = optionWords({ project, category, limit: max });
    const isSearch = query.trim() !== "";
    const { value, notes } = isSearch
      ? await callCommand<MemoryEntry[]>(caller, "memory search", [...words, "--", query])
      : await callCommand<MemoryEntry[]>(caller, "memory list", words);
    if (value.length === 0)
      return [
        isSearch ? "No memory matches. Try other words, or session_search for past work." : "No memory yet.",
        ...notes,
      ];
    const isPartial = isSearch && !value.some(({ allWords }) => allWords);
    const before = isPartial ? [RECORDED, NOT_ALL_WORDS] : [RECORDED];
    if (!isFull)
      return [
        ...before,
        ...value.map(describeEntry),
        "For one in full, call memory_search with its id.",
        ...notes,
      ];
    const whole: string[] = [];
    for (const entry of value) whole.push(...describeWhole(await readMemory(caller, entry.id, project)), "");
    return [...before, ...whole, ...notes];
  },
});

export const memorySave = defineTool({
  name: "memory_save",
  title: "Save a memory",
  description:
    "Save something a later session must know and cannot read from the code: a decision with its reason, a constraint, a user preference, how to run something, known debt. One fact per memory. Not for progress, nor for what the repository already says.",
  input: z.strictObject({
    title: z.string().trim().min(1).max(MAX_TITLE_GIVEN).describe("the fact, in one sentence"),
    category: category.describe("needed unless update is given"),
    body: z.string().max(MAX_BODY_GIVEN).optional().describe("the reason and the details"),
    tags: z.array(z.string().min(1).max(MAX_TAG)).max(MAX_TAGS).optional(),
    personal: z.boolean().optional().describe("about the user, for all projects"),
    update: id.describe("change this memory instead"),
    supersede: id.describe("replace this memory"),
    force: z.boolean().optional().describe("save even if a similar one exists"),
  }),
  changes: true,
  loaded: true,
  async run({ title, body, tags, personal, force, ...given }, caller) {
    const words = optionWords({
      ...given,
      // A dash alone would mean stdin.
      body: body?.trim() === "-" ? " -" : body,
      tags: tags?.join(","),
      personal,
      force,
    });
    const { value, exitCode } = await callCommand<SaveAnswer>(caller, "memory save", [...words, "--", title]);
    if (value.proposed)
      return [
        `Not saved: only the user can. It waits in the inbox as ${value.id}.`,
        joinParts(value.why ?? ""),
      ];
    if (exitCode !== 0 || !value.saved)
      return [
        "Not saved: a similar memory exists.",
        ...(value.similar ?? []).slice(0, 3).map((each) => joinParts(each.id, each.title, each.category)),
        "Call again with update: its id (change it), supersede: its id (replace it) or force: true (keep both).",
      ];
    return [
      `Saved ${value.id}: ${value.title}`,
      joinParts(value.file),
      ...(value.redacted ? ["Something that looks like a secret was removed."] : []),
      ...(value.titleCut ? ["The title was shortened; the text has all of it."] : []),
      ...(value.status === "quarantined"
        ? ["Quarantined: it reads like an instruction, so no session gets it until the user restores it."]
        : []),
    ];
  },
});

interface SaveAnswer extends Partial<MemoryEntry> {
  saved: boolean;
  proposed?: boolean;
  why?: string;
  similar?: { id: string; title: string; category: string }[];
  file?: string;
  redacted?: boolean;
  titleCut?: boolean;
}

/** Quarantined memories are shown to the person only. */
async function readMemory(caller: ToolCaller, id: string, project?: string): Promise<WholeMemory> {
  const words = [...optionWords({ project }), "--", id];
  const { value } = await callCommand<WholeMemory>(caller, "memory show", words);
  if (value.status !== "quarantined") return value;
  throw new UserError(
    "quarantined",
    `${value.id} is quarantined${value.note === null ? "" : `: ${value.note}`}`,
    "",
  );
}

function describeEntry({ id, title, ...rest }: MemoryEntry): string {
  return joinParts(id, title, rest.category, dayOf(rest.updatedAt), describeSource(rest));
}

function describeWhole({ body, supersededBy, ...entry }: WholeMemory): string[] {
  const { id, title, category, status, tags, updatedAt } = entry;
  return [
    title,
    joinParts(id, category, status !== "active" && status, dayOf(updatedAt), describeSource(entry)),
    ...(tags.length > 0 ? [joinParts(`tags: ${tags.join(", ")}`)] : []),
    ...(supersededBy === null ? [] : [joinParts(`superseded by ${supersededBy}`)]),
    ...(body === "" ? [] : [body]),
  ];
}

function describeSource(entry: Pick<MemoryEntry, "origin" | "who" | "personal" | "author">): string {
  const { origin, who, personal, author } = entry;
  if (author !== null) return `${describeStranger({ personal, origin })}, by ${author}`;
  if (origin !== "here") return describeStranger({ personal, origin });
  return personal ? `about the user, said by ${who}` : `said by ${who}`;
}

const MAX_RESOURCES = 100;
const MAX_NAME = 120;
export const MEMORY_URI = "holdfast://memory/";

export async function listMemoryResources(caller: ToolCaller) {
  const { value } = await callCommand<MemoryEntry[]>(
    caller,
    "memory list",
    optionWords({ limit: MAX_RESOURCES }),
  );
  return value.map((entry) => ({
    uri: `${MEMORY_URI}${encodeURIComponent(entry.id)}`,
    name: clip(entry.title, MAX_NAME),
    title: clip(entry.title, MAX_NAME),
    description: joinParts(entry.category, dayOf(entry.updatedAt), describeSource(entry)),
    mimeType: "text/plain",
  }));
}

export async function readMemoryResource(caller: ToolCaller, id: string): Promise<string[]> {
  return [RECORDED, ...describeWhole(await readMemory(caller, id))];
}
