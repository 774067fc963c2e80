import { closeSync, constants, openSync, writeSync } from "node:fs";

const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;

/** Appends to a file, and fails at once where a pipe without a reader stands in its place. */
export function appendFile(path: string, text: string): void {
  const file = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}
