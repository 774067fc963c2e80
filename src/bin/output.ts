import { writeSync } from "node:fs";
import type { Output, Style } from "../cli/command.ts";
import type { Environment } from "../config/environment.ts";
import { UserError } from "../text/user-error.ts";

const USUAL_WIDTH = 80;

export function createOutput(env: Environment): Output {
  // A terminal that does not know its width says 0, and questions would be drawn a letter a line.
  if (process.stdout.isTTY && !process.stdout.columns) process.stdout.columns = USUAL_WIDTH;
  return {
    line: (text = "") => write(1, `${text}\n`),
    error: (text) => write(2, `${text}\n`),
    json: (value) => write(1, `${JSON.stringify(value, null, 2)}\n`),
    draw: (text) => write(1, text === "" ? "\r\u001b[K\u001b[?25h" : `\u001b[?25l\r\u001b[K${cut(text)}`),
    style: createStyle(process.stdout.isTTY === true && !env.noColor),
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  };
}

function write(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(file, bytes, sent);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "EPIPE") return; // The reader has seen enough.
      if (code === "EAGAIN") continue;
      // Of what it may not say, a command says nothing more.
      if (file === 2 || code === undefined) return;
      throw new UserError(
        "unwritable",
        `the output cannot be written (${code})`,
        "Check the free space of where it goes, then run the command again.",
        { cause: error },
      );
    }
  }
}

/** A line that wraps could not be drawn over. */
function cut(text: string): string {
  const width = process.stdout.columns || USUAL_WIDTH;
  return Bun.stringWidth(text) < width ? text : Bun.sliceAnsi(text, 0, width - 1);
}

function createStyle(coloured: boolean): Style {
  const paint = (open: number, close: number) => (text: string) =>
    coloured ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
