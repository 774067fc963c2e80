// Which files a call names.
import { fieldOf, textOf } from "./fields.ts";

const PATHS = ["file_path", "notebook_path", "filePath", "path"];
const MOST = 50;

export function filesTouched(input: unknown, response: unknown): string[] {
  const paths = [
    ...PATHS.map((key) => textOf(input, key)),
    textOf(response, "filePath"),
    textOf(fieldOf(response, "file"), "filePath"),
  ];
  return [...new Set(paths.filter((path) => path !== null))].slice(0, MOST);
}

/** Words of a command that may name a file. */
export function pathsInCommand(command: string): string[] {
  return command
    .slice(0, 20_000)
    .split(/[\s'"`;|&<>()=]+/)
    .filter((word) => /[./]/.test(word));
}
