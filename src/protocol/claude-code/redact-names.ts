// Ids and names in an event end up as keys of rows and in file names. A secret in one of them is taken out before anything
// else sees the event, so that every part uses the same name.
import type { HookEvent } from "../hook-event.ts";

const NAMES = [
  "promptId",
  "permissionMode",
  "agentId",
  "agentType",
  "taskId",
  "teammateName",
  "teamName",
  "source",
  "model",
  "reason",
  "toolName",
  "toolUseId",
  "backgroundTaskId",
  "trigger",
  "eventName",
];

type Fields = Record<string, unknown>;

/** The same event where nothing has to be taken out, which is nearly always. */
export async function redactNames(event: HookEvent): Promise<HookEvent> {
  const fields = event as unknown as Fields;
  const tasks = "backgroundTasks" in event ? event.backgroundTasks : [];
  // A todo's id is its words: they are kept as a hash.
  const report = "taskReport" in event && event.taskReport?.kind === "change" ? event.taskReport : null;
  const isPlain =
    NAMES.every((key) => isPlainName(fields[key])) &&
    tasks.every(({ id, type, status }) => isPlainName(id) && isPlainName(type) && isPlainName(status)) &&
    (report?.tasks.every(
      ({ id, status, was }) => isPlainName(id) && isPlainName(status) && isPlainName(was),
    ) ??
      true);
  if (isPlain) return event;
  const { withoutSecrets } = await import("../../text/redaction/without-secrets.ts");
  const redactFields = async <T extends object>(from: T, keys: readonly string[]): Promise<T> => {
    const redacted = { ...from } as Fields;
    for (const key of keys) {
      const name = redacted[key];
      if (typeof name === "string") redacted[key] = await withoutSecrets(name);
    }
    return redacted as T;
  };
  const changed = await redactFields(event, NAMES);
  if ("backgroundTasks" in changed)
    changed.backgroundTasks = await Promise.all(
      changed.backgroundTasks.map((task) => redactFields(task, ["id", "type", "status"])),
    );
  if ("taskReport" in changed && report)
    changed.taskReport = {
      ...report,
      tasks: await Promise.all(report.tasks.map((task) => redactFields(task, ["id", "status", "was"]))),
    };
  return changed;
}

/** By hand: the first pattern of a process takes the engine longer than all this does. */
function isPlainName(name: unknown): boolean {
  if (typeof name !== "string" || name.length < 8) return true;
  let digits = 0;
  let isHex = true;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    const lower = code | 32;
    const isDigit = code >= 48 && code <= 57;
    const isLetter = lower >= 97 && lower <= 122;
    if (!isDigit && !isLetter && code !== 45 && code !== 95) return false;
    if (isDigit) digits++;
    else if (code !== 45 && !(lower <= 102 && isLetter)) isHex = false;
  }
  return digits === 0 || isHex || name.startsWith("toolu_");
}
