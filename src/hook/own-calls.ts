// The calls of this session, or of the subagent at hand, that may have changed something.
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { MutatingCall } from "../transcript/selectors/tool-calls.ts";

const FIRST_BYTES = 256 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_AGENTS = 20;

/** The call was not let through, or did not find what it was to change. */
const HARMLESS = new Set(["usage", "rejected", "permission", "hook", "too-large"]);

/** Since a moment, oldest first. Of the session they are those of its subagents too. */
export async function readOwnCalls(event: GatedEvent, since: number): Promise<MutatingCall[]> {
  const paths = await transcriptsOf(event, since);
  const calls = (await Promise.all(paths.map((path) => readCalls(path, since)))).flat();
  return calls.toSorted((a, b) => (a.call.timestamp ?? 0) - (b.call.timestamp ?? 0));
}

async function transcriptsOf(event: GatedEvent, since: number): Promise<string[]> {
  if (event.name === "SubagentStop") return event.agentTranscriptPath ? [event.agentTranscriptPath] : [];
  if (event.transcriptPath === null) return [];
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  const agents = (await listSubagentFiles(event.transcriptPath)).map(({ path }) => path);
  const recent = agents.filter((path) => Bun.file(path).lastModified >= since);
  return [event.transcriptPath, ...recent.slice(-MOST_AGENTS)];
}

/** Reads back only as far as it must. */
async function readCalls(path: string, since: number): Promise<MutatingCall[]> {
  const [{ readTail }, { mutatingToolCalls }] = await Promise.all([
    import("../transcript/read-tail.ts"),
    import("../transcript/selectors/tool-calls.ts"),
  ]);
  for (let maxBytes = FIRST_BYTES; ; maxBytes *= 4) {
    const { items, from } = await readTail(path, { maxBytes });
    const first = items.find((item) => item.timestamp !== null)?.timestamp ?? null;
    if (from > 0 && (first === null || first >= since) && maxBytes < MOST_BYTES) continue;
    return mutatingToolCalls(items).filter((call) => (call.call.timestamp ?? 0) >= since && hadEffect(call));
  }
}

function hadEffect({ call, result }: MutatingCall): boolean {
  if (result === null || !result.isError) return true;
  // A command that failed may have changed something before it did.
  return call.tool === "Bash" && !HARMLESS.has(result.failure ?? "");
}
