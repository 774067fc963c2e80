// One process of the real client for sessions one after the other in the same place: each ends with /clear, which costs
// a tenth of a start.
import type { ClaudeRun } from "./claude.ts";
import type { ResultMessage } from "./client-messages.ts";
import type { ClientOptions } from "./client-process.ts";
import { type Script, type ScriptedTurn, startScriptedApi } from "./scripted-api.ts";
import { startStreamingClaude } from "./streaming-claude.ts";

const MAX_LIFE_MS = 300_000;

export type SessionRun = Pick<ClaudeRun, "home" | "sessionId" | "result" | "messages" | "requests">;
/** What the person types, or what happens before they type on. */
type Step = string | (() => unknown);
type SessionScript = {
  prompt: string | Step[];
  script: ScriptedTurn[] | Script;
  /** Done before the session starts, which it does otherwise when the last one ends. */
  prepare?: () => unknown;
};
export type ClaudeSessions = {
  /** A session of one prompt, or of several with what happens between them; what it left behind is complete. */
  run(given: SessionScript): Promise<SessionRun>;
  /** For the session at hand, as a step of it, or for all that follow. */
  setPermissionMode(mode: string): Promise<unknown>;
  close(): Promise<void>;
};

export function startSessions(options: ClientOptions): ClaudeSessions {
  const api = startScriptedApi([]);
  const claude = startStreamingClaude({ timeoutMs: MAX_LIFE_MS, ...options, api });
  return {
    async run({ prompt, script, prepare }) {
      if (prepare) {
        await prepare();
        await claude.send("/clear");
      }
      const [fromRequest, fromMessage] = [api.requests.length, claude.messages.length];
      api.follow(script);
      let result: ResultMessage | undefined;
      let [toRequest, toMessage] = [fromRequest, fromMessage];
      try {
        for (const step of [prompt].flat()) {
          if (typeof step === "string") result = await claude.send(step);
          else await step();
        }
      } finally {
        [toRequest, toMessage] = [api.requests.length, claude.messages.length];
        await claude.send("/clear");
      }
      const messages = claude.messages.slice(fromMessage, toMessage);
      const requests = api.requests.slice(fromRequest, toRequest);
      return { home: options.home, sessionId: String(result?.session_id), result, messages, requests };
    },
    setPermissionMode: (mode) => claude.control({ subtype: "set_permission_mode", mode }),
    async close() {
      await claude.close();
      await api.stop();
    },
  };
}
