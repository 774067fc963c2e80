// Was a memory that a session was given of use in it? Judged by what the session then did, not by what it said.
import { queryWords } from "./query-words.ts";

export interface Work {
  title: string;
  summary: string;
  files: readonly string[];
}

const PATH = /(?:[\w@.-]+\/)+[\w.-]*\w|\b[\w-]+\.[a-z]{1,5}\b/gi;
const CODE = /`([^`\n]{3,120})`/g;
const LEAST_LETTERS = 3;

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
  const words = queryWords(memory.title).filter((word) => word.length >= LEAST_LETTERS);
  if (words.length === 0) return null;
  const least = Math.ceil(words.length / 2);
  for (const { title, summary } of work) {
    const said = new Set(queryWords(`${title} ${summary}`));
    const common = words.filter((word) => said.has(word));
    if (common.length >= least) return `words ${common.join(", ")}`;
  }
  return null;
}
