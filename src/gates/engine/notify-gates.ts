// Tells gates about events that they do not judge: the start of a session, a prompt, a subagent.
import type { HookEvent } from "../../protocol/hook-event.ts";
import { attempt, type OpenContext } from "../../store/hook-context.ts";
import { GATES, type GateEntry } from "../registry.ts";
import type { Gate, Reminder, ReminderContext } from "./gate.ts";

/** `factsOf`: the facts a gate gathered for this event, by its id. Includes disabled gates, because they may have rows. */
export function notifyGates(
  context: OpenContext,
  factsOf: (id: string) => unknown = () => null,
): Promise<Required<Reminder>> {
  const name: HookEvent["name"] = context.event.name;
  const due = GATES.filter(({ onEvents }) => onEvents?.[name]?.(context));
  return collectReminders(context, due, async (gate) => gate.onEvent?.(context, factsOf(gate.id)) ?? null);
}

export function remindOfWork(start: ReminderContext): Promise<Required<Reminder>> {
  const due = GATES.filter(({ mayRemind }) => mayRemind?.(start));
  return collectReminders(start, due, async (gate) => gate.remind?.(start) ?? null);
}

/** A gate that fails does not stop the others. */
async function collectReminders(
  context: Omit<OpenContext, "store">,
  entries: readonly GateEntry[],
  read: (gate: Gate<unknown>) => Promise<Reminder | null>,
): Promise<Required<Reminder>> {
  const all: Required<Reminder> = { holds: [], notes: [], messages: [], leftOpen: [] };
  for (const { id, load } of entries)
    await attempt(context, `gate:${id}`, async () => {
      const { leftOpen = [], ...reminder } = (await read(await load())) ?? {};
      const { holds = [], notes = [], messages = [] } = await withoutSecretsIn(reminder);
      all.holds.push(...holds);
      all.notes.push(...notes);
      all.messages.push(...messages);
      all.leftOpen.push(...leftOpen);
    });
  return all;
}

/** It may quote a command that somebody declared. Not what is left open: that names sessions. */
async function withoutSecretsIn<T extends object>(reminder: T): Promise<T> {
  if (Object.keys(reminder).length === 0) return reminder;
  const { valueWithoutSecrets } = await import("../../text/redaction/without-secrets.ts");
  return valueWithoutSecrets(reminder);
}
