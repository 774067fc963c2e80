// Memories at the start of a session, and how many wait in the inbox. Reads the index only: hooks touch no memory file.
import type { Store } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { quoteMemory } from "../../../text/quote-text.ts";
import { isUntrusted } from "../../files/trust.ts";
import { countCandidates } from "../../inbox/candidates.ts";
import { type MemoryRow, memoriesFromRepository, newestActive } from "../../index/memories.ts";
import type { Part } from "../fit-parts.ts";
import type { StartContext } from "../recall-start.ts";

/** What always holds, and the last decisions. */
const MAX_BY_CATEGORY: readonly [string, number][] = [
  ["PREFERENCE", 30],
  ["CONSTRAINT", 20],
  ["DECISION", 5],
];

const MAX_TEXT = 240;

export function keptMemories({ store, projectKey, source }: StartContext): Part | null {
  // A resumed session has them already.
  if (source === "resume") return null;
  const memories = memoriesForStart(store, projectKey);
  if (memories.length === 0) return null;
  return {
    id: "memories",
    heading: "Kept on purpose for sessions here (`holdfast memory show ID` has the whole text):",
    lines: memories.map(describe),
    items: memories.map(({ memory_id }) => ({ source: "memory" as const, id: memory_id })),
  };
}

/** Preferences and constraints first, then the newest decisions. Nothing from outside: a tool, a page, a repository. */
export function memoriesForStart(store: Store, projectKey: string): MemoryRow[] {
  const memories: MemoryRow[] = [];
  for (const [category, max] of MAX_BY_CATEGORY)
    for (const memory of newestActive(store, projectKey, category, max))
      if (memory.origin === "here" && !isUntrusted(memory.who)) memories.push(memory);
  return memories;
}

/** Only the number: their texts are from outside, and come back where a prompt is about them. */
export function repositoryNotice({ store, projectKey, source }: StartContext): Part | null {
  if (source === "resume") return null;
  const memories = memoriesFromRepository(store, projectKey);
  const n = memories.length;
  if (n === 0) return null;
  return {
    id: "repository",
    heading: "From the repository, by nobody here:",
    lines: [`${countNoun(n, "memory file")} that nobody here vouched for, \`holdfast memory list\``],
    sources: [memories.map(({ memory_id }) => ({ source: "memory", id: memory_id }))],
  };
}

/** Only the number: the texts stay in the inbox until a person has seen them. */
export function inboxNotice({ store, config, projectKey, source }: StartContext): Part | null {
  if (!config.triage.enabled || config.triage.mode === "off" || source === "resume") return null;
  const n = countCandidates(store, projectKey, "new");
  if (n === 0) return null;
  const things = n === 1 ? "1 thing" : `${n} things`;
  return {
    id: "inbox",
    heading: "Found in earlier sessions, not looked at yet:",
    lines: [`${things} worth remembering, \`holdfast memory inbox\``],
    sources: [[{ source: "inbox", id: projectKey }]],
  };
}

function describe({ memory_id, title, body, category, who, project_key }: MemoryRow): string {
  const whose = `${project_key === "" ? "about the user, " : ""}said by ${who === "user" ? "the user" : "Claude"}`;
  const text = startsWithTitle(body, title) ? body : `${title}\n${body}`;
  return `${category.toLowerCase().replace("_", " ")} ${quoteMemory(memory_id, 60)}, ${whose}: "${quoteMemory(text, MAX_TEXT)}"`;
}

/** The body has the markup and the full length that the title lacks. */
function startsWithTitle(body: string, title: string): boolean {
  const plain = body.replaceAll("`", "").replaceAll("*", "");
  return plain.startsWith(title.endsWith("…") ? title.slice(0, -1) : title);
}
