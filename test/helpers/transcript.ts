// Reads the client's transcript, which contains everything shown to the user.
import { readFileSync } from "node:fs";
import { join } from "node:path";

type TranscriptRecord = {
  type: string;
  attachment?: { type: string } & Record<string, unknown>;
} & Record<string, unknown>;
export type SystemMessage = { event: string; text: string };

/** Identifies a transcript, such as a run. `configDir` is for runs with CLAUDE_CONFIG_DIR. */
export type TranscriptOwner = { home: string; sessionId: string; configDir?: string };

/** undefined when the client wrote none. */
export function findTranscript({ home, sessionId, configDir }: TranscriptOwner): string | undefined {
  const projects = join(configDir ?? join(home, ".claude"), "projects");
  const [file] = new Bun.Glob(`*/${sessionId}.jsonl`).scanSync({ cwd: projects, dot: true });
  return file === undefined ? undefined : join(projects, file);
}

function readTranscript(owner: TranscriptOwner): TranscriptRecord[] {
  const path = findTranscript(owner);
  if (path === undefined) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TranscriptRecord);
}

/** What hooks told the user through `systemMessage`. */
export function systemMessages(owner: TranscriptOwner): SystemMessage[] {
  return readTranscript(owner).flatMap(({ attachment }) => {
    if (attachment?.type !== "hook_system_message") return [];
    return [{ event: String(attachment.hookEvent), text: String(attachment.content) }];
  });
}
