// Ids and names in an event end up as keys of rows and in file names. A secret in one of them is taken out before anything
// else sees the event, so that every part uses the same name.
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import type { HookEvent } from "../hook-event.ts";
import { NAMES } from "./parse-event.ts";

export async function redactNames(event: HookEvent): Promise<HookEvent> {
  const changed = await redactFields(event, NAMES);
  if ("backgroundTasks" in changed)
    changed.backgroundTasks = await Promise.all(
      changed.backgroundTasks.map((task) => redactFields(task, ["id", "type", "status"])),
    );
  // A todo's id is its words: they are kept as a hash.
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
