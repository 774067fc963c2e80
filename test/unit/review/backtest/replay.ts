// Replays a test's own transcript under its own settings.

import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import type { Config } from "../../../../src/config/schema.ts";
import { openReplayer, type SessionReplay } from "../../../../src/review/backtest/replay-session.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";
import { type TranscriptLines, writeTranscript } from "../../../helpers/transcript-lines.ts";

const CWD = "/work/shop";

export function makeConfig(change: (config: Config) => void = () => undefined): Config {
  const config = defaultConfig();
  change(config);
  return config;
}

export const STRICT = makeConfig((config) => {
  config.tasks.block = "always";
  config.checklist.block = true;
  config.hygiene.stop = "block";
});

/** The session that `write` produces. */
export async function replay(
  write: (session: TranscriptLines) => unknown,
  config = STRICT,
): Promise<SessionReplay> {
  const session = writeTranscript({ sessionId: "s1", cwd: CWD });
  write(session);
  const path = writeFileIn(makeTempFolder("replay"), "s1.jsonl", session.text());
  return openReplayer(config)(path, "s1");
}

export function verdictsOf({ stops }: SessionReplay): string[] {
  return stops.map(({ verdict }) => verdict);
}

/** A hook's refusal of a stop, in the client's format. */
export function feedBack(session: TranscriptLines): void {
  const content = "Stop hook feedback:\nholdfast holds this stop";
  session.add({ type: "user", isMeta: true, message: { role: "user", content } });
}

export function notify(session: TranscriptLines, taskId: string): void {
  const content = `<task-notification>\n<task-id>${taskId}</task-id>\n<status>completed</status>\n<summary>done</summary>\n</task-notification>`;
  session.add({ type: "user", message: { role: "user", content } });
}

let calls = 0;

/** A task that Claude begins and leaves open. */
export function leaveTask(session: TranscriptLines, subject: string, id = "1"): void {
  const call = `toolu_task${calls++}`;
  session.call(call, "TaskCreate", { subject, description: subject });
  session.result(call, `Task #${id} created successfully: ${subject}`, {
    details: { task: { id, subject } },
  });
  session.use(`${call}_work`, "Bash", { command: "ls" }, "src");
}

export function finishTask(session: TranscriptLines, taskId = "1"): void {
  const call = `toolu_done${calls++}`;
  session.call(call, "TaskUpdate", { taskId, status: "completed" });
  session.result(call, `Updated task #${taskId} status`, {
    details: {
      success: true,
      taskId,
      updatedFields: ["status"],
      statusChange: { from: "pending", to: "completed" },
    },
  });
}

export function writeNew(session: TranscriptLines, path: string, content: string): void {
  const call = `toolu_write${calls++}`;
  const filePath = `${CWD}/${path}`;
  session.call(call, "Write", { file_path: filePath, content });
  session.result(call, `File created successfully at: ${filePath}`, {
    details: { type: "create", filePath, content, structuredPatch: [], originalFile: null },
  });
}
