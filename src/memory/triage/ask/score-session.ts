// Scores what was said in a part of a session.
import { mayHoldSecret } from "../../../text/redaction/literal-scan.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { readMessages } from "./read-messages.ts";
import { type Message, scoreMessages, type TextScores } from "./score-messages.ts";

export interface ScoredPart {
  /** Only so many of the last messages count. */
  maxMessages: number;
  /** Only what was said after this time counts, in milliseconds since 1970. */
  after?: number;
}

/** Secrets are removed first: a title may cut one so that it would no longer be recognised. */
export async function scoreSession(
  items: readonly TranscriptItem[],
  { maxMessages, after = 0 }: ScoredPart,
): Promise<TextScores> {
  return scoreMessages(await withoutSecrets(readMessages(items, maxMessages, after)));
}

async function withoutSecrets(messages: readonly Message[]): Promise<Message[]> {
  if (!messages.some(({ text }) => mayHoldSecret(text))) return [...messages];
  const { redactValue } = await import("../../../text/redaction/redact.ts");
  // A message with an unterminated secret is redacted to a single string, and left out.
  return messages
    .map((message) => redactValue(message).value as Message | string)
    .filter((message) => typeof message !== "string");
}
