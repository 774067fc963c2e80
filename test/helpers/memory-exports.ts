// A project with two memories, a folder to export them to, and an import into another project.
import { type Environment, readEnvironment } from "../../src/config/environment.ts";
import { runCli } from "./run-cli.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "./temp.ts";

interface Exporting {
  env: Environment;
  project: string;
  folder: string;
}

export async function makeExporting(): Promise<Exporting> {
  const env = readEnvironment({ HOME: makeTempHome() });
  const project = makeTempProject({});
  for (const [title, category, body] of [
    ["Use pnpm", "preference", "Always."],
    ["Drop Redis", "decision", "Too slow."],
  ] as const)
    await runCli(env, project, "memory", "save", title, "--category", category, "--body", body);
  return { env, project, folder: makeTempFolder("used folder") };
}

/** Returns the titles of the imported memories. */
export async function importElsewhere(folder: string): Promise<string[]> {
  const other = makeTempProject({});
  const own = readEnvironment({ HOME: makeTempHome() });
  await runCli(own, other, "memory", "import", folder);
  const { text } = await runCli(own, other, "memory", "export", "--scope", "all", "--status", "any");
  const lines = text.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line).title).toSorted();
}
