// Ids and names of an event become keys of rows and file names. A secret in one of them is redacted before anything else
// sees the event, so that all of holdfast uses the same name.
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import type { HookEvent } from "../hook-event.ts";
import { NAME_FIELDS } from "./parse-event.ts";

export async function redactNames(event: HookEvent): Promise<HookEvent> {
  const changed = await redactFields(event, NAME_FIELDS);
  if ("backgroundTasks" in changed)
    changed.backgroundTasks = await Promise.all(
      changed.backgroundTasks.map((task) => redactFields(task, ["id", "type", "status"])),
    );
  // Lists are left out: a todo's id is its text, which is stored as a hash.
  if ("taskReport" in changed && changed.taskReport?.kind === "change")
    changed.taskReport = {
      ...changed.taskReport,
      tasks: await Promise.all(
        changed.taskReport.tasks.map((task) => redactFields(task, ["id", "status", "was"])),
      ),
    };
  return changed;
}

async function redactFields<T extends object>(from: T, keys: readonly string[]): Promise<T> {
  const redacted = { ...from } as Record<string, unknown>;
  for (const key of keys) {
    const name = redacted[key];
    if (typeof name === "string") redacted[key] = await withoutSecrets(name);
  }
  return redacted as T;
}
