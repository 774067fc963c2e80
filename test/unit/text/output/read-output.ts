import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "outputs");

/** The output of a real run of a tool on a small shop with a few mistakes. */
export function readOutput(tool: string): string {
  return readFileSync(join(folder, `${tool}.txt`), "utf8");
}

export function listOutputs(): string[] {
  return readdirSync(folder).map((name) => name.replace(/\.txt$/, ""));
}
