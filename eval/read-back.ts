// An excerpt, written as a transcript and read as one.
import type { TranscriptItem } from "../src/transcript/item.ts";
import { streamItems } from "../src/transcript/stream-items.ts";
import type { Excerpt } from "./corpus.ts";
import { toTranscript } from "./transcript-records.ts";

export async function readBack(excerpt: Excerpt, path: string): Promise<TranscriptItem[]> {
  await Bun.write(path, toTranscript(excerpt));
  return Array.fromAsync(streamItems(path));
}
