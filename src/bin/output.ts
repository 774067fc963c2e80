import { type Output, toPublicJson } from "../cli/command.ts";
import type { Environment } from "../config/environment.ts";
import { isTerminal, libc } from "../platform/libc.ts";
import { withoutControls } from "../text/printable.ts";
import { UserError } from "../text/user-error.ts";
import { type Style, wrapLines } from "../text/wrap.ts";

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const DEFAULT_WIDTH = 80;
/** Text is hard to read in narrower and in wider lines. */
const [MIN_WIDTH, MAX_WIDTH] = [40, 120];

/** A random number in our own colour codes. Text that was recorded or read from files cannot forge it. */
const COLOUR_KEY = crypto.getRandomValues(new Uint32Array(1))[0];
const KEYED_COLOUR = new RegExp(`\u001b\\[(\\d+);${COLOUR_KEY}m`);

/** Uses system calls: `process.stdout` and node:fs take longer to load than most commands take to run. */
export function createOutput(
  env: Environment,
  { forPerson }: { forPerson: boolean },
): Output & { readonly hasJson: boolean } {
  const onTerminal = isTerminal(STDOUT);
  let hasJson = false;
  return {
    get hasJson() {
      return hasJson;
    },
    line: (text = "", how) => {
      const shown = forTerminal(text);
      write(STDOUT, `${forPerson && onTerminal && how !== "unwrapped" ? fitLines(shown) : shown}\n`);
    },
    error: (text) =>
      write(STDERR, `${isTerminal(STDERR) ? fitLines(forTerminal(text)) : forTerminal(text)}\n`),
    json: (value) => {
      hasJson = true;
      write(STDOUT, `${withoutControls(JSON.stringify(toPublicJson(value), null, 2))}\n`);
    },
    draw: (text) => {
      if (process.env.TERM === "dumb") return; // It cannot overwrite a line.
      write(
        STDOUT,
        text === "" ? "\r\u001b[K\u001b[?25h" : `\u001b[?25l\r\u001b[K${fitLine(forTerminal(text))}`,
      );
    },
    redraw: (text) => write(STDOUT, `\u001b[H\u001b[2J${fitLines(forTerminal(text))}\n`),
    style: createStyle(onTerminal && !env.noColor),
    interactive: forPerson && onTerminal && isTerminal(STDIN),
    get width() {
      const columns = (onTerminal && process.stdout.columns) || DEFAULT_WIDTH;
      return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns));
    },
  };
}

/** What a command prints may quote text of others: of its escape sequences, only our own colours are kept. */
function forTerminal(text: string): string {
  return text
    .split(KEYED_COLOUR)
    .map((part, index) => (index % 2 === 0 ? withoutControls(part) : `\u001b[${part}m`))
    .join("");
}

function write(file: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
  const sent = libc()?.write(file, bytes, bytes.length) ?? 0;
  if (sent < bytes.length) writeRest(file, bytes, Math.max(0, sent));
}

/** The slow path: after a full pipe or an error, or where libc is not available. */
function writeRest(file: number, bytes: Uint8Array, from: number): void {
  const { writeSync } = process.getBuiltinModule("node:fs");
  for (let sent = from; sent < bytes.length; ) {
    try {
      sent += writeSync(file, bytes, sent);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "EPIPE") return; // The reader has seen enough, as with `| head`.
      if (code === "EAGAIN") continue;
      // An error message that cannot be written has no other place to go.
      if (file === STDERR || code === undefined) return;
      throw new UserError(
        "unwritable",
        `the output cannot be written (${code})`,
        "Check the free space at its destination, then run the command again.",
        { cause: error },
      );
    }
  }
}

/** Breaks lines between words; a terminal would break inside them. */
function fitLines(text: string): string {
  if (text.length <= MIN_WIDTH) return text;
  return wrapLines(
    text,
    Math.max(MIN_WIDTH, process.stdout.columns || process.stderr.columns || DEFAULT_WIDTH),
  );
}

/** A line that wraps could not be overwritten. */
function fitLine(text: string): string {
  const width = process.stdout.columns || DEFAULT_WIDTH;
  return Bun.stringWidth(text) < width ? text : Bun.sliceAnsi(text, 0, width - 1);
}

function createStyle(coloured: boolean): Style {
  const paint = (open: number, close: number) => (text: string) =>
    coloured ? `\u001b[${open};${COLOUR_KEY}m${text}\u001b[${close};${COLOUR_KEY}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
