// Compares the messages that wait for the person with the transcript, before they are given. It shows by now who typed the
// command that a message is about, and which messages the client showed: an answer to a forged event reaches nobody.
import type { HookEvent } from "../../protocol/hook-event.ts";
import {
  attributeCommand,
  dropMessages,
  listGivenMessages,
  listUnattributedCommands,
} from "../../store/notices.ts";
import { inTransaction, type Store } from "../../store/open.ts";
import { findTranscript } from "../../store/sessions.ts";
import { readRecentItems } from "../../transcript/read-tail.ts";
import { isTypedCommand } from "../../transcript/selectors/person-input.ts";
import { readClientRecords } from "./client-records.ts";

export async function settleMessages(store: Store, event: HookEvent, now: number): Promise<void> {
  const { sessionId } = event;
  if (sessionId === null) return;
  const attributed = await attributeCommands(store, event);
  const shown = await findShownMessages(store, event);
  inTransaction(store, () => {
    for (const { id, isTyped } of attributed) attributeCommand(store, id, isTyped);
    if (shown !== null) dropMessages(store, shown, now);
  });
}

async function attributeCommands(
  store: Store,
  event: HookEvent,
): Promise<{ id: number; isTyped: boolean }[]> {
  const { sessionId } = event;
  if (event.name !== "Stop" || sessionId === null) return [];
  const commands = listUnattributedCommands(store, sessionId);
  if (commands.length === 0) return [];
  const since = Math.max(...commands.map(({ at }) => at));
  const transcriptPath = findTranscript(store, event);
  const items = transcriptPath === null ? [] : await readRecentItems(event, transcriptPath, { since });
  return commands.map(({ id, command, transcriptFrom }) => ({
    id,
    isTyped: items.some((item) => item.offset >= transcriptFrom && isTypedCommand(item, command)),
  }));
}

/** The ids of messages that the person has seen; null when none was given before. */
async function findShownMessages(store: Store, event: HookEvent): Promise<number[] | null> {
  const given = listGivenMessages(store, event.sessionId ?? "");
  if (given.length === 0) return null;
  const path = findTranscript(store, event);
  const from = Math.min(...given.map((each) => each.from));
  const records = path === null ? null : await readClientRecords(path, from);
  // Without a transcript nothing will ever show them.
  const isShown = (text: string) => records === null || records.messages.some((each) => each.includes(text));
  return given.filter(({ text }) => isShown(text)).map(({ id }) => id);
}
