// Temporary homes and projects, under a path with a space in it, removed when the process ends.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const folders = new Set<string>();
process.on("exit", cleanup);

export type ProjectOptions = { git?: boolean; files?: Record<string, string> };

export function makeTempHome(): string {
  return makeTempFolder("home");
}

export function makeTempProject(options: ProjectOptions = {}): string {
  const project = makeTempFolder("project");
  for (const [path, content] of Object.entries(options.files ?? {})) writeFileIn(project, path, content);
  if (options.git) commitEverything(project);
  return project;
}

export function makeTempFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `holdfast ${name}-`)));
  folders.add(folder);
  return folder;
}

export function writeFileIn(folder: string, path: string, content: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** Removes every folder made so far. A client that is still ending may write while we remove: hence the retries. */
export function cleanup(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  folders.clear();
}

function commitEverything(project: string): void {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"];
  for (const args of [["init", "-q", "-b", "main"], ["add", "-A"], [...identity, "commit", "-qm", "Start", "--allow-empty"]]) {
    const { exitCode, stderr } = Bun.spawnSync(["git", ...args], { cwd: project });
    if (exitCode !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
  }
}
