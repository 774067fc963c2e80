// Which transcripts a command may show, if only its own project may be shown.
import { projectKey, resolveLinks } from "../platform/repository.ts";
import { historyDir } from "../recording/ingest/session-files.ts";
import { openLog } from "../transcript/open-log.ts";
import type { Context } from "./command.ts";
import { onlyProject } from "./limit-to-project.ts";
import { findProject, otherProject } from "./target.ts";

/** Which of the client's transcripts may be shown. Files elsewhere were named explicitly and may be shown. */
export async function ownTranscripts(invocation: Context): Promise<(path: string) => boolean> {
  const own = await onlyProject(invocation);
  if (own === null) return () => true;
  const { dir, startDir } = await findProject(invocation);
  const folders = new Set([own, dir, startDir].map(transcriptFolder));
  const history = `${historyDir(invocation.env)}/`;
  return (path) =>
    !path.startsWith(history) || folders.has(path.slice(history.length).split("/", 1)[0] ?? "");
}

export async function requireOwnTranscript(invocation: Context, path: string): Promise<void> {
  const isOwn = await ownTranscripts(invocation);
  const file = await resolveLinks(path);
  if (!isOwn(file) || !(await isOwnLog(invocation, file)))
    throw otherProject("this transcript is of another project");
}

/** The logs of other agents are not in a folder of their project, but say where they were started. */
async function isOwnLog(invocation: Context, path: string): Promise<boolean> {
  const log = await openLog(path);
  const own = await onlyProject(invocation);
  if (log === null || own === null) return true;
  return log.head.cwd !== null && (await projectKey(log.head.cwd)) === own;
}

/** The client's name for the folder of a project's transcripts. */
export function transcriptFolder(dir: string): string {
  return dir.replace(/[^A-Za-z0-9]/g, "-");
}
