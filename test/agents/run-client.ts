// One headless run of another agent's real client, in an empty home and project, against the scripted model.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { endGroup } from "../helpers/client-process.ts";
import type { Place } from "../helpers/holdfast.ts";
import { addFiles, writeFileIn } from "../helpers/temp.ts";
import { type HostName, installClient, placesFolder } from "./clients.ts";
import { HOST_RUNS, writeSettings } from "./command-lines.ts";
import { type ModelCall, type ScriptedAnswer, startScriptedModel } from "./scripted-model.ts";

export interface ClientPlace extends Place {
  host: HostName;
  /** Whether commands run in the host's default sandbox. */
  sandboxed: boolean;
  /** The client would ask a person, and refuses because there is none. */
  asksPermission?: boolean;
}

export interface ClientRun {
  exitCode: number;
  output: string;
  /** What the model was asked, oldest first. */
  calls: ModelCall[];
}

const TIME_LIMIT_MS = 90_000;

export function makeClientPlace(
  host: HostName,
  { sandboxed = false, files = {} }: { sandboxed?: boolean; files?: Record<string, string> } = {},
): ClientPlace {
  mkdirSync(placesFolder, { recursive: true });
  const folder = mkdtempSync(join(placesFolder, `${host}-`));
  const place = { host, sandboxed, home: join(folder, "home"), project: join(folder, "project") };
  mkdirSync(place.home);
  for (const [path, content] of Object.entries({ "notes.txt": "Notes.\n", ...files }))
    writeFileIn(place.project, path, content);
  Bun.spawnSync(["git", "init", "-q", "-b", "main", "--template="], { cwd: place.project });
  addFiles(place.project, {});
  writeSettings(place);
  return place;
}

export function removeClientPlaces(): void {
  try {
    rmSync(placesFolder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A client that is just ending may still write there. What is left harms no test.
  }
}

export async function runClient(
  place: ClientPlace,
  script: readonly ScriptedAnswer[],
  prompt = "Do the work.",
): Promise<ClientRun> {
  const command = await installClient(place.host);
  const model = startScriptedModel(script);
  const { args, env } = HOST_RUNS[place.host].commandLine(place, model.url, prompt);
  const child = Bun.spawn([...command, ...args], {
    cwd: place.project,
    env: {
      HOME: place.home,
      PATH: process.env.PATH ?? "",
      TERM: "dumb",
      NO_COLOR: "1",
      ...env,
      ...place.env,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
  });
  const limit = setTimeout(() => endGroup(child.pid), TIME_LIMIT_MS);
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  clearTimeout(limit);
  await model.stop();
  return { exitCode, output: stdout + stderr, calls: model.calls };
}
