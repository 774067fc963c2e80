// One headless run of the real client with one prompt.
import {
  type ClientMessage,
  type Inbox,
  isResult,
  type ResultMessage,
  readMessages,
} from "./client-messages.ts";
import { buildCommand, buildEnvironment, type ClientOptions, endGroup, limitTime } from "./client-process.ts";
import type { ModelRequest } from "./model-request.ts";
import { type Script, type ScriptedApi, type ScriptedTurn, startScriptedApi } from "./scripted-api.ts";

/** `script` starts an API for this run alone; `api` is one that the caller started and will stop. */
type ScriptSource = { script: ScriptedTurn[] | Script; api?: never } | { api: ScriptedApi; script?: never };
export type SessionOptions = ClientOptions & ScriptSource;
export type RunOptions = SessionOptions & { prompt: string };

export type ClaudeRun = {
  home: string;
  sessionId: string;
  exitCode: number;
  /** The result of the last prompt or task notification; undefined if the client died before it. */
  result: ResultMessage | undefined;
  messages: ClientMessage[];
  requests: ModelRequest[];
  stdout: string;
  stderr: string;
  durationMs: number;
};

export type RunningClaude = Pick<Inbox, "messages" | "waitFor"> & {
  pid: number;
  requests: ModelRequest[];
  done: Promise<ClaudeRun>;
  /** Ends the client early; `done` still describes the run. */
  end(): void;
};

export function runClaude(options: RunOptions): Promise<ClaudeRun> {
  return startClaude(options).done;
}

/** For a test that acts in the middle of a run. */
export function startClaude(options: RunOptions): RunningClaude {
  return launchHeadless(options, "ignore", ["--", options.prompt]).running;
}

export function launchHeadless<Input extends "ignore" | "pipe">(
  options: SessionOptions,
  stdin: Input,
  args: string[],
) {
  const api = options.api ?? startScriptedApi(options.script);
  const startedAt = performance.now();
  const headless = ["--print", "--output-format", "stream-json", "--verbose"];
  const child = Bun.spawn(buildCommand(options, [...headless, ...args]), {
    cwd: options.project,
    env: buildEnvironment(options, api.url),
    stdin,
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
  });
  limitTime(child, options);
  const { messages, waitFor, text } = readMessages(child.stdout);

  async function describeRun(): Promise<ClaudeRun> {
    const [stdout, stderr, exitCode] = await Promise.all([text, child.stderr.text(), child.exited]);
    const durationMs = performance.now() - startedAt;
    if (!options.api) await api.stop();
    const sessionId = messages.findLast((message) => message.session_id !== undefined)?.session_id ?? "";
    const result = messages.findLast(isResult);
    return {
      home: options.home,
      sessionId,
      exitCode,
      result,
      messages,
      requests: api.requests,
      stdout,
      stderr,
      durationMs,
    };
  }

  const running: RunningClaude = {
    pid: child.pid,
    requests: api.requests,
    messages,
    waitFor,
    done: describeRun(),
    end: () => endGroup(child.pid),
  };
  return { running, stdin: child.stdin };
}
