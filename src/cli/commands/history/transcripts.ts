// Finds past transcripts, in the client's own folder or in given places.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Environment } from "../../../config/environment.ts";
import { namesIn } from "../../../platform/atomic-file.ts";
import {
  type FoundTranscripts,
  findHistory,
  findTranscripts,
  findTranscriptsIn,
  historyDir,
} from "../../../recording/ingest/session-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Caller, type Context, sinceOption } from "../../command.ts";
import { ownTranscripts, transcriptFolder } from "../../own-transcripts.ts";
import { ONLY_THIS_PROJECT } from "../../target.ts";

/** Those in `places`; by default the past sessions of all agents. */
export function findPastTranscripts(
  { cwd, env }: Caller,
  places: readonly string[],
  since = 0,
): FoundTranscripts {
  const found =
    places.length === 0 ? findHistory(env) : findTranscripts(places.map((place) => resolve(cwd, place)));
  return { ...found, files: found.files.filter(({ modifiedAt }) => modifiedAt >= since) };
}

export const SINCE_OPTION = {
  since: sinceOption("90d", "only sessions since this age or date, such as 2026-01-31"),
};

/** The client's own; inside an agent, only its own project's. */
export async function findTranscriptsToShow(
  call: Context & { options: { since?: number } },
): Promise<FoundTranscripts> {
  const isOwn = await ownTranscripts(call);
  const { since = 0 } = call.options;
  const all = findTranscriptsIn([historyDir(call.env)]);
  const own = all.files.filter(({ path }) => isOwn(path));
  if (own.length < all.files.length) call.out.error(ONLY_THIS_PROJECT);
  const files = own.filter(({ modifiedAt }) => modifiedAt >= since);
  return { ...all, files };
}

/** The client's transcript of a session that the store does not know; the beginning of the ID is enough. */
export function findSessionFile(env: Pick<Environment, "claudeDir">, id: string): string | null {
  const folder = historyDir(env);
  const folders = namesIn(folder).map((project) => `${folder}/${project}`);
  const paths = newestTranscripts(folders, (name) => name.startsWith(id));
  const exact = paths.find((path) => path.endsWith(`/${id}.jsonl`));
  const [first = null, second] = exact ? [exact] : paths;
  if (second) throw new UserError("no-session", `several sessions start with ${id}`, INGEST_HINT);
  return first;
}

export const INGEST_HINT = "`holdfast sessions list` shows them; `holdfast ingest` adds past ones.";

/** The newest that the client has of a project. */
export function findNewestFile(env: Pick<Environment, "claudeDir">, projectDir: string): string | null {
  const folder = `${historyDir(env)}/${transcriptFolder(projectDir)}`;
  return newestTranscripts([folder], (name) => !name.startsWith("agent-"))[0] ?? null;
}

/** The newest first. */
function newestTranscripts(folders: readonly string[], isWanted: (name: string) => boolean): string[] {
  return folders
    .flatMap((folder) =>
      namesIn(folder)
        .filter((name) => name.endsWith(".jsonl") && isWanted(name))
        .map((name) => `${folder}/${name}`),
    )
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .toSorted((a, b) => Bun.file(b).lastModified - Bun.file(a).lastModified);
}
