// The labelled excerpts in test/fixtures/triage. The file's name is the category an excerpt is judged for.
import { CATEGORIES, type Category } from "../src/memory/category.ts";

export const PARTS = ["tuning", "held-back"] as const;
export type Part = (typeof PARTS)[number];

/** What the person, Claude or the machinery around them said. */
export interface Saying {
  who: "user" | "claude" | "summary" | "injected" | "hook";
  text: string;
}

export interface Doing {
  who: "tool";
  tool: string;
  input: Record<string, unknown>;
  output: string;
  failed?: true;
  /** The person said no, with these words. */
  refused?: string;
}

export interface Excerpt {
  id: string;
  /** False: near in words, wrong in sense. */
  label: boolean;
  lang: string;
  excerpt: (Saying | Doing)[];
  note?: string;
}

export interface Labelled extends Excerpt {
  part: Part;
  /** null: ordinary talk, in which there is nothing of any. */
  category: Category | null;
}

/** A short excerpt that the patterns were tried on; not counted in the measures. */
export interface TuningLine {
  category: Category;
  label: boolean;
  excerpt: Saying[];
}

const HOME = new URL("../test/fixtures/triage/", import.meta.url);

export async function readCorpus(parts: readonly Part[] = PARTS): Promise<Labelled[]> {
  const files = parts.flatMap((part) => [...CATEGORIES, null].map((category) => ({ part, category })));
  const read = files.map(async ({ part, category }) => {
    const lines = (await Bun.file(new URL(`${part}/${fileName(category)}`, HOME)).text()).trim().split("\n");
    return lines.map((line) => ({ ...(JSON.parse(line) as Excerpt), part, category }));
  });
  return (await Promise.all(read)).flat();
}

export async function readTuningLines(file: "lines" | "misjudged" = "lines"): Promise<TuningLine[]> {
  const lines = (await Bun.file(new URL(`tuning/${file}.jsonl`, HOME)).text()).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as TuningLine);
}

function fileName(category: Category | null): string {
  return `${(category ?? "ordinary").toLowerCase().replaceAll("_", "-")}.jsonl`;
}
