// Transcript records in the client's format.
export const ask = (text: string, extra: object = {}) => ({
  type: "user",
  uuid: "u1",
  sessionId: "s1",
  timestamp: "2026-11-15T10:00:00.000Z",
  permissionMode: "default",
  message: { role: "user", content: text },
  ...extra,
});

export const answer = (text: string) => ({
  type: "assistant",
  sessionId: "s1",
  timestamp: "2026-11-15T10:00:05.000Z",
  message: { role: "assistant", id: "m1", model: "claude", content: [{ type: "text", text }], usage: {} },
});

export const call = (id: string, name: string, input: object) => ({
  type: "assistant",
  sessionId: "s1",
  timestamp: "2026-11-15T10:00:06.000Z",
  message: { role: "assistant", id: `m-${id}`, content: [{ type: "tool_use", id, name, input }], usage: {} },
});

export const result = (id: string, content: string, toolUseResult: unknown = content, isError = false) => ({
  type: "user",
  sessionId: "s1",
  timestamp: "2026-11-15T10:00:07.000Z",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, is_error: isError }] },
  toolUseResult,
});

export function toLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
