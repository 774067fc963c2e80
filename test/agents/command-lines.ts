// How each client is started without a person, and how a call of its tools is written.

import { writeFileIn } from "../helpers/temp.ts";
import { type Answer, say, useTool } from "../helpers/turns.ts";
import type { HostName } from "./clients.ts";
import type { ClientPlace } from "./run-client.ts";
import type { ScriptedAnswer } from "./scripted-model.ts";

interface CommandLine {
  args: string[];
  env: Record<string, string>;
}

/** What a person has in the home before holdfast is installed. */
export function writeSettings({ host, home }: ClientPlace): void {
  const { settings } = HOST_RUNS[host];
  if (settings) writeFileIn(home, settings.path, settings.text);
}

interface HostRun {
  settings?: { path: string; text: string };
  commandLine(place: ClientPlace, url: string, prompt: string): CommandLine;
  shell(command: string): Answer;
  write(path: string, content: string): Answer;
  /** The call that starts a subagent, what the subagent does, and that the main agent waits for it if it has to. */
  delegate(task: string, work?: readonly Answer[]): ScriptedAnswer[];
}

/** A person's settings, in which hooks are to be added and removed. */
const GEMINI_SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { disableAutoUpdate: true },
};

const QWEN_SETTINGS = { $version: 4, privacy: { usageStatisticsEnabled: false } };

const CODEX_CONFIG = `# A person's own settings.
model = "gpt-5.5"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
`;

/** The subagent and the main agent go on at the same time. */
function beside(task: string, work: readonly Answer[], waitFor: (text: string) => Answer): ScriptedAnswer[] {
  const left = [...work];
  const isTask = (text: string) =>
    text.includes(`"text":${JSON.stringify(task)}`) || text.includes(`"content":${JSON.stringify(task)}`);
  const next: ScriptedAnswer = ({ text }) => (isTask(text) ? (left.shift() ?? say("Done.")) : waitFor(text));
  return [...work, null].map(() => next);
}

const HELP = [say("I helped.")];

function waitForAgent(text: string): Answer {
  const id = /\\"agent_id\\":\\"([^\\]+)/.exec(text)?.[1];
  return useTool("multi_agent_v1/wait_agent", { targets: [id], timeout_ms: 30_000 });
}

export const HOST_RUNS: Record<HostName, HostRun> = {
  codex: {
    settings: { path: ".codex/config.toml", text: CODEX_CONFIG },
    commandLine: ({ sandboxed }, url, prompt) => ({
      args: [
        "exec",
        // Without it, hooks that no person has trusted in the client are skipped silently.
        "--dangerously-bypass-hook-trust",
        ...(sandboxed ? ["--sandbox", "workspace-write"] : ["--dangerously-bypass-approvals-and-sandbox"]),
        ...["--json", "-c", `model_providers.scripted.base_url="${url}/v1"`],
        prompt,
      ],
      env: { SCRIPTED_KEY: "x" },
    }),
    shell: (cmd) => useTool("exec_command", { cmd }),
    write: (path, content) =>
      useTool("apply_patch", {
        freeform: `*** Begin Patch\n*** Add File: ${path}\n${content.trimEnd().replace(/^/gm, "+")}\n*** End Patch\n`,
      }),
    delegate: (message, work = HELP) => [
      useTool("multi_agent_v1/spawn_agent", { message }),
      ...beside(message, work, waitForAgent),
    ],
  },
  copilot: {
    commandLine: (_place, url, prompt) => ({
      args: ["-p", prompt, "--allow-all-tools", "--allow-all-paths"],
      env: {
        COPILOT_OFFLINE: "true",
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_MODEL: "gpt-4.1",
        COPILOT_AUTO_UPDATE: "false",
      },
    }),
    shell: (command) => useTool("bash", { command, description: "Run it", mode: "sync", sessionId: "main" }),
    write: (path, content) => useTool("create", { path, file_text: content }),
    delegate: (prompt, work = HELP) => [
      useTool("task", {
        agent_type: "general-purpose",
        name: "helper",
        description: "Helps",
        prompt,
        mode: "sync",
      }),
      ...work,
    ],
  },
  qwen: {
    settings: { path: ".qwen/settings.json", text: `${JSON.stringify(QWEN_SETTINGS, null, 2)}\n` },
    commandLine: ({ asksPermission }, url, prompt) => ({
      args: ["-p", prompt, ...(asksPermission ? [] : ["--yolo"]), "--auth-type", "openai"],
      env: { OPENAI_API_KEY: "x", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "scripted" },
    }),
    shell: (command) =>
      useTool("run_shell_command", { command, description: "Run it", is_background: false }),
    write: (path, content) => useTool("write_file", { file_path: path, content }),
    delegate: (prompt, work = HELP) => [
      useTool("agent", { subagent_type: "general-purpose", description: "Helps", prompt }),
      ...beside(prompt, work, () => say("The helper is at work.")),
    ],
  },
  gemini: {
    settings: { path: ".gemini/settings.json", text: `${JSON.stringify(GEMINI_SETTINGS, null, 2)}\n` },
    commandLine: ({ asksPermission }, url, prompt) => ({
      args: [
        ...["-p", prompt, "-m", "gemini-2.5-pro", "--output-format", "json"],
        ...(asksPermission ? [] : ["--yolo"]),
      ],
      env: { GEMINI_API_KEY: "x", GOOGLE_GEMINI_BASE_URL: url },
    }),
    shell: (command) => useTool("run_shell_command", { command, description: "Run it" }),
    write: (path, content) => useTool("write_file", { file_path: path, content }),
    delegate: (prompt) => [
      useTool("invoke_agent", { agent_name: "generalist", prompt }),
      useTool("complete_task", { result: { response: "I helped." } }),
    ],
  },
};
