// How long hooks took. Only what a person would notice becomes an item: every tool call has several hooks.
import type { ItemBase, SlowHook } from "../item.ts";
import { listOf, numberOf, type Raw, rawOf, textOf } from "./fields.ts";

const NOTICED_MS = 1000;

/** Of an attachment that says how one hook ended. */
export function slowHookOf(head: ItemBase, attachment: Raw): SlowHook[] {
  const timedOut = attachment.timedOut === true;
  const durationMs =
    numberOf(attachment.durationMs) ?? (timedOut ? numberOf(attachment.timeoutMs) : null) ?? 0;
  if (durationMs < NOTICED_MS && !timedOut) return [];
  const event = textOf(attachment.hookEvent) ?? "";
  return [
    { ...head, kind: "slow-hook", event, command: textOf(attachment.command) ?? "", durationMs, timedOut },
  ];
}

/** Of the list of a turn's last hooks. */
export function slowStopHooks(head: ItemBase, record: Raw): SlowHook[] {
  return listOf(record.hookInfos)
    .map(rawOf)
    .flatMap((run) => slowHookOf(head, { ...run, hookEvent: "Stop" }));
}
