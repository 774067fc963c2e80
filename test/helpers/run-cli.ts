// Runs a command line in this process, and returns the output and exit code of `bin/cli.ts`.

import { toPublicJson } from "../../src/cli/command.ts";
import { dispatch } from "../../src/cli/dispatch.ts";
import type { Environment } from "../../src/config/environment.ts";
import { UserError } from "../../src/text/user-error.ts";

export interface CliRun {
  exitCode: number;
  text: string;
  json: unknown;
}

const plain = (text: string) => text;

export function runCli(env: Environment, cwd: string, ...words: string[]): Promise<CliRun> {
  return run(env, cwd, words, false);
}

/** As a person at a terminal, who is asked nothing. */
export function runCliAtTerminal(env: Environment, cwd: string, ...words: string[]): Promise<CliRun> {
  return run(env, cwd, words, true);
}

async function run(env: Environment, cwd: string, words: string[], interactive: boolean): Promise<CliRun> {
  const lines: string[] = [];
  let json: unknown;
  const out = {
    line: (text = "") => void lines.push(text),
    error: (text: string) => void lines.push(text),
    json: (value: unknown) => {
      json = structuredClone(toPublicJson(value));
    },
    style: { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain },
    draw: () => {},
    redraw: () => {},
    interactive,
    width: 80,
  };
  try {
    const exitCode = await dispatch(words, { env, cwd, out });
    return { exitCode, text: lines.join("\n"), json };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { exitCode: 1, text: [...lines, error.message, error.hint].join("\n"), json };
  }
}
