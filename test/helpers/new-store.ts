// Opens a new store by copying one that openStore made, because running all migrations takes longer than most tests.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { memoryPath, openLedger, openStore, type Store } from "../../src/store/open.ts";
import { makeTempFolder } from "./temp.ts";

type NewFiles = { ledger: Uint8Array; memory: Uint8Array };
let files: Promise<NewFiles> | undefined;

/** `path`: the ledger's, which must not exist yet. */
export async function openNewStore(path: string): Promise<Store> {
  const { memory } = await readNewFiles();
  await writeLedger(path);
  writePrivate(memoryPath(path), memory);
  return openStore(path);
}

export async function openNewLedger(path: string): Promise<Store> {
  await writeLedger(path);
  return openLedger(path);
}

async function writeLedger(path: string): Promise<void> {
  const { ledger } = await readNewFiles();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writePrivate(path, ledger);
}

function writePrivate(path: string, bytes: Uint8Array): void {
  writeFileSync(path, bytes, { mode: 0o600, flag: "wx" });
}

function readNewFiles(): Promise<NewFiles> {
  files ??= makeNewFiles();
  return files;
}

async function makeNewFiles(): Promise<NewFiles> {
  const path = `${makeTempFolder("store")}/holdfast.db`;
  (await openStore(path)).close();
  return { ledger: readFileSync(path), memory: readFileSync(memoryPath(path)) };
}
