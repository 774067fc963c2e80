// What travels between machines: signed rows. A row is what one machine says about one memory (or machine, rule, day), and
// only that machine writes it. So rows never conflict on a remote: the newer version of a row replaces the older one, and
// what several machines say about the same memory is merged on each machine by one function (../memory/merge-edits.ts). A remote stores rows and
// understands none of them.
import { createPublicKey, sign, verify } from "node:crypto";
import { isPlainName } from "../text/printable.ts";
import { isRecord } from "../text/unknown-values.ts";
import type { MachineKey } from "./machine-key.ts";

/**
 * - memory: a machine's edits of a memory
 * - session: what an ended session did
 * - rule: somebody with the right to do so made a team member's memory a rule of the project
 * - machine: a machine introduces itself, or confirms another one
 * - decisions: counts of a day, with `sync.decisions`
 */
export const ROW_KINDS = ["memory", "session", "rule", "machine", "decisions"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export interface Row {
  kind: RowKind;
  /** Of the memory, machine or day: only letters, digits and `_ . : @ / -`. */
  id: string;
  /** Who writes the row: the beginning of the hash of its public key. */
  machine: string;
  /** The project's name, which all machines share; "" for what belongs to the person or to no project. */
  project: string;
  /** Grows with each change of this row. */
  version: number;
  /** A tombstone: the payload and the project are empty. */
  deleted: boolean;
  /** JSON; the remote does not read it, except that of `decisions`. */
  payload: string;
  /** Ed25519 over everything above, as base64. */
  signature: string;
}

/** The key of a row on a remote. */
export type RowKey = Pick<Row, "kind" | "id" | "machine">;

export interface PulledRow extends Row {
  /** The developer who wrote it, if the remote knows: a name that only the server can give. */
  author: string | null;
}

export const MAX_ROW_BYTES = 256 * 1024;
export const MAX_VERSION = 2 ** 48;
const MAX_ID = 200;
const MAX_PROJECT = 300;
const MACHINE = /^[0-9a-f]{32}$/;
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** null for what is not a row, whoever sent it. */
export function readRow(value: unknown): Row | null {
  if (!isRecord(value)) return null;
  const { kind, id, machine, project, version, deleted, payload, signature } = value;
  const known = ROW_KINDS.find((each) => each === kind);
  if (known === undefined || typeof id !== "string" || typeof machine !== "string") return null;
  if (typeof project !== "string" || typeof payload !== "string" || typeof signature !== "string")
    return null;
  if (id.length > MAX_ID || !isPlainName(id) || !MACHINE.test(machine)) return null;
  if (project.length > MAX_PROJECT || (project !== "" && !isPlainName(project))) return null;
  if (!Number.isSafeInteger(version) || Number(version) < 1 || Number(version) > MAX_VERSION) return null;
  if (payload.length > MAX_ROW_BYTES || !SIGNATURE.test(signature) || typeof deleted !== "boolean")
    return null;
  if (deleted && payload + project !== "") return null;
  return { kind: known, id, machine, project, version: Number(version), deleted, payload, signature };
}

export function signRow(row: Omit<Row, "machine" | "signature">, key: MachineKey): Row {
  const unsigned = { ...row, machine: key.machine };
  return { ...unsigned, signature: sign(null, signedBytes(unsigned), key.privateKey).toString("base64") };
}

/** `publicKey`: of the machine that the row names, as DER. */
export function isSignedBy(row: Row, publicKey: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: "der", type: "spki" });
  return verify(null, signedBytes(row), key, Buffer.from(row.signature, "base64"));
}

function signedBytes(row: Omit<Row, "signature">): Buffer {
  const { kind, id, machine, project, version, deleted, payload } = row;
  return Buffer.from(JSON.stringify(["holdfast", kind, id, machine, project, version, deleted, payload]));
}
