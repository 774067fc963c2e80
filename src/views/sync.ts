// Sync as `sync status`, doctor and the dashboard show it.
import type { Environment } from "../config/environment.ts";
import type { Config } from "../config/schema.ts";
import type { Store } from "../store/open.ts";
import { readMachineKey } from "../sync/key-file.ts";
import { codeOf, listMachines } from "../sync/machines.ts";
import { isTeamUrl } from "../sync/postgres/team-url.ts";
import { type LastSync, readLast } from "../sync/run-sync.ts";
import { countUnsentRows } from "../sync/sync-rows.ts";
import { line } from "./shared.ts";

export interface SyncMachine {
  name: string;
  state: "this" | "confirmed" | "unknown";
  /** Both machines show it; null for those that need none. */
  code: string | null;
}

export interface SyncStatus {
  /** null: not set up. */
  url: string | null;
  /** The person's name in a team; null: the remote is the person's own. */
  developer: string | null;
  last: LastSync | null;
  unsent: number;
  machines: SyncMachine[];
}

export function readSyncStatus(env: Environment, store: Store, config: Config): SyncStatus {
  const key = readMachineKey(env);
  const url = config.sync.url === "" ? null : line(config.sync.url);
  const isTeam = isTeamUrl(config.sync.url);
  const developer = isTeam ? line(decodeURIComponent(new URL(config.sync.url).username)) : null;
  if (key === null) return { url, developer, last: null, unsent: 0, machines: [] };
  const machines = listMachines(store, key)
    .filter(({ isRecovery }) => !isRecovery)
    .map(({ id, name, isOwn, isConfirmed }): SyncMachine => {
      if (isOwn) return { name, state: "this", code: null };
      return isConfirmed
        ? { name, state: "confirmed", code: null }
        : { name, state: "unknown", code: codeOf(key.machine, id) };
    });
  const unsent = countUnsentRows(store, key.machine, isTeam);
  return { url, developer, last: readLast(store), unsent, machines };
}
