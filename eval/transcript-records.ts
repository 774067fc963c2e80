// An excerpt as the client would have written it, so that what is judged went through the reader of transcripts.
import type { Doing, Excerpt, Saying } from "./corpus.ts";
import { resultOf } from "./tool-record.ts";

export function toTranscript({ id, excerpt }: Pick<Excerpt, "id" | "excerpt">): string {
  const records = excerpt.flatMap((item, at) => (item.who === "tool" ? usedTool(item, at) : said(item)));
  return records.map((record, at) => `${JSON.stringify({ ...envelope(id, at), ...record })}\n`).join("");
}

function envelope(id: string, at: number): Record<string, unknown> {
  return {
    parentUuid: at === 0 ? null : `${id}-${at - 1}`,
    isSidechain: false,
    userType: "external",
    cwd: "/home/dev/app",
    sessionId: id,
    version: "2.1.325",
    gitBranch: "main",
    uuid: `${id}-${at}`,
    timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, at)).toISOString(),
  };
}

function said({ who, text }: Saying): Record<string, unknown>[] {
  const message = { role: "user", content: text };
  switch (who) {
    case "user":
      return [{ type: "user", message, promptSource: "typed", permissionMode: "default" }];
    case "claude":
      return [{ type: "assistant", message: answer({ type: "text", text }) }];
    case "injected":
      return [{ type: "user", message, isMeta: true }];
    case "hook":
      return [
        { type: "user", message: { role: "user", content: `Stop hook feedback:\n${text}` }, isMeta: true },
      ];
    case "summary":
      return [
        { type: "system", subtype: "compact_boundary", content: "Conversation compacted" },
        { type: "user", message, isCompactSummary: true, isVisibleInTranscriptOnly: true },
      ];
  }
}

function usedTool(doing: Doing, at: number): Record<string, unknown>[] {
  const id = `toolu_${at}`;
  const call = { type: "tool_use", id, name: doing.tool, input: doing.input };
  const { text, isError, ...marks } = resultOf(doing);
  const block = { type: "tool_result", tool_use_id: id, content: text, is_error: isError };
  return [
    { type: "assistant", message: answer(call) },
    { type: "user", message: { role: "user", content: [block] }, ...marks },
  ];
}

function answer(block: Record<string, unknown>): Record<string, unknown> {
  return { role: "assistant", type: "message", model: "claude-test", content: [block], stop_reason: null };
}
