// Git's merge driver for memory files: an entry in the person's own git config, and a line in their own git attributes. A clone can
// configure neither.
import { existsSync } from "node:fs";
import { type Environment, executablePath } from "../config/environment.ts";
import { quoteForShell } from "../text/printable.ts";
import { type AgentFile, type FileEdit, planFile } from "./agents/agent-file.ts";
import { fingerprint, type Manifest } from "./manifest.ts";

type Home = Pick<Environment, "home" | "holdfastHome" | "path">;

const ATTRIBUTES = "**/.claude/memory/**/*.md merge=holdfast-memory\n";
const SECTION = /^\[merge "holdfast-memory"\]\n(?:[\t ].*\n?)*/m;

/** Whether there is a git that could use it. */
export function canMerge(env: Home): boolean {
  return Bun.which("git", { PATH: env.path }) !== null;
}

export function planMergeDriver(env: Home, manifest: Manifest, isWanted: boolean): Promise<FileEdit[]> {
  const known = manifest.mergeDriver?.files ?? {};
  return Promise.all(
    [configFile(env), attributesFile(env)].map((file) => planFile(file, known[file.path], isWanted)),
  );
}

export function recordMergeDriver(
  isWanted: boolean,
  edits: readonly FileEdit[],
): NonNullable<Manifest["mergeDriver"]> {
  const files = edits.flatMap(({ settings, original, text }) =>
    text === null || !isWanted ? [] : [[settings.path, { original, hash: fingerprint(text) }] as const],
  );
  return { isWanted, files: Object.fromEntries(files) };
}

function configFile(env: Home): AgentFile {
  const own = `${env.home}/.gitconfig`;
  const other = `${env.home}/.config/git/config`;
  // Git writes into the second only if the first does not exist.
  const path = !existsSync(own) && existsSync(other) ? other : own;
  const driver = `${quoteForShell(executablePath(env))} merge-memory %O %A %B %P`;
  const section = `[merge "holdfast-memory"]\n\tname = memories of holdfast\n\tdriver = "${driver.replace(/["\\]/g, "\\$&")}"\n`;
  return fileWith(path, "merge driver for memory files", section, SECTION);
}

function attributesFile({ home }: Home): AgentFile {
  return fileWith(`${home}/.config/git/attributes`, "which files it merges", ATTRIBUTES, ATTRIBUTES);
}

/** Our part comes last. */
function fileWith(path: string, what: string, own: string, pattern: string | RegExp): AgentFile {
  return {
    path,
    what,
    check: () => {},
    add: (text) =>
      `${text === null || text === "" || text.endsWith("\n") ? (text ?? "") : `${text}\n`}${own}`,
    remove(text, original) {
      const without = text.replace(pattern, "");
      return without === "" && original === null ? null : without;
    },
    isSame: (one, other) => one === other,
  };
}
