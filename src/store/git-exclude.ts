// Git ignores what is below `.claude/runtime` by two lines in a repository's `info/exclude`, which holds for all its folders and work
// trees and is never committed. They are there from the first session on, before there is anything to ignore.
import { readSmallFile } from "../platform/files.ts";
import { commonDir } from "../platform/repository.ts";

const PATTERN = "**/.claude/runtime/";
export const EXCLUDED = `# Added by holdfast; \`holdfast uninstall\` removes it.\n${PATTERN}\n`;

/** Does nothing where git ignores it already, or nothing can be written. Never follows a link. */
export async function excludeRuntime(projectDir: string): Promise<void> {
  const path = await excludePath(projectDir);
  const text = path === null ? null : readExclude(path);
  if (path === null || text === null || text.split("\n").includes(PATTERN)) return;
  const { appendToPlainFile } = await import("./runtime-files.ts");
  appendToPlainFile(path, `${text === "" || text.endsWith("\n") ? "" : "\n"}${EXCLUDED}`);
}

/** Of the repository of a folder; null without one. */
export async function excludePath(dir: string): Promise<string | null> {
  const gitDir = await commonDir(dir);
  return gitDir === null ? null : `${gitDir}/info/exclude`;
}

/** null when it is not a readable file. */
export function readExclude(path: string): string | null {
  const file = readSmallFile(path, { followsLink: false });
  if (file.state === "absent") return "";
  return file.state === "read" ? file.text : null;
}
