// A file that is written piece by piece and appears under its name only when it is whole.
import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { ensureFolder } from "./runtime-dir.ts";

export interface DraftFile {
  write(bytes: Uint8Array): void;
  /** Puts it in its place; the path. */
  keep(): string;
  drop(): void;
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
const ENDING = ".tmp";
/** No writer takes so long: what is older was left by one that was killed. */
const ABANDONED_MS = 3_600_000;

export function openDraft(projectDir: string, folder: string, name: string): DraftFile {
  const dir = ensureFolder(projectDir, folder);
  removeAbandoned(dir, Date.now());
  const draft = `${dir}/${name}.${randomUUID()}${ENDING}`;
  const file = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    write(bytes) {
      for (let sent = 0; sent < bytes.length; ) sent += writeSync(file, bytes, sent);
    },
    keep() {
      fsyncSync(file);
      close();
      renameSync(draft, `${dir}/${name}`);
      return `${dir}/${name}`;
    },
    drop() {
      close();
      rmSync(draft, { force: true });
    },
  };
}

function removeAbandoned(dir: string, now: number): void {
  for (const name of readdirSync(dir)) {
    if (!name.endsWith(ENDING)) continue;
    const stat = statSync(`${dir}/${name}`, { throwIfNoEntry: false });
    if (stat && now - stat.mtimeMs > ABANDONED_MS) rmSync(`${dir}/${name}`, { force: true });
  }
}
