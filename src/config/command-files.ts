// The project's files that may bring commands: what `holdfast trust` shows and vouches for.
import { readSmallFile } from "../platform/files.ts";

export interface CommandFile {
  /** Within the project. */
  name: string;
  path: string;
  /** null when the file is there but cannot be read: such a file is never trusted. */
  content: { text: string; sha256: string } | null;
}

const COMMAND_FILES = [".claude/holdfast.json"];

/** Only those that are there. */
export async function readCommandFiles(projectDir: string): Promise<CommandFile[]> {
  const files = await Promise.all(COMMAND_FILES.map((name) => readCommandFile(projectDir, name)));
  return files.filter((file) => file !== null);
}

async function readCommandFile(projectDir: string, name: string): Promise<CommandFile | null> {
  const path = `${projectDir}/${name}`;
  const file = await readSmallFile(path);
  if (file.state === "absent") return null;
  if (file.state === "refused") return { name, path, content: null };
  return { name, path, content: { text: file.text, sha256: sha256(file.text) } };
}

function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
