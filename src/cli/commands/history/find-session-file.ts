import { readdirSync } from "node:fs";
import type { Environment } from "../../../config/environment.ts";
import { historyDir } from "../../../recording/ingest/session-files.ts";
import { UserError } from "../../../text/user-error.ts";

/** The transcript in the client's own folder, of a session that the store does not know. */
export function findSessionFile(env: Pick<Environment, "claudeDir">, id: string): string {
  const folder = historyDir(env);
  const paths = namesIn(folder).flatMap((project) =>
    namesIn(`${folder}/${project}`)
      .filter((name) => name.startsWith(id) && name.endsWith(".jsonl"))
      .map((name) => `${folder}/${project}/${name}`),
  );
  const exact = paths.find((path) => path.endsWith(`/${id}.jsonl`));
  const [first] = exact ? [exact] : paths;
  if (first && (exact || paths.length === 1)) return first;
  throw new UserError(
    "no-session",
    first ? `several sessions start with ${id}` : `there is no session ${id}`,
    "`holdfast sessions list` shows them; `holdfast ingest` reads in those of the time before.",
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // No folder, or none to look into.
  }
}
