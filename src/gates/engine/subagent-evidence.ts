// Whether the client recorded what an event says of a subagent: anyone can pipe a report into holdfast. Without a readable
// transcript every report counts.
import type { StopEvent } from "../../protocol/hook-event.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import { findTranscript } from "../../store/sessions.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { MAX_LAG_MS, POLL_MS, readTail } from "../../transcript/read-tail.ts";
import { listSubagentFiles } from "../../transcript/subagent-files.ts";

const MAX_BYTES = 512 * 1024;

/** The subagent belongs to the session, and its transcript ends with this message. */
export async function isReportShown({ store }: OpenContext, event: StopEvent): Promise<boolean> {
  const main = findTranscript(store, event);
  if (main === null) return true;
  // The client writes its transcripts a little later.
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; await Bun.sleep(POLL_MS)) {
    const agent = (await listSubagentFiles(main)).find(({ agentId }) => agentId === event.agentId);
    const items = agent ? (await readTail(agent.path, { maxBytes: MAX_BYTES })).items : [];
    if (endsWith(items, event.lastAssistantMessage)) return true;
    if (performance.now() >= waitUntil) return false;
  }
}

/** A message may be recorded in several pieces. */
function endsWith(items: readonly TranscriptItem[], message: string): boolean {
  const last = items.findLastIndex(({ kind }) => kind === "tool-call" || kind === "tool-result");
  const texts = items.slice(last + 1).flatMap((item) => (item.kind === "assistant-text" ? [item.text] : []));
  const plain = (text: string) => text.replaceAll(/\s+/g, "");
  return plain(texts.join("")).endsWith(plain(message));
}
