// Sends a prompt to whoever answers: the user's own client, a command, or a server. One request, bounded in time.
import { mkdir, writeFile } from "node:fs/promises";
import type { Environment } from "../config/environment.ts";
import { isAllowedUrl, isLoopback } from "../config/judge-problem.ts";
import type { Config } from "../config/schema.ts";
import { readSmallFile } from "../platform/files.ts";
import { type CommandAnswer, runForAnswer } from "../platform/process/run-command.ts";
import { ownSearchPath } from "../platform/repository.ts";
import { clipLine } from "../text/clip.ts";
import { quoteForShell } from "../text/printable.ts";
import { errorMessage, isRecord, parseJson } from "../text/unknown-values.ts";
import { withTemporaryFolder } from "../worktree/temporary-worktree.ts";
import type { Prompt } from "./digest.ts";

export interface ModelRequest {
  env: Environment;
  settings: Config["judge"];
  prompt: Prompt;
  /** An agent may read what is in it; null for others. */
  folder: string | null;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export type ModelReply =
  | { ok: true; text: string; tokens: number | null; costUsd: number | null }
  /** `isFinal`: asking again would not help. */
  | { ok: false; problem: string; isFinal: boolean };

const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_PROBLEM = 200;
/** The client itself refuses to read outside of the folder, also through links (seen with 2.1.328). */
const READING_TOOLS = "Read,Grep,Glob";
const MAX_TURNS = 20;

export const AGENT_NEEDS_CLAUDE = 'a judge of kind "agent" needs `judge.by` to be "claude"';

export function askModel(request: ModelRequest): Promise<ModelReply> {
  const { by } = request.settings;
  if (by === "claude") return askClaude(request);
  if (by === "off") return Promise.resolve(failure("`judge.by` is off", true));
  if (by.command !== "") return askOwnCommand(request, by.command);
  if (by.url !== "") return askServer(request, by);
  return Promise.resolve(failure("`judge.by` names neither a command nor a url", true));
}

function failure(problem: string, isFinal = false): ModelReply {
  return { ok: false, problem: clipLine(problem, MAX_PROBLEM), isFinal };
}

async function askClaude(request: ModelRequest): Promise<ModelReply> {
  const { env, settings, prompt } = request;
  const program = await findClient(env);
  if (program === null) return failure("there is no `claude` on the PATH", true);
  const login = readLogin(env);
  const ofSession = Object.keys(process.env).filter(isOfSession);
  const unset = Object.fromEntries(ofSession.map((name) => [name, undefined]));
  const ran = await runIn(request, async (own) => {
    // A helper's command may have a secret in it, which the command line would show to other users.
    await writeFile(`${own}/settings.json`, JSON.stringify(login.helpers));
    const words = [
      program,
      ...["-p", "--output-format", "json", "--tools", request.folder === null ? "" : READING_TOOLS],
      ...["--setting-sources", "", "--settings", `${own}/settings.json`, "--strict-mcp-config"],
      ...["--max-turns", String(MAX_TURNS), "--no-session-persistence", "--disable-slash-commands"],
      ...["--model", settings.model, "--system-prompt", prompt.rules],
    ];
    return {
      command: `exec ${words.map(quoteWord).join(" ")}`,
      stdin: prompt.question,
      // Its own retries would go on past the deadline.
      env: { ...unset, ...login.variables, CLAUDE_CODE_MAX_RETRIES: "1", DISABLE_AUTOUPDATER: "1" },
    };
  });
  if (!ran.ok) return failure(ran.problem, true);
  const { value: answer } = ran;
  const reply = parseJson(answer.stdout);
  if (!isRecord(reply) || typeof reply.result !== "string")
    return describeEnd(answer, request.settings) ?? failure("Claude Code printed no result");
  if (reply.is_error === true) {
    if (reply.api_error_status === 404)
      return failure(
        `the model "${settings.model}" is not available: set \`judge.model\` to one that is`,
        true,
      );
    return failure(`Claude Code says: ${reply.result}`, reply.api_error_status === null);
  }
  const usage = isRecord(reply.usage) ? reply.usage : {};
  const names = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];
  return {
    ok: true,
    text: reply.result,
    tokens: sum(names.map((name) => usage[name])),
    costUsd: typeof reply.total_cost_usd === "number" ? reply.total_cost_usd : null,
  };
}

function quoteWord(word: string): string {
  return word === "" ? "''" : quoteForShell(word);
}

/** A hook's PATH may lack the folders of a person's shell. Never a program from the project's folder. */
export async function findClient(env: Environment): Promise<string | null> {
  const { home } = env;
  return Bun.which("claude", {
    PATH: `${await ownSearchPath(env)}:${home}/.local/bin:${home}/.claude/local`,
  });
}

const HELPERS = [
  "apiKeyHelper",
  "awsAuthRefresh",
  "awsCredentialExport",
  "gcpAuthRefresh",
  "proxyAuthHelper",
];
const LOGIN_VARIABLE =
  /^(?:ANTHROPIC|AWS|GOOGLE|VERTEX|CLOUD_ML)_|^CLAUDE_CODE_(?:USE_|SKIP_|OAUTH_|CLIENT_|CERT_|API_KEY_)|_PROXY$|^NODE_EXTRA_CA_CERTS$/i;
/** Where the client's own files are, and what it must not do. */
const CLIENT_VARIABLE = /^CLAUDE_(?:CONFIG_DIR$|CODE_(?:TMPDIR$|DISABLE_))/;

/**
 * The client sets variables for what it starts: its session, its socket and token. With them the judge would take itself for a
 * part of that session. Others add plugins, and so hooks.
 */
function isOfSession(name: string): boolean {
  return /^(?:CLAUDE|AI_AGENT$)/.test(name) && !LOGIN_VARIABLE.test(name) && !CLIENT_VARIABLE.test(name);
}

/**
 * How the user logs in, if it is in their settings: without any setting sources the client does not read them. Hooks inherit the
 * variables anyway, other processes do not. Variables may be secret, so they are not put on the command line.
 */
function readLogin({ claudeDir }: Environment) {
  const file = readSmallFile(`${claudeDir}/settings.json`);
  const settings = file.state === "read" ? parseJson(file.text) : null;
  const all = isRecord(settings) ? settings : {};
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  const variables = Object.entries(isRecord(all.env) ? all.env : {}).filter(isText);
  return {
    helpers: Object.fromEntries(Object.entries(all).filter(([name]) => HELPERS.includes(name))),
    variables: Object.fromEntries(variables.filter(([name]) => LOGIN_VARIABLE.test(name))),
  };
}

async function askOwnCommand(request: ModelRequest, command: string): Promise<ModelReply> {
  const { rules, question } = request.prompt;
  const ran = await runIn(request, async () => ({ command, stdin: `${rules}\n\n${question}\n` }));
  if (!ran.ok) return failure(ran.problem, true);
  const { value: answer } = ran;
  if (answer.outcome === "passed") return { ok: true, text: answer.stdout, tokens: null, costUsd: null };
  return describeEnd(answer, request.settings) ?? failure("the command failed");
}

/** Why the command gave no answer; null if it ended well. */
function describeEnd(
  { outcome, exitCode, stderr }: CommandAnswer,
  { timeout }: Config["judge"],
): ModelReply | null {
  const said = stderr.trim() === "" ? "" : `: ${clipLine(stderr.trim(), MAX_PROBLEM)}`;
  switch (outcome) {
    case "passed":
      return null;
    case "timeout":
      return failure(`it took longer than ${timeout}`, true);
    case "missing":
      return failure(`it could not be started${said}`, true);
    case "killed":
      return failure("it was ended", true);
    case "failed":
      return failure(`it ended with exit code ${exitCode ?? "none"}${said}`);
  }
}

interface Start {
  command: string;
  stdin: string;
  env?: Record<string, string | undefined>;
}

/**
 * In an empty folder, so that it finds no project, and leaves nothing in one; an agent in its copy. `makeStart` gets a private
 * folder. If this process is killed, a later one ends what still runs there.
 */
function runIn(
  { env, folder, timeoutMs, signal }: ModelRequest,
  makeStart: (own: string) => Promise<Start>,
): Promise<{ ok: true; value: CommandAnswer } | { ok: false; problem: string }> {
  return withTemporaryFolder(env, "", async (own) => {
    const empty = `${own}/empty`;
    await mkdir(empty);
    const start = await makeStart(own);
    return runForAnswer({
      ...start,
      env: { ...start.env, PATH: await ownSearchPath(env) },
      cwd: folder ?? empty,
      timeoutMs,
      outputLimit: MAX_OUTPUT_BYTES,
      ...(signal ? { signal } : {}),
    });
  });
}

async function askServer(
  { settings, prompt, timeoutMs, signal }: ModelRequest,
  { url, model, key }: Exclude<Config["judge"]["by"], string>,
): Promise<ModelReply> {
  if (!isAllowedUrl(url)) return failure("the url is neither https nor on this machine", true);
  const secret = key === "" ? "" : (process.env[key] ?? "");
  if (key !== "" && secret === "") return failure(`the variable ${key} is not set`, true);
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const send = isLoopback(url) ? fetchDirectly : fetch;
    const response = await send(`${url.replace(/\/+$/, "")}/chat/completions`, {
      method: "POST",
      redirect: "manual",
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
      headers: {
        "content-type": "application/json",
        ...(secret === "" ? {} : { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify({
        model,
        stream: false,
        temperature: 0,
        messages: [
          { role: "system", content: prompt.rules },
          { role: "user", content: prompt.question },
        ],
      }),
    });
    if (response.status >= 300 && response.status < 400)
      return failure("the server redirects, which is not followed", true);
    const text = await readBounded(response);
    if (response.status === 404)
      return failure(`the server has no such model or path: check \`judge.by.model\` (${model})`, true);
    if (!response.ok) return failure(`the server answered ${response.status}: ${text}`);
    return readCompletion(text);
  } catch (error) {
    if (limit.aborted) return failure(`it took longer than ${settings.timeout}`, true);
    return failure(`the server cannot be reached: ${errorMessage(error)}`, signal?.aborted);
  }
}

/** Sent through a proxy, what is meant for this machine would cross a network. Bun reads the variables when a request begins. */
function fetchDirectly(url: string, request: RequestInit): Promise<Response> {
  const names = ["NO_PROXY", "no_proxy"];
  const before = names.map((name) => process.env[name]);
  for (const name of names) process.env[name] = "*";
  try {
    return fetch(url, request);
  } finally {
    for (const [n, name] of names.entries()) {
      if (before[n] === undefined) delete process.env[name];
      else process.env[name] = before[n];
    }
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_OUTPUT_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readCompletion(text: string): ModelReply {
  const reply = parseJson(text);
  const choices = isRecord(reply) && Array.isArray(reply.choices) ? reply.choices : [];
  const [first] = choices as unknown[];
  const message = isRecord(first) && isRecord(first.message) ? first.message.content : null;
  if (typeof message !== "string") return failure("the server's answer has no message");
  const usage = isRecord(reply) && isRecord(reply.usage) ? reply.usage : {};
  return { ok: true, text: message, tokens: sum([usage.total_tokens]), costUsd: null };
}

function sum(numbers: readonly unknown[]): number | null {
  const known = numbers.filter((one) => typeof one === "number");
  return known.length === 0 ? null : known.reduce((total, one) => total + one, 0);
}
