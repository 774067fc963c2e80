// What the person is shown: messages that wait for the next answer that can carry them, and advice, which is shown once.
import type { HookContext } from "./hook-context.ts";
import type { Store } from "./open.ts";
import { findTranscript, transcriptSize } from "./sessions.ts";

/** A command of ours that ran in a session. Who ran it shows only later, because the client writes what the person typed to the transcript afterwards. */
export interface UnattributedCommand {
  /** Such as "unlock". */
  command: string;
  /** Size of the transcript when the command ran. */
  transcriptFrom: number;
}

/** In place of "by you" or "by Claude" while nobody is shown to have done something. */
export const UNKNOWN_PLACE = "from inside the session or an unknown place";

const ACTORS: Record<string, string> = {
  user: "by the user",
  claude: "by Claude",
  agent: "by an agent",
  session: UNKNOWN_PLACE,
};

/** `by`: as it was recorded. */
export function describeActor(by: string): string {
  return ACTORS[by] ?? `by ${by}`;
}

/** After this time a message is no longer repeated, even if the transcript does not show it. */
const MAX_REPEAT_MS = 24 * 3_600_000;
/** The client writes a message to the transcript within this time. */
const WRITE_MS = 2000;

/** The same message waits only once. */
export function queueMessage(
  store: Store,
  sessionId: string,
  text: string,
  at: number,
  about: UnattributedCommand | null = null,
): void {
  store
    .query(
      `INSERT INTO messages (session_id, text, at, command, transcript_from)
       SELECT $sessionId, $text, $at, $command, $transcriptFrom
       WHERE NOT EXISTS (SELECT 1 FROM messages
         WHERE session_id = $sessionId AND text = $text AND command IS $command AND given_at IS NULL)`,
    )
    .run({
      sessionId,
      text,
      at,
      command: about?.command ?? null,
      transcriptFrom: about?.transcriptFrom ?? null,
    });
}

/**
 * The waiting messages, except those about unattributed commands, to be given now. If there is a transcript they stay until it
 * shows them: whoever forges an event gets the answer to it.
 */
export function takeMessages(store: Store, event: HookContext["event"], at: number): string[] {
  const { sessionId } = event;
  const path = findTranscript(store, event);
  const size = path === null ? null : transcriptSize(path);
  const due = "session_id = $sessionId AND command IS NULL";
  const rows =
    size === null
      ? store.query(`DELETE FROM messages WHERE ${due} RETURNING id, text`).all({ sessionId })
      : store
          .query(
            `UPDATE messages SET given_at = $at, given_from = $size
             WHERE ${due} AND (given_at IS NULL OR given_at < $at - ${WRITE_MS}) RETURNING id, text`,
          )
          .all({ sessionId, at, size });
  return (rows as { id: number; text: string }[]).toSorted((a, b) => a.id - b.id).map(({ text }) => text);
}

/** Messages that were given, with the size of the transcript then. */
export function listGivenMessages(
  store: Store,
  sessionId: string,
): { id: number; text: string; from: number }[] {
  return store
    .query(
      `SELECT id, text, given_from AS "from" FROM messages
       WHERE session_id = $sessionId AND given_at IS NOT NULL ORDER BY id`,
    )
    .all({ sessionId }) as { id: number; text: string; from: number }[];
}

/** What the waiting messages with both texts tell the person to do is not needed any more. */
export function outdateMessages(store: Store, done: string, undo: string): void {
  store
    .query(
      `UPDATE messages SET text = replace(text, $undo, 'It has ended.')
       WHERE given_at IS NULL AND instr(text, $done) > 0 AND instr(text, $undo) > 0`,
    )
    .run({ done, undo });
}

const MAX_SAVED_LENGTH = 1000;

/** What the agent saved since the last stop, in one message. `agent`: its name. */
export function queueSavedMemory(
  store: Store,
  { sessionId, agent, title, at }: { sessionId: string; agent: string; title: string; at: number },
): void {
  const start = `holdfast: ${agent} saved `;
  const { changes } = store
    .query(
      `UPDATE messages SET text = substr(text, 1, ${MAX_SAVED_LENGTH}) || ', ' || $title
       WHERE session_id = $sessionId AND given_at IS NULL AND substr(text, 1, length($start)) = $start`,
    )
    .run({ sessionId, title, start });
  if (changes === 0) queueMessage(store, sessionId, `${start}to memory: ${title}`, at);
}

export function hasGivenMessages(store: Store, sessionId: string): boolean {
  return (
    store
      .query("SELECT 1 FROM messages WHERE session_id = $sessionId AND given_at IS NOT NULL")
      .get({ sessionId }) !== null
  );
}

export function dropMessages(store: Store, ids: readonly number[], now: number): void {
  store
    .query(
      `DELETE FROM messages WHERE id IN (SELECT value FROM json_each($ids))
         OR (given_at IS NOT NULL AND at < $now - ${MAX_REPEAT_MS})`,
    )
    .run({ ids: JSON.stringify(ids), now });
}

export function listUnattributedCommands(
  store: Store,
  sessionId: string,
): (UnattributedCommand & { id: number; at: number })[] {
  return store
    .query(
      `SELECT id, command, transcript_from AS transcriptFrom, at FROM messages
       WHERE session_id = $sessionId AND command IS NOT NULL`,
    )
    .all({ sessionId }) as (UnattributedCommand & { id: number; at: number })[];
}

/** From now on the message can be given. If the person typed the command, the session's log names them, too. */
export function attributeCommand(store: Store, id: number, isTyped: boolean): void {
  if (isTyped)
    store
      .query(
        `UPDATE event_log SET detail = json_set(event_log.detail, '$.by', 'user') FROM messages m
         WHERE m.id = $id AND event_log.session_id = m.session_id AND event_log.event = 'release' AND event_log.at = m.at
           AND event_log.detail ->> 'command' = m.command AND event_log.detail ->> 'by' = 'session'`,
      )
      .run({ id });
  store
    .query(
      "UPDATE messages SET command = NULL, text = iif($isTyped, replace(text, $unknown, 'by you'), text) WHERE id = $id",
    )
    .run({ id, isTyped, unknown: UNKNOWN_PLACE });
}

/** True the first time a piece of advice is shown in a session. */
export function markShown(store: Store, sessionId: string, fingerprint: string): boolean {
  return (
    store
      .query("INSERT OR IGNORE INTO advice_shown (session_id, fingerprint) VALUES ($sessionId, $fingerprint)")
      .run({ sessionId, fingerprint }).changes > 0
  );
}

export function wasShown(store: Store, sessionId: string, fingerprint: string): boolean {
  return (
    store
      .query("SELECT 1 FROM advice_shown WHERE session_id = $sessionId AND fingerprint = $fingerprint")
      .get({ sessionId, fingerprint }) !== null
  );
}
