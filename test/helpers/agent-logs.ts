// Recorded logs of other agents' clients, at the places where those keep them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFileIn } from "./temp.ts";

const FIXTURES = join(import.meta.dir, "../fixtures/agent-logs");
/** Of all recorded sessions. */
export const LOGGED_SESSION = "00000000-0000-4000-8000-000000000001";

const PLACES = {
  codex: (id: string) => `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${id}.jsonl`,
  copilot: (id: string) => `.copilot/session-state/${id}/events.jsonl`,
  qwen: (id: string) => `.qwen/projects/-home-user-project/chats/${id}.jsonl`,
};

export type LoggedHost = keyof typeof PLACES;
export const LOGGED_HOSTS = Object.keys(PLACES) as LoggedHost[];

export function recordedLog(host: LoggedHost, name: string): string {
  return readFileSync(join(FIXTURES, host, `${name}.jsonl`), "utf8");
}

/** Returns the path of the log. */
export function placeLog(home: string, host: LoggedHost, text: string, id: string = LOGGED_SESSION): string {
  return writeFileIn(home, PLACES[host](id), text);
}
