// Records the log that a real client keeps of its session, without the client's own long texts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findAgentLog, logFolders } from "../../src/protocol/agent-log.ts";
import { findTranscriptsIn } from "../../src/recording/ingest/session-files.ts";
import type { ClientPlace } from "./run-client.ts";

const FIXTURES = join(import.meta.dir, "../fixtures/agent-logs");
/** Longer texts are instructions for the model. */
const MAX_TEXT = 500;

/** `normalise`: replaces ids, times and paths. */
export function recordLogs(
  place: ClientPlace,
  name: string,
  normalise: (records: object[]) => object[],
): void {
  const { files } = findTranscriptsIn(logFolders({ home: place.home, movedFolders: {} }));
  const logs = files.filter(({ path }) => findAgentLog(path) !== null);
  if (logs.length === 0 || name === "context") return;
  const text = logs.map(({ path }) => withoutTimes(readFileSync(path, "utf8"))).join("");
  const lines = text
    .replaceAll(place.project, "/home/user/project")
    .replaceAll(place.home, "/home/user")
    .trimEnd()
    .split("\n");
  const records = normalise(lines.map((line) => JSON.parse(line, cutLongText)));
  mkdirSync(join(FIXTURES, place.host), { recursive: true });
  const json = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  writeFileSync(join(FIXTURES, place.host, `${name}.jsonl`), json);
  console.log(`${place.host}/${name}: ${records.length} records`);
}

function withoutTimes(text: string): string {
  return text
    .replace(/\b1[789]\d{8}(\d{3})?\b/g, "1767225600$1")
    .replace(/\b20\d\d-\d\d-\d\d(?=<\/current_date>)/g, "2026-01-01")
    .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00/g, "2026-01-01T00:00:00.000Z");
}

function cutLongText(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.length > MAX_TEXT ? "(cut)" : value;
}
