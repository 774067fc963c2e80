// Reads the client's output with `--output-format stream-json`, one JSON object per line, while it runs.

export type ClientMessage = { type: string; subtype?: string; session_id?: string } & Record<string, unknown>;
export type ResultMessage = ClientMessage & {
  type: "result";
  result?: string;
  is_error: boolean;
  num_turns: number;
};

export type Inbox = {
  /** Grows while the client runs. */
  messages: ClientMessage[];
  /** The first match from message number `from` on; rejects when the client ends without one. */
  waitFor(matches: (message: ClientMessage) => boolean, from?: number): Promise<ClientMessage>;
  /** The whole output, once the client has closed it. */
  text: Promise<string>;
};

type Waiting = {
  matches: (message: ClientMessage) => boolean;
  resolve(message: ClientMessage): void;
  reject(error: Error): void;
};

export function readMessages(output: ReadableStream<Uint8Array>): Inbox {
  const messages: ClientMessage[] = [];
  const waiting = new Set<Waiting>();
  let ended = false;

  function deliver(message: ClientMessage): void {
    messages.push(message);
    for (const one of waiting) if (one.matches(message) && waiting.delete(one)) one.resolve(message);
  }

  async function readAll(): Promise<string> {
    const lines: string[] = [];
    for await (const line of splitLines(output)) {
      lines.push(line);
      if (line.startsWith("{")) deliver(JSON.parse(line) as ClientMessage);
    }
    ended = true;
    for (const one of waiting) one.reject(new Error("The client ended without the expected message"));
    return lines.join("\n");
  }

  function waitFor(matches: Waiting["matches"], from = 0): Promise<ClientMessage> {
    const found = messages.slice(from).find(matches);
    if (found) return Promise.resolve(found);
    if (ended) return Promise.reject(new Error("The client has ended without the expected message"));
    return new Promise((resolve, reject) => waiting.add({ matches, resolve, reject }));
  }

  return { messages, waitFor, text: readAll() };
}

export function isResult(message: ClientMessage): message is ResultMessage {
  return message.type === "result";
}

async function* splitLines(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of output) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
