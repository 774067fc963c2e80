// Looks into JSON of unknown shape.

const PATHS = ["file_path", "notebook_path", "filePath", "path"];

export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** null when it is no text, or an empty one. */
export function textOf(value: unknown, key: string): string | null {
  const field = fieldOf(value, key);
  return typeof field === "string" && field !== "" ? field : null;
}

// Which files a call names.
export function filesTouched(input: unknown, response: unknown): string[] {
  const paths: string[] = [];
  const add = (path: string | null) => {
    if (path !== null && !paths.includes(path)) paths.push(path);
  };
  for (const key of PATHS) add(textOf(input, key));
  add(textOf(response, "filePath"));
  add(textOf(fieldOf(response, "file"), "filePath"));
  return paths;
}

/** Words of a command that may name a file. */
export function pathsInCommand(command: string): string[] {
  if (!command.includes("/") && !command.includes(".")) return [];
  return splitWords(command);
}

function splitWords(command: string): string[] {
  return command
    .slice(0, 20_000)
    .split(/[\s'"`;|&<>()=]+/)
    .filter((word) => /[./]/.test(word));
}
