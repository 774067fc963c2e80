// Writes transcript lines in the client's format, for cases that the real client rarely produces: damaged, hostile or large ones.

export interface Writing {
  sessionId: string;
  cwd?: string;
  /** The first record's time. */
  startedAt?: number;
  /** From one record to the next; a second when left out. */
  stepMs?: number;
  /** Each record's time is that of its writing, in place of the two above. */
  live?: boolean;
  /** Makes it a subagent's. */
  agentId?: string;
}

export type TranscriptLines = ReturnType<typeof writeTranscript>;

const START = Date.UTC(2026, 8, 1, 12);

export function writeTranscript(writing: Writing) {
  const { sessionId, cwd = "/work/shop", startedAt = START, stepMs = 1000, live = false, agentId } = writing;
  const lines: string[] = [];

  function add(record: object): string {
    const uuid = crypto.randomUUID();
    const timestamp = new Date(live ? Date.now() : startedAt + lines.length * stepMs).toISOString();
    const head = {
      parentUuid: null,
      isSidechain: agentId !== undefined,
      userType: "external",
      cwd,
      sessionId,
    };
    const full = { ...head, version: "2.1.325", ...(agentId ? { agentId } : {}), ...record, uuid, timestamp };
    lines.push(JSON.stringify(full));
    return uuid;
  }

  const self = {
    add,
    prompt: (text: string) => add({ type: "user", message: { role: "user", content: text } }),
    say: (text: string) =>
      add({
        type: "assistant",
        message: {
          id: crypto.randomUUID(),
          role: "assistant",
          model: "m",
          content: [{ type: "text", text }],
        },
      }),
    call(id: string, name: string, input: object): void {
      const content = [{ type: "tool_use", id, name, input }];
      add({
        type: "assistant",
        message: { id: crypto.randomUUID(), role: "assistant", model: "m", content },
      });
    },
    result(id: string, content: unknown, fields: { isError?: boolean; details?: unknown } = {}): void {
      const block = { type: "tool_result", tool_use_id: id, content, is_error: fields.isError === true };
      add({ type: "user", message: { role: "user", content: [block] }, toolUseResult: fields.details });
    },
    /** A call and its result. */
    use(id: string, name: string, input: object, result: unknown, isError = false): void {
      self.call(id, name, input);
      self.result(id, result, { isError });
    },
    lines: () => [...lines],
    text: () => lines.map((line) => `${line}\n`).join(""),
  };
  return self;
}

/** What the client writes when it gave a hold to Claude. */
export function heldRecord(reason: string): string {
  const attachment = {
    type: "hook_blocking_error",
    hookEvent: "Stop",
    blockingError: { blockingError: reason },
  };
  return `${JSON.stringify({ type: "attachment", attachment })}\n`;
}

/** What the client writes when it showed a message to the person. */
export function shownRecord(content: string): string {
  const attachment = { type: "hook_system_message", hookEvent: "Stop", content };
  return `${JSON.stringify({ type: "attachment", attachment })}\n`;
}
