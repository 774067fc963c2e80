/** What a subagent was told by the agent that started it; empty while its transcript is not there yet. */
export async function readAgentPrompt(transcriptPath: string | null): Promise<string> {
  if (transcriptPath === null) return "";
  const { streamItems } = await import("../../transcript/stream-items.ts");
  for await (const item of streamItems(transcriptPath)) {
    if (item.kind === "agent-prompt") return item.text;
    // It stands at the top.
    if (item.kind === "tool-call" || item.kind === "assistant-text") return "";
  }
  return "";
}
