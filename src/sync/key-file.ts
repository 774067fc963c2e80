// Where the key of this machine is kept. Whoever has it can speak for the person on all machines.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Environment } from "../config/environment.ts";
import { errorCode } from "../text/unknown-values.ts";
import { UserError } from "../text/user-error.ts";
import { type MachineKey, machineKey } from "./machine-key.ts";

type Home = Pick<Environment, "holdfastHome">;

export const syncDir = (env: Home) => `${env.holdfastHome}/sync`;
const keyPath = (env: Home) => `${syncDir(env)}/machine.key`;
const SEED_BYTES = 32;

/** Made on first use. */
export function openMachineKey(env: Home): MachineKey {
  return readMachineKey(env) ?? createMachineKey(env);
}

/** null: this machine never synchronised. */
export function readMachineKey(env: Home): MachineKey | null {
  let text: string;
  try {
    text = readFileSync(keyPath(env), "utf8").trim();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw unusable(env, errorCode(error), error);
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw unusable(env, "it is damaged");
  return machineKey(new Uint8Array(Buffer.from(text, "hex")));
}

function createMachineKey(env: Home): MachineKey {
  mkdirSync(syncDir(env), { recursive: true, mode: 0o700 });
  const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  const draft = `${keyPath(env)}.${process.pid}`;
  writeFileSync(draft, `${Buffer.from(seed).toString("hex")}\n`, { mode: 0o600 });
  try {
    linkSync(draft, keyPath(env));
  } catch (error) {
    // Another process was first.
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readMachineKey(env) ?? machineKey(seed);
}

function unusable(env: Home, why: string, cause?: unknown): UserError {
  return new UserError(
    "machine-key",
    `${keyPath(env)} cannot be used: ${why}`,
    "Restore it from a backup, or delete it: this machine then has to be confirmed again.",
    { cause },
  );
}
