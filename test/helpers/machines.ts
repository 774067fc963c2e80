// Machines of one person: each has a home of its own and a clone of the same project, and all share a git remote in a folder.
import { type Environment, readEnvironment } from "../../src/config/environment.ts";
import { type CliRun, runCli, runCliAtTerminal } from "./run-cli.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "./temp.ts";

export interface TestMachine {
  name: string;
  env: Environment;
  project: string;
  run(...words: string[]): Promise<CliRun>;
  /** Returns the id. */
  save(title: string, ...words: string[]): Promise<string>;
  sync(): Promise<CliRun>;
  /** "title" of what is active, sorted. */
  titles(): Promise<string[]>;
}

export interface ListedMemory {
  id: string;
  title: string;
  status: string;
  origin: string;
  who: string;
  file: string;
  personal: boolean;
  machine: string | null;
}

export function makeRemote(): string {
  const url = `${makeTempFolder("remote").replaceAll(" ", "\\ ")}`.replaceAll("\\ ", " ");
  git(url, "init", "--quiet", "--bare", "--initial-branch", "main", `${url}/memories.git`);
  // A path with spaces is no URL.
  return `file://${encodeURI(`${url}/memories.git`)}`;
}

export function git(cwd: string, ...args: string[]): string {
  const run = Bun.spawnSync(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd });
  if (run.exitCode !== 0) throw new Error(run.stderr.toString());
  return run.stdout.toString();
}

/** `origin`: where its project was cloned from; null: nowhere. */
export function makeTestMachine(
  name: string,
  origin: string | null = "git@github.com:acme/shop.git",
): TestMachine {
  const project = makeTempProject({ git: true });
  if (origin !== null) git(project, "remote", "add", "origin", origin);
  const env = readEnvironment({ HOME: makeTempHome(), CLAUDE_PROJECT_DIR: project, PATH: process.env.PATH });
  const run = (...words: string[]) => runCliAtTerminal(env, project, ...words);
  const list = async () => (await runCli(env, project, "memory", "list", "--json")).json as ListedMemory[];
  return {
    name,
    env,
    project,
    run,
    async save(title, ...words) {
      const given = words.includes("--category") ? words : ["--category", "preference", ...words];
      const { json, text } = await runCli(
        env,
        project,
        "memory",
        "save",
        title,
        ...given,
        "--force",
        "--json",
      );
      const { id } = (json ?? {}) as { id?: string };
      if (id === undefined) throw new Error(text);
      return id;
    },
    sync: () => run("sync"),
    titles: async () => (await list()).map(({ title }) => title).toSorted(),
  };
}

/** Set up with a remote; each knows all others. */
export async function joinMachines(url: string, machines: readonly TestMachine[]): Promise<void> {
  let code = "";
  for (const machine of machines) {
    const recovery = code === "" ? [] : ["--recovery", code];
    const { json, text } = await runCli(
      machine.env,
      machine.project,
      "sync",
      "setup",
      url,
      "--name",
      machine.name,
      ...recovery,
      "--json",
    );
    const { recoveryCode } = (json ?? {}) as { recoveryCode?: string | null };
    if (json === undefined) throw new Error(text);
    code ||= recoveryCode ?? "";
  }
  for (const machine of machines) await machine.sync();
}
