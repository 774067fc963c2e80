// Past transcripts, in the client's own folder or wherever a person says.
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Environment } from "../../../config/environment.ts";
import {
  type FoundTranscripts,
  findTranscripts,
  historyDir,
} from "../../../recording/ingest/session-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Caller, parseSince } from "../../command.ts";

/** Those in `places`; without any, those the client keeps itself. */
export function findPastTranscripts(
  { cwd, env }: Caller,
  places: readonly string[],
  since: string | undefined,
): FoundTranscripts {
  const own = historyDir(env);
  const from = since === undefined ? 0 : parseSince(since, Date.now());
  if (places.length === 0 && !existsSync(own)) return { files: [], links: 0, unreadable: [] };
  const found = findTranscripts(places.length === 0 ? [own] : places.map((place) => resolve(cwd, place)));
  return { ...found, files: found.files.filter(({ modifiedAt }) => modifiedAt >= from) };
}

/** The client's transcript of a session that the store does not know; the beginning of the ID is enough. */
export function findSessionFile(env: Pick<Environment, "claudeDir">, id: string): string {
  const folder = historyDir(env);
  const paths = namesIn(folder).flatMap((project) =>
    namesIn(`${folder}/${project}`)
      .filter((name) => name.startsWith(id) && name.endsWith(".jsonl"))
      .map((name) => `${folder}/${project}/${name}`),
  );
  const exact = paths.find((path) => path.endsWith(`/${id}.jsonl`));
  const [first, second] = exact ? [exact] : paths;
  if (first && !second) return first;
  throw new UserError(
    "no-session",
    first ? `several sessions start with ${id}` : `there is no session ${id}`,
    "`holdfast sessions list` shows them; `holdfast ingest` adds past ones.",
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Absent or unreadable.
  }
}
