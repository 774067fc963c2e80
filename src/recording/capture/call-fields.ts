// Fields of a tool call, whose JSON can have any shape.
import { isRecord } from "../../text/unknown-values.ts";

const PATH_FIELDS = ["file_path", "notebook_path", "filePath", "path"];
const MAX_DEPTH = 6;
const WINDOWS_PATH = /^[A-Za-z]:[\\/]/;

export function fieldOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** null when the field is not a string, or empty. */
export function textField(value: unknown, key: string): string | null {
  const field = fieldOf(value, key);
  return typeof field === "string" && field !== "" ? field : null;
}

/** All texts in JSON of any shape, in order; of an object with a text, only that. */
export function textsIn(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return "";
  const text = fieldOf(value, "text");
  if (typeof text === "string") return text;
  return Object.values(value)
    .map((part) => textsIn(part, depth + 1))
    .filter(Boolean)
    .join("\n");
}

export function filesTouched(input: unknown, response: unknown): string[] {
  const paths: string[] = [];
  const add = (path: string | null) => {
    if (path !== null && !paths.includes(path)) paths.push(path);
  };
  for (const key of PATH_FIELDS) add(textField(input, key));
  add(textField(response, "filePath"));
  add(textField(fieldOf(response, "file"), "filePath"));
  return paths;
}

/** Of a search in files, which shows what it finds in them. */
export function searchedGlobs(input: unknown): string[] {
  const glob = textField(input, "glob");
  return glob === null ? [] : [glob];
}

/** Paths outside the project stay as they are. */
export function relativeToProject(path: string, projectDir: string | null): string {
  if (projectDir === null) return path;
  if (path.startsWith(`${projectDir}/`)) return path.slice(projectDir.length + 1);
  if (!WINDOWS_PATH.test(path) || !WINDOWS_PATH.test(projectDir)) return path;
  const [file, folder] = [path, projectDir].map((one) => one.replaceAll("\\", "/")) as [string, string];
  const isInside = file.toLowerCase().startsWith(`${folder.toLowerCase()}/`);
  return isInside ? file.slice(folder.length + 1) : path;
}
