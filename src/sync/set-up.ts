// Joins a remote, and leaves it.
import { rmSync } from "node:fs";
import { type Environment, userConfigPath } from "../config/environment.ts";
import { replacePrivateFile } from "../platform/atomic-file.ts";
import { readSmallFile } from "../platform/files.ts";
import { inMemoryTransaction, type Store } from "../store/open.ts";
import { setValueAt } from "../text/json-edit.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import { UserError } from "../text/user-error.ts";
import type { Backend } from "./backend.ts";
import type { MachineKey } from "./machine-key.ts";
import { createRecoveryCode, introduce, listMachines, useRecoveryCode } from "./machines.ts";
import { savePassword } from "./open-backend.ts";
import { markAllChanged } from "./run-sync.ts";
import { dropTeamRows, markAllUnsent, storePulledRows, writeState } from "./sync-rows.ts";

export interface Joining {
  /** For the first machine: the code that confirms a later one when no other machine is left. Shown once. */
  recoveryCode: string | null;
  /** Whether there are other machines, which do not know this one. */
  isUnknown: boolean;
}

/** Nothing is stored before the remote has answered. */
export async function joinRemote(
  store: Store,
  key: MachineKey,
  backend: Backend,
  { name, recoveryCode }: { name: string; recoveryCode: string | null },
): Promise<Joining> {
  const team = await backend.findTeam();
  const batches = await Array.fromAsync(backend.pull(null, []));
  return inMemoryTransaction(store, () => {
    // Everything is new to another remote. The cursor is set by the first sync, which compares the files with what was pulled.
    markAllUnsent(store);
    writeState(store, "cursor", null);
    for (const { rows } of batches) storePulledRows(store, rows, team?.developer ?? null);
    markAllChanged(store);
    introduce(store, key, name);
    if (recoveryCode !== null && !useRecoveryCode(store, key, recoveryCode))
      throw new UserError(
        "recovery-code",
        "this is not the recovery code of this remote",
        "Check each letter, or leave it out and confirm this machine on another one.",
      );
    const others = listMachines(store, key).filter(({ isOwn, isRecovery }) => !isOwn && !isRecovery);
    const isUnknown = others.length > 0 && !others.some(({ isConfirmed }) => isConfirmed);
    return { recoveryCode: others.length === 0 ? createRecoveryCode(store, key) : null, isUnknown };
  });
}

/** The person's memories stay, here and on the remote; what others of a team wrote is the team's. */
export function leaveRemote(env: Environment, store: Store): void {
  saveUrl(env, "");
  savePassword(env, "");
  inMemoryTransaction(store, () => {
    writeState(store, "cursor", null);
    writeState(store, "last", null);
    dropTeamRows(store);
  });
  for (const folder of ["sync/remote.git", "memory/team", "memory/rules"])
    rmSync(`${env.holdfastHome}/${folder}`, { recursive: true, force: true });
}

/** In the user's own file, whose other bytes stay. */
export function saveUrl(env: Environment, url: string): void {
  const path = userConfigPath(env);
  const file = readSmallFile(path);
  const before = file.state === "read" ? file.text : "";
  const isUsable = before.trim() === "" || isRecord(parseJson(before));
  const after = isUsable ? setValueAt(before, ["sync", "url"], url) : null;
  if (after === null || (file.state !== "read" && file.state !== "absent"))
    throw new UserError("bad-config", `${path} cannot be changed`, "`holdfast config check` says why.");
  replacePrivateFile(path, after.endsWith("\n") ? after : `${after}\n`);
}
