// Which machines are the person's. Each introduces itself with its key and is then unknown: everybody who can write to the remote
// could do that. It is confirmed by a machine that is confirmed itself, by somebody who compared the code that both show,
// or by the recovery code: the secret of a machine that does not exist, which confirmed the first one.

import { cleanTitle } from "../memory/files/clean-memory.ts";
import type { Store } from "../store/open.ts";
import { parseJson } from "../text/unknown-values.ts";
import { type MachineKey, machineKey } from "./machine-key.ts";
import { findRow, introductionOf, listRows, nextVersion, writeOwnRow } from "./sync-rows.ts";

export interface Machine {
  id: string;
  name: string;
  isOwn: boolean;
  /** One of the person's. */
  isConfirmed: boolean;
  /** It stands for the recovery code. */
  isRecovery: boolean;
}

const MAX_NAME = 40;
const RECOVERY_NAME = "recovery code";
/** Without letters that look like a digit. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const CODE_LENGTH = 10;
const RECOVERY_LENGTH = 25;
const GROUP = 5;

/** Those that say they are the person's; in a team, the server knows whose each is. */
export function listMachines(store: Store, own: MachineKey): Machine[] {
  const rows = listRows(store, "machine", "").filter(({ isSigned, author }) => isSigned && author === null);
  const confirmed = new Set([own.machine]);
  for (const trusted of confirmed)
    for (const { id, machine } of rows) if (machine === trusted) confirmed.add(id);
  return rows
    .filter(({ id, machine }) => id === machine)
    .map(({ id, payload }) => ({
      id,
      ...readIntroduction(payload),
      isOwn: id === own.machine,
      isConfirmed: confirmed.has(id),
    }));
}

/** Their ids, with this one. */
export function listConfirmed(store: Store, own: MachineKey): string[] {
  const confirmed = listMachines(store, own).filter(({ isConfirmed }) => isConfirmed);
  return [...new Set([own.machine, ...confirmed.map(({ id }) => id)])];
}

function readIntroduction(payload: string): Pick<Machine, "name" | "isRecovery"> {
  const { name, recovery } = (parseJson(payload) ?? {}) as { name?: unknown; recovery?: unknown };
  const given = typeof name === "string" ? cleanTitle(name.slice(0, MAX_NAME)) : "";
  return { name: given || "a machine without a name", isRecovery: recovery === true };
}

/** Once. */
export function introduce(store: Store, key: MachineKey, name: string): void {
  if (findRow(store, introductionOf(key.machine)) === null) writeIntroduction(store, key, { name });
}

function writeIntroduction(store: Store, key: MachineKey, words: { name: string; recovery?: true }): void {
  const payload = JSON.stringify({ ...words, key: Buffer.from(key.publicKey).toString("base64") });
  const row = { kind: "machine" as const, id: key.machine, project: "", payload };
  writeOwnRow(store, key, row, nextVersion(store, [key.machine]));
}

/** From now on what that machine says is the person's. */
export function confirmMachine(store: Store, by: MachineKey, id: string): void {
  const row = { kind: "machine" as const, id, project: "", payload: "{}" };
  writeOwnRow(store, by, row, nextVersion(store, [by.machine]));
}

/** Makes the code and the machine that stands for it. Nothing here can show the code again. */
export function createRecoveryCode(store: Store, own: MachineKey): string {
  const code = group(lettersOf(crypto.getRandomValues(new Uint8Array(RECOVERY_LENGTH))));
  const recovery = recoveryKey(code);
  writeIntroduction(store, recovery, { name: RECOVERY_NAME, recovery: true });
  confirmMachine(store, recovery, own.machine);
  confirmMachine(store, own, recovery.machine);
  return code;
}

/** False when the code is not that of a known machine. */
export function useRecoveryCode(store: Store, own: MachineKey, code: string): boolean {
  const recovery = recoveryKey(code);
  if (findRow(store, introductionOf(recovery.machine)) === null) return false;
  confirmMachine(store, recovery, own.machine);
  confirmMachine(store, own, recovery.machine);
  return true;
}

function recoveryKey(code: string): MachineKey {
  return machineKey(digest(`holdfast recovery ${normalise(code)}`));
}

/** The same on both machines. Whoever exchanged a key on the way would need one whose hash begins in the same way. */
export function codeOf(one: string, other: string): string {
  const [first, second] = [one, other].toSorted();
  return group(lettersOf(digest(`holdfast code ${first} ${second}`).slice(0, CODE_LENGTH)));
}

export function isSameCode(one: string, other: string): boolean {
  return normalise(one) === normalise(other);
}

function lettersOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

function group(letters: string): string {
  return (letters.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? []).join("-");
}

function normalise(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function digest(text: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher("sha256").update(text).digest().buffer);
}
