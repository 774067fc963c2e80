// Checks that no program that copies files between machines has the database, and how `holdfast sync` is doing.
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { readMachineKey } from "../../../sync/key-file.ts";
import { listMachines } from "../../../sync/machines.ts";
import { readLast } from "../../../sync/run-sync.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { type CheckResult, type DoctorCheck, ok, warn } from "../check.ts";
import { readStoreOr } from "../context.ts";

export const sync: DoctorCheck = {
  id: "sync",
  async run({ env }) {
    const copier = findCopier(realPath(env.holdfastHome));
    const inCopied =
      copier === null
        ? []
        : [
            warn(
              `${env.holdfastHome} is in a folder of ${copier}, which can tear a database apart while it is written`,
              "Move it, and set HOLDFAST_HOME to its new place. `holdfast sync` brings memories to other machines.",
            ),
          ];
    return [...inCopied, await checkRemote(env)];
  },
};

/** Of a path that ends with a slash. */
const FOLDERS: readonly (readonly [RegExp, string])[] = [
  [/\/Dropbox(?: \([^/]+\))?\/|\/CloudStorage\/Dropbox/, "Dropbox"],
  [/\/OneDrive(?: - [^/]+)?\/|\/CloudStorage\/OneDrive/, "OneDrive"],
  [/\/Google ?Drive\/|\/CloudStorage\/GoogleDrive/, "Google Drive"],
  [/\/(?:Mobile Documents|iCloud ?Drive|com~apple~CloudDocs)\//, "iCloud"],
  [/\/CloudStorage\//, "a cloud storage"],
];
/** In a folder that a program copies, at its top. */
const MARKERS: readonly (readonly [string, string])[] = [
  [".stfolder", "Syncthing"],
  [".dropbox", "Dropbox"],
  [".dropbox.cache", "Dropbox"],
];

/** Which program copies this folder to other machines; null: none that is known. */
function findCopier(path: string): string | null {
  const byName = FOLDERS.find(([pattern]) => pattern.test(`${path}/`));
  if (byName !== undefined) return byName[1];
  for (let dir = path; dir !== dirname(dir); dir = dirname(dir)) {
    const marker = MARKERS.find(([name]) => existsSync(`${dir}/${name}`));
    // The client of Dropbox keeps its own state in ~/.dropbox.
    if (marker !== undefined && !(marker[0] === ".dropbox" && existsSync(`${dir}/.dropbox/info.json`)))
      return marker[1];
    if (isOfCloudDesktop(dir)) return "iCloud";
  }
  return null;
}

/** macOS's "Desktop & Documents Folders": iCloud has these two, but they stay where they were. */
function isOfCloudDesktop(dir: string): boolean {
  const name = basename(dir);
  if (name !== "Desktop" && name !== "Documents") return false;
  return existsSync(`${dirname(dir)}/Library/Mobile Documents/com~apple~CloudDocs/${name}`);
}

/** ~/.holdfast may be a link into such a folder. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

async function checkRemote(env: Environment): Promise<CheckResult> {
  const { config } = await loadConfig(env, null);
  if (config.sync.url === "") return ok("memories stay on this machine");
  const key = readMachineKey(env);
  const known =
    key && readStoreOr(env, (store) => ({ last: readLast(store), machines: listMachines(store, key) }), null);
  if (known === null) return ok("nothing was sent or received yet");
  const { last, machines } = known;
  if (last?.problem && last.problem !== "offline")
    return warn(
      `the remote ${printable(last.message)}`,
      "`holdfast sync` tries again. Nothing is lost: what was saved meanwhile is sent then.",
    );
  const unknown = machines.filter(({ isConfirmed, isRecovery }) => !isConfirmed && !isRecovery);
  if (unknown.length > 0)
    return warn(
      `not confirmed: ${unknown.map(({ name }) => printable(name)).join(", ")}`,
      "`holdfast sync status` shows the code of each. If a machine is not yours, change who may write to the remote.",
    );
  if (last === null || last.reachedAt === null) return ok("the remote was not reached yet");
  return ok(`in step with the remote at ${formatTime(last.reachedAt)}`);
}
