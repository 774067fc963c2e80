// One process of the real client for several consecutive sessions in the same place. Each ends with /clear, which costs a tenth
// of a start.
import { afterAll } from "bun:test";
import type { ClaudeRun } from "./claude.ts";
import type { ClientMessage, ResultMessage } from "./client-messages.ts";
import type { ClientOptions } from "./client-process.ts";
import { type Script, type ScriptedTurn, startScriptedApi } from "./scripted-api.ts";
import { startStreamingClaude } from "./streaming-claude.ts";

/** Only for a client that hangs: a busy machine may take minutes for a file. */
const MAX_LIFE_MS = 900_000;

export type SessionRun = Pick<ClaudeRun, "home" | "sessionId" | "result" | "messages" | "requests">;
/** What the person types, or something that happens in between. */
type Step = string | (() => unknown);
type SessionScript = {
  prompt: string | Step[];
  script: ScriptedTurn[] | Script;
  /** Runs before the session starts; otherwise it starts when the last one ends. */
  prepare?: () => unknown;
};
type OpenSession = {
  /** Sends a person's prompt and waits until the turn it started is over. */
  send(prompt: string): Promise<ResultMessage>;
  waitFor(matches: (message: ClientMessage) => boolean): Promise<ClientMessage>;
  /** Ends it, and waits until its files are complete. */
  close(): Promise<SessionRun>;
};
export type ClaudeSessions = {
  /** A session that takes its prompts one by one. */
  open(given: Omit<SessionScript, "prompt">): Promise<OpenSession>;
  /** Runs a session of one or several steps, and waits until its files are complete. */
  run(given: SessionScript): Promise<SessionRun>;
  /** For the current session, as a step of it, or for all that follow. */
  setPermissionMode(mode: string): Promise<unknown>;
  close(): Promise<void>;
};

export function startSessions(options: ClientOptions): ClaudeSessions {
  const api = startScriptedApi([]);
  const claude = startStreamingClaude({ timeoutMs: MAX_LIFE_MS, ...options, api });

  async function open({ script, prepare }: Omit<SessionScript, "prompt">): Promise<OpenSession> {
    if (prepare) {
      await prepare();
      await claude.send("/clear");
    }
    const [fromRequest, fromMessage] = [api.requests.length, claude.messages.length];
    api.follow(script);
    let result: ResultMessage | undefined;
    return {
      async send(prompt) {
        result = await claude.send(prompt);
        return result;
      },
      waitFor: (matches) => claude.waitFor(matches, fromMessage),
      async close() {
        const [toRequest, toMessage] = [api.requests.length, claude.messages.length];
        await claude.send("/clear");
        const messages = claude.messages.slice(fromMessage, toMessage);
        const requests = api.requests.slice(fromRequest, toRequest);
        return { home: options.home, sessionId: String(result?.session_id), result, messages, requests };
      },
    };
  }

  return {
    open,
    async run({ prompt, ...given }) {
      const session = await open(given);
      let run: SessionRun;
      try {
        for (const step of [prompt].flat()) await (typeof step === "string" ? session.send(step) : step());
      } finally {
        run = await session.close();
      }
      return run;
    },
    setPermissionMode: (mode) => claude.control({ subtype: "set_permission_mode", mode }),
    async close() {
      await claude.close();
      await api.stop();
    },
  };
}

/** The client that the tests of a file, or of a group, share: it ends with them. */
export function shareSessions(options: ClientOptions): ClaudeSessions {
  const sessions = startSessions(options);
  afterAll(() => sessions.close());
  return sessions;
}
