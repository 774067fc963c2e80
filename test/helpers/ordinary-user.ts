// Runs what depends on permissions as another user if the tests run as root, to whom permissions do not apply.
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { EXECUTABLE, type Place, type Ran, runProgram } from "./holdfast.ts";
import { makeTempFolder } from "./temp.ts";

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/** Lets the ordinary user reach and read the folder; `writable` also lets them write it. */
export function openTo(path: string, writable = false): void {
  if (writable && isRoot) chownSync(path, NOBODY, NOBODY);
  else chmodSync(path, 0o755);
}

/** Makes a folder and what is in it readable, but not writable, for the ordinary user. */
export function makeReadOnly(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(`${folder}/${name}`, 0o444);
  chmodSync(folder, 0o555);
}

/** One event to a copy of the executable that the ordinary user may run. */
export async function sendEventAsOrdinaryUser(place: Place, event: object): Promise<Ran> {
  const payload = JSON.stringify({ cwd: place.project, session_id: "s1", ...event });
  return runAsOrdinaryUser(place, ["hook"], Buffer.from(payload));
}

export async function runCommandAsOrdinaryUser(place: Place, ...args: string[]): Promise<Ran> {
  return runAsOrdinaryUser(place, args, Buffer.alloc(0));
}

export async function runAsOrdinaryUser(place: Place, args: string[], stdin: Uint8Array): Promise<Ran> {
  const user = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
  openTo(place.project);
  return runProgram([...user, readableCopy(), ...args], place, stdin, { CLAUDE_PROJECT_DIR: place.project });
}

let copy: string | undefined;

/** Made once, because it has a hundred megabytes. */
function readableCopy(): string {
  if (copy === undefined || !existsSync(copy)) {
    copy = `${makeTempFolder("bin")}/holdfast`;
    copyFileSync(EXECUTABLE, copy);
    for (const path of [copy, dirname(copy), dirname(dirname(copy))]) openTo(path);
  }
  return copy;
}
