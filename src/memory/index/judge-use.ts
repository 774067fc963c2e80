// For every memory that a session was given: was its file, command or subject used afterwards?

import type { Store } from "../../store/open.ts";
import { queryWords } from "../../text/query-words.ts";
import { memoryWithId } from "./memories.ts";
import { givenMemories, saveOutcome, workAfter } from "./memory-usage.ts";

interface Work {
  title: string;
  summary: string;
  files: readonly string[];
}

const PATH = /(?:[\w@.-]+\/)+[\w.-]*\w|\b[\w-]+\.[a-z]{1,5}\b/gi;

const CODE = /`([^`\n]{3,120})`/g;

const MIN_LETTERS = 3;

export function judgeUse(store: Store, sessionId: string, projectKey: string): number {
  const given = givenMemories(store, sessionId);
  for (const { memoryId, at } of given) {
    const row = memoryWithId(store, projectKey, memoryId) ?? memoryWithId(store, "", memoryId);
    if (row === null) continue;
    const work = workAfter(store, sessionId, at);
    const how = findUse(row, work);
    saveOutcome(store, { sessionId, projectKey: row.project_key, memoryId, how, at });
  }
  return given.length;
}

/** What of it came up: a file, a command, or at least half of what its title is about. null when nothing did. */
export function findUse(memory: { title: string; body: string }, work: readonly Work[]): string | null {
  const text = `${memory.title}\n${memory.body}`;
  const file = (text.match(PATH) ?? []).find((path) =>
    work.some(({ files }) => files.some((each) => each.endsWith(path))),
  );
  if (file) return `file ${file}`;
  const commands = [...text.matchAll(CODE)].map((match) => match[1] ?? "");
  const command = commands.find((each) => work.some(({ title }) => title.includes(each)));
  if (command) return `command ${command}`;
  const words = queryWords(memory.title).filter((word) => word.length >= MIN_LETTERS);
  if (words.length === 0) return null;
  const least = Math.ceil(words.length / 2);
  for (const { title, summary } of work) {
    const said = new Set(queryWords(`${title} ${summary}`));
    const common = words.filter((word) => said.has(word));
    if (common.length >= least) return `words ${common.join(", ")}`;
  }
  return null;
}
