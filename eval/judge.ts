// Every excerpt through the engine, the way a session's transcript goes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CATEGORIES, type Category, DEFAULT_THRESHOLDS } from "../src/memory/category.ts";
import { triageItems } from "../src/memory/triage/triage.ts";
import type { TranscriptItem } from "../src/transcript/item.ts";
import type { Labelled } from "./corpus.ts";
import { readBack } from "./read-back.ts";

export interface Judged extends Labelled {
  /** The categories over their threshold. */
  fired: Category[];
}

export async function judgeCorpus(corpus: readonly Labelled[]): Promise<Judged[]> {
  const folder = await mkdtemp(join(tmpdir(), "holdfast-eval-"));
  try {
    const judged: Judged[] = [];
    for (const labelled of corpus) {
      const items = await readBack(labelled, join(folder, `${labelled.id}.jsonl`));
      judged.push({ ...labelled, fired: firedOn(items) });
    }
    return judged;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function firedOn(items: readonly TranscriptItem[]): Category[] {
  const { scores } = triageItems(items, {});
  return CATEGORIES.filter((category) => scores[category].score >= DEFAULT_THRESHOLDS[category]);
}
