// One process of the real client for sessions one after the other in the same place: each ends with /clear, which costs
// a tenth of a start.
import type { ClaudeRun } from "./claude.ts";
import type { ClientOptions } from "./client-process.ts";
import { type Script, type ScriptedTurn, startScriptedApi } from "./scripted-api.ts";
import { type StreamingClaude, startStreamingClaude } from "./streaming-claude.ts";

const MAX_LIFE_MS = 300_000;

export type SessionRun = Pick<ClaudeRun, "home" | "sessionId" | "result" | "messages" | "requests">;
export type SessionScript = {
  prompt: string;
  script: ScriptedTurn[] | Script;
  prepare?: () => void | Promise<void>;
};
export type ClaudeSessions = {
  /** A session of one prompt; what it left behind is complete. It starts after `prepare`, otherwise when the last one ended. */
  run(given: SessionScript): Promise<SessionRun>;
  control: StreamingClaude["control"];
  close(): Promise<void>;
};

export function startSessions(options: ClientOptions): ClaudeSessions {
  const api = startScriptedApi([]);
  const claude = startStreamingClaude({ timeoutMs: MAX_LIFE_MS, ...options, api });
  return {
    control: claude.control,
    async run({ prompt, script, prepare }) {
      if (prepare) {
        await prepare();
        await claude.send("/clear");
      }
      const [fromRequest, fromMessage] = [api.requests.length, claude.messages.length];
      api.follow(script);
      const result = await claude.send(prompt);
      const messages = claude.messages.slice(fromMessage);
      const requests = api.requests.slice(fromRequest);
      await claude.send("/clear");
      return { home: options.home, sessionId: String(result.session_id), result, messages, requests };
    },
    async close() {
      await claude.close();
      await api.stop();
    },
  };
}
