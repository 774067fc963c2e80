import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type FoundTranscripts, findTranscripts } from "../../../recording/ingest/find-transcripts.ts";
import { historyDir } from "../../../recording/ingest/session-files.ts";
import type { Invocation } from "../../command.ts";
import { readSince } from "../../since.ts";

/** Those in `places`; without any, those the client keeps itself. */
export function findPastTranscripts(
  { cwd, env }: Pick<Invocation, "cwd" | "env">,
  places: readonly string[],
  since: string | undefined,
): FoundTranscripts {
  const own = historyDir(env);
  const from = since === undefined ? 0 : readSince(since, Date.now());
  if (places.length === 0 && !existsSync(own)) return { files: [], links: 0, unreadable: [] };
  const found = findTranscripts(places.length === 0 ? [own] : places.map((place) => resolve(cwd, place)));
  return { ...found, files: found.files.filter(({ modifiedAt }) => modifiedAt >= from) };
}
