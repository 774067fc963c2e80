// A tool answers with what a command prints as JSON: the same limits, the same records, the same words for what is wrong.

import type { Output, Style } from "../cli/command.ts";
import { dispatch } from "../cli/dispatch.ts";
import { toPublicJson } from "../cli/public-json.ts";
import { closeLeftOpen } from "../cli/target.ts";
import type { Environment } from "../config/environment.ts";

export interface Caller {
  env: Environment;
  /** The folder the server was started in. */
  cwd: string;
}

export interface CommandAnswer<T> {
  value: T;
  /** What a terminal would see on stderr, such as that only this project is shown. */
  notes: string[];
  exitCode: number;
}

/** `words` as on a command line, without --json. A value that may start with a dash is given as `--name=value` or after `--`. */
export async function callCommand<T>(
  { env, cwd }: Caller,
  command: string,
  words: readonly string[],
): Promise<CommandAnswer<T>> {
  const notes: string[] = [];
  let value: unknown;
  const out: Output = {
    line() {},
    draw() {},
    error: (text) => notes.push(text),
    json: (given) => {
      value = toPublicJson(given);
    },
    style: PLAIN,
    interactive: false,
    width: 80,
  };
  try {
    const exitCode = await dispatch([...command.split(" "), "--json", ...words], { env, cwd, out });
    return { value: value as T, notes, exitCode };
  } finally {
    closeLeftOpen();
  }
}

/** For a value that may be left out. */
export function optionWords(options: Record<string, string | number | undefined>): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}

export function flagWords(flags: Record<string, boolean | undefined>): string[] {
  return Object.entries(flags).flatMap(([name, isOn]) => (isOn ? [`--${name}`] : []));
}

const same = (text: string) => text;
const PLAIN: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };
