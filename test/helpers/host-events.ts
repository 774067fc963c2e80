// Replays recorded events of other agents, below a process that has the agent's name.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXECUTABLE, type Place, type Ran, runProgram } from "./holdfast.ts";
import { makeTempFolder } from "./temp.ts";

export type HostPayload = Record<string, unknown> & { hook_event_name?: string };

export const RECORDED_HOSTS = ["codex", "copilot", "gemini", "qwen"] as const;
export type RecordedHost = (typeof RECORDED_HOSTS)[number];

/** The payloads of a recorded session, in the folders of this place. */
export function readRecorded(host: RecordedHost, scenario: string, place?: Place): HostPayload[] {
  const path = join(import.meta.dir, `../fixtures/events/${host}/${scenario}.json`);
  const text = readFileSync(path, "utf8");
  const placed = place
    ? text.replaceAll("/home/user/project", place.project).replaceAll("/home/user", place.home)
    : text;
  return JSON.parse(placed);
}

/** As the agent itself does. */
export async function sendAs(host: RecordedHost, place: Place, payload: HostPayload): Promise<Ran> {
  const agent = join(makeTempFolder("agent"), host);
  symlinkSync("/bin/sh", agent);
  return runProgram(
    [agent, "-c", `'${EXECUTABLE}' hook; exit $?`],
    place,
    Buffer.from(JSON.stringify(payload)),
  );
}

/** From the agent's own shell, which has these variables. */
export async function sendFromShell(
  host: RecordedHost,
  place: Place,
  payload: HostPayload,
  variables: Record<string, string>,
): Promise<Ran> {
  return sendAs(host, { ...place, env: { ...place.env, ...variables } }, payload);
}

export async function replay(
  host: RecordedHost,
  place: Place,
  payloads: readonly HostPayload[],
): Promise<Ran[]> {
  const answers: Ran[] = [];
  for (const payload of payloads) answers.push(await sendAs(host, place, payload));
  return answers;
}

/** The log that Codex itself keeps, as far as an exit code is read from it. */
export function writeRollout(payload: HostPayload, exitCodes: Record<string, number>): void {
  const path = String(payload.transcript_path);
  mkdirSync(dirname(path), { recursive: true });
  const lines = Object.entries(exitCodes).map(([id, exit_code]) =>
    JSON.stringify({
      type: "event_msg",
      payload: { type: "item_completed", item: { type: "CommandExecution", id, exit_code } },
    }),
  );
  Bun.write(path, `${lines.join("\n")}\n`);
}

/** The whole log of a recorded session. */
export function copyRollout(place: Place, { transcript_path }: HostPayload, scenario: string): void {
  const text = readFileSync(join(import.meta.dir, `../fixtures/agent-logs/codex/${scenario}.jsonl`), "utf8");
  mkdirSync(dirname(String(transcript_path)), { recursive: true });
  writeFileSync(String(transcript_path), text.replaceAll("/home/user/project", place.project));
}
