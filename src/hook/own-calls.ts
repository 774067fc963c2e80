// The calls of this session, or of the subagent at hand, that may have changed something.
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import type { MutatingCall } from "../transcript/selectors/tool-calls.ts";

const FIRST_BYTES = 256 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_AGENTS = 20;
/** The client writes its transcript a little behind. */
export const LOOK_AGAIN_MS = 15;
export const LONGEST_LAG_MS = 250;
const MOST_WORDS = 60;

/** The call was not let through, or did not find what it was to change. */
const HARMLESS = new Set(["usage", "rejected", "permission", "hook", "too-large"]);
const TURNS = new Set<TranscriptItem["kind"]>(["assistant-text", "tool-call", "tool-result", "prompt"]);

/** Since a moment, oldest first. Of the session they are those of its subagents too. */
export async function readOwnCalls(event: GatedEvent, since: number): Promise<MutatingCall[]> {
  const [own, ...agents] = await transcriptsOf(event, since);
  if (own === undefined) return [];
  const isWhole = endOf(event);
  const read = [readCalls(own, since, isWhole), ...agents.map((path) => readCalls(path, since, () => true))];
  const calls = (await Promise.all(read)).flat();
  return calls.toSorted((a, b) => (a.call.timestamp ?? 0) - (b.call.timestamp ?? 0));
}

/** The one that ends with the event's last message first. */
async function transcriptsOf(event: GatedEvent, since: number): Promise<string[]> {
  if (event.name === "SubagentStop") return event.agentTranscriptPath ? [event.agentTranscriptPath] : [];
  if (event.transcriptPath === null) return [];
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  const files = await listSubagentFiles(event.transcriptPath);
  // A teammate's own, when it is the one that acts.
  const own = event.agentId === null ? undefined : files.find(({ agentId }) => agentId === event.agentId);
  if (own) return [own.path];
  const agents = files.map(({ path }) => path);
  const recent = agents.filter((path) => Bun.file(path).lastModified >= since);
  return [event.transcriptPath, ...recent.slice(-MOST_AGENTS)];
}

/** Reads back only as far as it must, and waits a moment for a client that has not written everything down yet. */
async function readCalls(path: string, since: number, isWhole: IsWhole): Promise<MutatingCall[]> {
  const [{ readTail }, { mutatingToolCalls }] = await Promise.all([
    import("../transcript/read-tail.ts"),
    import("../transcript/selectors/tool-calls.ts"),
  ]);
  const waitUntil = performance.now() + LONGEST_LAG_MS;
  for (let maxBytes = FIRST_BYTES; ; ) {
    const { items, from, problem } = await readTail(path, { maxBytes });
    if (problem === null && !isWhole(items) && performance.now() < waitUntil) {
      await Bun.sleep(LOOK_AGAIN_MS);
      continue;
    }
    const first = items.find((item) => item.timestamp !== null)?.timestamp ?? null;
    if (from === 0 || maxBytes >= MOST_BYTES || (first !== null && first < since)) {
      return mutatingToolCalls(items).filter(
        (call) => (call.call.timestamp ?? 0) >= since && hadEffect(call),
      );
    }
    maxBytes *= 4;
  }
}

type IsWhole = (items: readonly TranscriptItem[]) => boolean;

/** Tells whether a transcript has come to what the event is about: the last message, or the call that ends a task. */
export function endOf(event: GatedEvent): IsWhole {
  if (event.name === "TaskCompleted" && event.teammateName === null) {
    return (items) => {
      const last = items.findLast((item) => TURNS.has(item.kind));
      return last?.kind === "tool-call" && last.tool === "TaskUpdate" && last.input.taskId === event.taskId;
    };
  }
  const lastWords = "lastAssistantMessage" in event ? firstWords(event.lastAssistantMessage) : "";
  if (lastWords === "") return () => true;
  return (items) => {
    const last = items.findLast((item) => TURNS.has(item.kind));
    return last?.kind === "assistant-text" && last.text.includes(lastWords);
  };
}

function firstWords(text: string): string {
  return text.trim().slice(0, MOST_WORDS).split("\n", 1)[0] ?? "";
}

function hadEffect({ call, result }: MutatingCall): boolean {
  if (result === null || !result.isError) return true;
  // A command that failed may have changed something before it did.
  return call.tool === "Bash" && !HARMLESS.has(result.failure ?? "");
}
