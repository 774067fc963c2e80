// Takes lines out of the metrics files for good.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { openDraft } from "./draft-file.ts";
import { realFolder } from "./runtime-dir.ts";

const FOLDER = "metrics";
/** Ours are far smaller. */
const LARGEST = 64 * 1024 * 1024;

/** How many lines went. */
export function dropMetricLines(projectDir: string, isGone: (line: string) => boolean): number {
  const dir = realFolder(projectDir, FOLDER);
  if (dir === null) return 0;
  let dropped = 0;
  for (const name of readdirSync(dir)) {
    const stat = lstatSync(`${dir}/${name}`);
    if (!/\.jsonl(?:\.1)?$/.test(name) || !stat.isFile() || stat.size > LARGEST) continue;
    const lines = readFileSync(`${dir}/${name}`, "utf8").split("\n");
    const kept = lines.filter((line) => line === "" || !isGone(line));
    if (kept.length === lines.length) continue;
    dropped += lines.length - kept.length;
    const draft = openDraft(projectDir, FOLDER, name);
    draft.write(Buffer.from(kept.join("\n")));
    draft.keep();
  }
  return dropped;
}
