import { turnContains } from "../engine/progress.ts";
import type { StopContext } from "../engine/stop-context.ts";

/** Claude ran the command successfully: a reason to run it for a suspended loop, whose own run decides. */
export async function claudeRanIt(stop: StopContext, verify: string, since: number): Promise<boolean> {
  if (!(await turnContains(stop, JSON.stringify(verify).slice(1, -1)))) return false;
  const items = await stop.shared.recentItems();
  return items.some(
    (item) =>
      item.kind === "tool-result" &&
      !item.isError &&
      item.backgroundTaskId === null &&
      item.call?.tool === "Bash" &&
      typeof item.call.input.command === "string" &&
      item.call.input.command.trim() === verify &&
      (item.timestamp ?? 0) > since,
  );
}
