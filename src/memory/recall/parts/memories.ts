// Memories at the start of a session. Reads the index; files only where it does not know them, such as after a clone or a
// pull.
import { pathExists } from "../../../platform/files.ts";
import type { Store } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { quoteMemory } from "../../../text/quote-text.ts";
import { isUntrusted } from "../../files/trust.ts";
import {
  hasMemories,
  listNewestActive,
  listRepositoryMemories,
  type SourcedRow,
} from "../../index/memories.ts";
import type { ContextPart } from "../fit-parts.ts";
import { groupBySpeaker } from "../memory-items.ts";
import { recalledItemIds } from "../recall-receipts.ts";
import { earlierSessions } from "../recall-rows.ts";
import type { StartContext } from "../recall-start.ts";

const MAX_CONSTRAINTS = 20;
const MAX_PREFERENCES = 30;
const MAX_DECISIONS = 5;
/** Their requests hint at what the next session is about. */
const MAX_SESSIONS = 3;
const MAX_TEXT = 240;

export async function trustedMemories(start: StartContext): Promise<ContextPart[]> {
  const all = await memoriesForStart(start);
  // A resumed session was given the others at its start.
  const given =
    start.source === "resume" ? recalledItemIds(start.store, start.sessionId, ["memory"]) : new Set();
  const memories = all.filter(({ memory_id }) => !given.has(memory_id));
  return groupBySpeaker(memories, (ofSpeaker) => ({
    lines: ofSpeaker.map(describe),
    items: ofSpeaker.map(({ memory_id }) => ({ source: "memory" as const, id: memory_id })),
  }));
}

type ForStart = Pick<StartContext, "store" | "projectKey" | "sessionId">;

/**
 * Constraints and preferences, then the decisions that the last sessions were about, then the newest ones. Nothing from
 * outside: a tool, a page, a repository, another developer who only noted it.
 */
export async function memoriesForStart(start: ForStart): Promise<SourcedRow[]> {
  const { store, projectKey } = start;
  if (!hasMemories(store, projectKey)) return [];
  const memories = [
    ...listNewestActive(store, projectKey, "CONSTRAINT", MAX_CONSTRAINTS),
    ...listNewestActive(store, projectKey, "PREFERENCE", MAX_PREFERENCES),
    ...(await decisions(start)),
  ];
  return memories.flatMap((row) => {
    if (row.origin === "rule") return { ...row, who: "rule" };
    return row.origin === "here" && !isUntrusted(row.who) ? row : [];
  });
}

async function decisions(start: ForStart): Promise<SourcedRow[]> {
  const { store, projectKey } = start;
  const newest = listNewestActive(store, projectKey, "DECISION", MAX_DECISIONS);
  // All of them are given anyway.
  if (newest.length < MAX_DECISIONS) return newest;
  const text = earlierSessions(store, start, MAX_SESSIONS)
    .map(({ request }) => request)
    .join("\n");
  const { searchMemoryText } = await import("../../index/memory-search.ts");
  const query = { text, projectKey, status: "active", category: "DECISION", limit: MAX_DECISIONS };
  const relevant = searchMemoryText(store, query) ?? [];
  const ids = new Set(relevant.map(({ id }) => id));
  return [...relevant, ...newest.filter(({ id }) => !ids.has(id))].slice(0, MAX_DECISIONS);
}

/**
 * Runs before the other parts, so that files of a clone or pull count at once, and so do personal memories after the database was
 * lost. Says nothing itself.
 */
export async function readNewFiles({
  store,
  env,
  projectDir,
  projectKey,
  source,
}: StartContext): Promise<null> {
  if (source === "compact") return null;
  const own = `${env.holdfastHome}/memory`;
  const isOwnUnread = pathExists(own) && !isRead(store, own);
  if (!isOwnUnread && !pathExists(`${projectDir}/.claude/memory`)) return null;
  const { syncIfChanged } = await import("../../index/search-files.ts");
  await syncIfChanged(store, { env, projectDir, projectKey });
  return null;
}

/** Cheaper than `findRootState`, whose module loads more. */
function isRead(store: Store, root: string): boolean {
  return store.query("SELECT 1 FROM memory_roots WHERE root = $root").get({ root }) !== null;
}

/** Only their number: texts from outside are quoted only where a prompt is about them. */
export function repositoryNotice({ store, projectKey, source }: StartContext): ContextPart | null {
  if (source === "resume") return null;
  const memories = listRepositoryMemories(store, projectKey);
  const n = memories.length;
  if (n === 0) return null;
  return {
    id: "repository",
    heading: "Not vouched for:",
    lines: [
      `${countNoun(n, "memory file")} from the repository or changed by hand, \`holdfast memory list\``,
    ],
    sources: [memories.map(({ memory_id }) => ({ source: "memory", id: memory_id }))],
  };
}

function describe({ memory_id, title, body, category, project_key, origin, source }: SourcedRow): string {
  const from = source ? `, ${origin === "rule" ? "by" : "saved on"} ${quoteMemory(source, 40)}` : "";
  const about = `${project_key === "" ? ", about the user" : ""}${from}`;
  const text = startsWithTitle(body, title) ? body : `${title}\n${body}`;
  return `${category.toLowerCase().replace("_", " ")} ${quoteMemory(memory_id, 60)}${about}: "${quoteMemory(text, MAX_TEXT)}"`;
}

/** The body has the markup and the full length that the title lacks. */
function startsWithTitle(body: string, title: string): boolean {
  const plain = body.replace(/^#+ /, "").replace(/[`*]/g, "").toLowerCase();
  return plain.startsWith(title.replace(/…$/, "").toLowerCase());
}
