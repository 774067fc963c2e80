// `tasks/*.json`: one file per task, mirrored from the client's own list or written by another tool.
import { lineField, readStateFile, writeStateFile } from "../../store/state-files.ts";
import type { TaskState } from "../../transcript/tool-item.ts";

export interface TaskFolder {
  tasks: FileTask[];
  problems: string[];
}

interface FileTask extends TaskState {
  file: string;
  /** When the file was written. */
  changedAt: number;
}

/** A hostile folder must not delay a stop. */
const MAX_FILES = 200;

export async function readTaskFiles(dir: string): Promise<TaskFolder> {
  let names: string[];
  try {
    // Lists without node:fs, whose import costs a millisecond.
    names = [...new Bun.Glob("*.json").scanSync({ cwd: `${dir}/tasks` })];
  } catch (error) {
    const { code } = error as { code?: string };
    return { tasks: [], problems: code === "ENOENT" ? [] : [`the tasks folder cannot be read (${code})`] };
  }
  const byNumber = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });
  const first = names.sort(byNumber).slice(0, MAX_FILES);
  const read = await Promise.all(first.map((name) => readTaskFile(`${dir}/tasks`, name)));
  return {
    tasks: read.flatMap((one) => (one !== null && typeof one === "object" ? [one] : [])),
    problems: read.flatMap((one) => (typeof one === "string" ? [one] : [])),
  };
}

/** Keeps unknown fields. */
export async function writeTaskFile(dir: string, task: TaskState, at: number): Promise<void> {
  const path = taskFilePath(dir, task.id);
  const before = await readStateFile(path);
  const kept = before.state === "read" ? before.fields : {};
  await writeStateFile(path, { ...kept, ...task, last_updated: new Date(at).toISOString() });
}

/** Returns a string when the file is invalid: what is wrong with it. */
async function readTaskFile(folder: string, name: string): Promise<FileTask | string | null> {
  const path = `${folder}/${name}`;
  const file = await readStateFile(path);
  if (file.state === "absent") return null;
  if (file.state === "broken") return `tasks: ${file.problem}`;
  return {
    id: lineField(file.fields, "id", 100) || name.slice(0, -".json".length),
    subject: lineField(file.fields, "subject", 200),
    status: lineField(file.fields, "status", 40),
    file: path,
    changedAt: Bun.file(path).lastModified,
  };
}

/** An id that is not a plain name must not decide where we write. */
function taskFilePath(dir: string, id: string): string {
  const name = /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : `task-${Bun.hash(id).toString(36)}`;
  return `${dir}/tasks/${name}.json`;
}
