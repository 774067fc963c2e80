// Runs one command like `bin/cli.ts`, in its own home and project, and keeps its output.
import { type Command, type Invocation, type Output, toPublicJson } from "../../../src/cli/command.ts";
import { type Environment, readEnvironment } from "../../../src/config/environment.ts";
import type { Style } from "../../../src/text/wrap.ts";

export interface Invoked {
  exitCode: number;
  text: string;
  json: unknown;
}

export interface Place {
  home: string;
  project: string;
  variables?: Record<string, string>;
}

const plain = (text: string) => text;
const PLAIN: Style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

export async function invoke(
  command: Command,
  place: Place,
  options: Record<string, string | boolean> = {},
): Promise<Invoked> {
  const lines: string[] = [];
  let json: unknown;
  const out: Output = {
    line: (text = "") => lines.push(text),
    error: (text) => lines.push(text),
    json: (value) => {
      json = structuredClone(toPublicJson(value));
    },
    style: PLAIN,
    draw: () => {},
    redraw: () => {},
    interactive: false,
    width: 80,
  };
  const exitCode =
    (await command.run({
      options: { project: place.project, ...options } as Invocation["options"],
      positionals: [],
      env: environmentOf(place),
      cwd: place.project,
      out,
    })) ?? 0;
  return { exitCode, text: lines.join("\n"), json };
}

export function environmentOf({ home, variables }: Place): Environment {
  return readEnvironment({ HOME: home, ...variables });
}
