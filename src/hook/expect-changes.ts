// A stop after tool calls will most likely have to know the work tree. Git takes longer than all the rest together, so
// it is started before anything else is known; who needs the tree finds it read, or nearly.
import { isThere } from "../config/is-there.ts";
import { lockPath } from "../config/paths.ts";
import type { StopEvent } from "../protocol/hook-event.ts";
import { readBytes } from "../system/read-bytes.ts";
import type { HookContext } from "./context.ts";

const TAIL_BYTES = 16 * 1024;
const CALL = '"type":"tool_use"';
/** What a person wrote; the results of tools are lists. */
const PROMPT = '"role":"user","content":"';

export async function expectChanges(context: HookContext<StopEvent>): Promise<void> {
  const { event, projectDir } = context;
  if (event.name !== "Stop" || projectDir === null || event.transcriptPath === null) return;
  if (event.permissionMode === "plan" || !isThere(`${projectDir}/.git`)) return;
  // A lock mostly holds, and then nobody asks what changed.
  if (isThere(lockPath(projectDir))) return;
  if (!(await hadCalls(event.transcriptPath))) return;
  const { treeOf } = await import("./tree-of.ts");
  void treeOf(context, projectDir);
}

/** The last turn may hold a tool call. That there is none is not sure: the client writes a little behind. */
async function hadCalls(path: string): Promise<boolean> {
  const { size } = Bun.file(path);
  if (!Number.isFinite(size) || size === 0) return false;
  const bytes = await readBytes(path, Math.max(0, size - TAIL_BYTES), size);
  if (bytes === null) return false;
  const text = new TextDecoder().decode(bytes);
  return text.lastIndexOf(CALL) > text.lastIndexOf(PROMPT);
}
