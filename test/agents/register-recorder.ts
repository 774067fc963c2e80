// Registers one command for every event that a host has.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFileIn } from "../helpers/temp.ts";
import type { HostName } from "./clients.ts";
import type { ClientPlace } from "./run-client.ts";

const COMMON = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PreCompact",
  "SubagentStop",
  "Stop",
];

const EVENTS: Record<HostName, string[]> = {
  codex: [...COMMON, "SubagentStart", "PostCompact", "PermissionRequest", "SessionEnd"],
  copilot: [...COMMON, "SubagentStart", "PostToolUseFailure", "SessionEnd", "ErrorOccurred", "Notification"],
  qwen: [...COMMON, "SubagentStart", "PostToolUseFailure", "SessionEnd", "StopFailure", "Notification"],
  gemini: [
    ...["SessionStart", "SessionEnd", "BeforeAgent", "AfterAgent", "BeforeTool", "AfterTool"],
    ...["PreCompress", "Notification"],
  ],
};

/** Beside what the file has. */
export function registerRecorder({ host, home }: ClientPlace, script: string): void {
  const { path, settings } = registrationOf(host, `'${script}'`);
  const file = join(home, path);
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  writeFileIn(home, path, JSON.stringify({ ...before, ...settings }));
}

function registrationOf(host: HostName, command: string): { path: string; settings: object } {
  if (host === "copilot") {
    const entry = { type: "command", bash: command, timeoutSec: 10 };
    return {
      path: ".copilot/hooks/recorder.json",
      settings: { version: 1, hooks: forEachEvent(host, [entry]) },
    };
  }
  const entry = { type: "command", command, timeout: host === "codex" ? 10 : 10_000 };
  const path = host === "codex" ? ".codex/hooks.json" : `.${host}/settings.json`;
  return { path, settings: { hooks: forEachEvent(host, [{ hooks: [entry] }]) } };
}

function forEachEvent(host: HostName, entries: object[]): object {
  return Object.fromEntries(EVENTS[host].map((event) => [event, entries]));
}
