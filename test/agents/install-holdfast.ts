// Installs holdfast in a host, by its own command.
import { copyFileSync, existsSync, linkSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE, runProgram } from "../helpers/holdfast.ts";
import { placesFolder } from "./clients.ts";
import type { ClientPlace } from "./run-client.ts";

export async function installHoldfast(place: ClientPlace, ...flags: string[]): Promise<void> {
  const { host, home } = place;
  mkdirSync(`${home}/.holdfast/bin`, { recursive: true, mode: 0o700 });
  // Install finds it in place, and need not copy a hundred megabytes.
  linkSync(ownCopy(), `${home}/.holdfast/bin/holdfast`);
  const link = flags.includes("--link") ? [] : ["--no-link"];
  const command = [EXECUTABLE, "install", "--agent", host, "--yes", ...link, ...flags];
  const { exitCode, stdout, stderr } = await runProgram(command, place);
  if (exitCode !== 0) throw new Error(`install failed: ${stdout}${stderr}`);
}

/** In the file system of the places. */
function ownCopy(): string {
  const copy = join(placesFolder, "holdfast");
  if (!existsSync(copy)) copyFileSync(EXECUTABLE, copy);
  return copy;
}
