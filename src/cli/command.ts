// The contract of a command: one table gives parsing, types and the help page.
import type { Environment } from "../config/environment.ts";

interface OptionSpec {
  /** "list": a string that may be given several times. */
  type: "boolean" | "string" | "list";
  /** One line for the help page. */
  help: string;
  /** Placeholder for the value of a string option, such as `8h`. */
  value?: string;
}

export type OptionTable = Record<string, OptionSpec>;

export type OptionValues<T extends OptionTable> = {
  [K in keyof T]?: T[K]["type"] extends "boolean" ? boolean : T[K]["type"] extends "list" ? string[] : string;
};

/** Where a command writes; only `bin/` knows what is behind it. */
export interface Output {
  line(text?: string): void;
  error(text: string): void;
  json(value: unknown): void;
  /** One line on a terminal that the next call overwrites; an empty text removes it. */
  draw(text: string): void;
  /** Colours, or plain text when the output is not a terminal. */
  style: Style;
  /** A person sits at the terminal and can be asked. */
  interactive: boolean;
}

export type Style = Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", (text: string) => string>;

export interface Invocation<T extends OptionTable = OptionTable> {
  options: OptionValues<T>;
  positionals: string[];
  env: Environment;
  /** The folder the command was run in. */
  cwd: string;
  out: Output;
}

export interface Command {
  /** What follows the name on the usage line, without the options. */
  usage?: string;
  /** Further sentences on the help page; its first line comes from the registry. */
  details?: string;
  examples: string[];
  options: OptionTable;
  /** How many positionals are accepted; none when left out. */
  maxPositionals?: number;
  /** Resolves to the exit code. */
  run(invocation: Invocation): Promise<number>;
}

export function defineCommand<const T extends OptionTable>(
  command: Omit<Command, "options" | "run"> & {
    options: T;
    run(invocation: Invocation<T>): Promise<number>;
  },
): Command {
  // The parser only yields the keys of this command's own table, so the narrower type holds.
  return command as unknown as Command;
}
