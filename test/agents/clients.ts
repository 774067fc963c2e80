// The clients of other agents from npm, in a cache folder outside the repository: pinned versions, or with
// HOLDFAST_TEST_AGENTS=newest those that people get today.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export const HOSTS = ["codex", "copilot", "qwen", "gemini"] as const;
export type HostName = (typeof HOSTS)[number];

export function isHostName(value: string): value is HostName {
  return HOSTS.some((host) => host === value);
}

interface Package {
  name: string;
  version: string;
  /** The file that Node runs. */
  program: string;
}

export const CLIENTS: Record<HostName, Package> = {
  codex: { name: "@openai/codex", version: "0.169.0", program: "bin/codex.js" },
  copilot: { name: "@github/copilot", version: "1.0.102", program: "npm-loader.js" },
  gemini: { name: "@google/gemini-cli", version: "0.61.0", program: "bundle/gemini.js" },
  qwen: { name: "@qwen-code/qwen-code", version: "0.24.4", program: "cli-entry.js" },
};

/** Qwen needs Node 22 or later, so no client depends on the Node that is installed here. */
const NODE: Package = { name: "node", version: "24.21.0", program: "bin/node" };

/** About 1.6 GB when all clients are installed. */
export const cacheFolder =
  process.env.HOLDFAST_TEST_CLIENTS ??
  join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "holdfast-test-clients");

/** Of this process. Not in the temp folder, where sandboxed commands may write. */
export const placesFolder = join(cacheFolder, `places-${process.pid}`);

/** Of one attempt. */
const MAX_INSTALL_MS = 150_000;

/** The command that starts the client; installs it first if it is not in the cache. */
export async function installClient(host: HostName): Promise<string[]> {
  const pinned = CLIENTS[host];
  const version = process.env.HOLDFAST_TEST_AGENTS === "newest" ? newestOf(pinned.name) : pinned.version;
  return Promise.all([installPackage(NODE), installPackage({ ...pinned, version })]);
}

function newestOf(name: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["npm", "view", name, "version"]);
  if (exitCode !== 0) throw new Error(`npm does not say which version of ${name} is the newest:\n${stderr}`);
  return stdout.toString().trim();
}

const installing = new Map<string, Promise<string>>();

function installPackage(wanted: Package): Promise<string> {
  const started = installing.get(wanted.name) ?? placePackage(wanted);
  installing.set(wanted.name, started);
  started.catch(() => installing.delete(wanted.name));
  return started;
}

/** Installs under another name and renames it, so that an interrupted install leaves no incomplete folder. */
async function placePackage({ name, version, program }: Package): Promise<string> {
  const folder = join(cacheFolder, `${name.replace(/^@.*\//, "")}-${version}`);
  const path = join(folder, "node_modules", name, program);
  if (existsSync(path)) return path;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "package.json"), '{"private":true}\n');
  const args = [
    "install",
    "--save-exact",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    `${name}@${version}`,
  ];
  const npm = Bun.spawn(["npm", ...args], {
    cwd: draft,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: MAX_INSTALL_MS,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr, exitCode] = await Promise.all([npm.stdout.text(), npm.stderr.text(), npm.exited]);
  if (exitCode !== 0 || !existsSync(join(draft, "node_modules", name, program))) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`npm could not install ${name}@${version}:\n${stdout}${stderr}`);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return path;
}
