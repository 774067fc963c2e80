// Temporary homes and projects, under a path with spaces. Those of one process are in one folder named after its id: a script
// removes it on exit; what a test run leaves behind is removed when the next one starts, because `bun test` has no exit event.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const MEMORY = "/dev/shm";
const MIN_FREE_BYTES = 4 * 1024 ** 3;
const prefix = "holdfast tests ";
const ownFolder = join(baseFolder(), `${prefix}${process.pid}`);
process.on("exit", cleanup);
removeLeftovers();

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

/** Replaces the project's files, in a commit if it is a repository. */
export function refillProject(project: string, files: Record<string, string>): void {
  for (const name of readdirSync(project).filter((entry) => entry !== ".git"))
    rmSync(join(project, name), { recursive: true });
  addFiles(project, files);
}

/** Adds files, in a commit if the project is a repository. */
export function addFiles(project: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) writeFileIn(project, path, content);
  if (existsSync(join(project, ".git"))) commitEverything(project);
}

/** Restores the committed files. */
export function restoreProject(project: string): void {
  runGit(project, ["checkout", "-q", "."]);
  runGit(project, ["clean", "-fdq"]);
}

export function makeTempFolder(name: string): string {
  mkdirSync(ownFolder, { recursive: true });
  return mkdtempSync(join(ownFolder, `${name}-`));
}

export function writeFileIn(folder: string, path: string, content: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** Removes every folder made so far. */
export function cleanup(): void {
  try {
    removeOwnFolder();
  } catch {
    // Tests of permissions leave folders that only root could empty.
    Bun.spawnSync(["chmod", "-R", "u+rwX", ownFolder], { stderr: "ignore" });
    try {
      removeOwnFolder();
    } catch {
      // A process is still writing; the rest is removed when the next run starts.
    }
  }
}

/** Retries, because a client that is still ending may write meanwhile. */
function removeOwnFolder(): void {
  rmSync(ownFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

function commitEverything(project: string): void {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
  if (!existsSync(join(project, ".git"))) runGit(project, ["init", "-q", "-b", "main", "--template="]);
  runGit(project, ["add", "-A"]);
  // Git's maintenance would be another background process.
  const commit = ["-c", "maintenance.auto=false", "commit", "-q", "--no-gpg-sign", "--allow-empty"];
  runGit(project, [...identity, ...commit, "-m", "Start"]);
}

function runGit(project: string, args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(["git", ...args], { cwd: project });
  if (exitCode !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
}

/** In memory if there is room, because on a disk tens of thousands of small files take half of the tests' time. */
function baseFolder(): string {
  const usual = realpathSync(tmpdir());
  if (process.env.NODE_ENV !== "test" || process.env.TMPDIR || !existsSync(MEMORY)) return usual;
  const mounted = readFileSync("/proc/mounts", "utf8").split("\n");
  const mayRun = mounted.some((line) => line.includes(` ${MEMORY} tmpfs `) && !line.includes("noexec"));
  const { bavail, bsize } = statfsSync(MEMORY);
  return mayRun && bavail * bsize > MIN_FREE_BYTES ? MEMORY : usual;
}

function removeLeftovers(): void {
  for (const name of readdirSync(dirname(ownFolder)).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length)))) continue;
    try {
      rmSync(join(dirname(ownFolder), name), { recursive: true, force: true });
    } catch {
      // Another user's, or another run is removing it.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
