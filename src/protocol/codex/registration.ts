import type { HostRegistration } from "../registration.ts";

export const CODEX: HostRegistration = {
  id: "codex",
  name: "Codex",
  program: "codex",
  folder: ".codex",
  folderVariable: "CODEX_HOME",
  file: "hooks.json",
  isOwnFile: false,
  // It refuses a file with fields that it does not know.
  preamble: {},
  events: [
    { theirs: "SessionStart", ours: "SessionStart", timeoutS: 10 },
    { theirs: "UserPromptSubmit", ours: "UserPromptSubmit", timeoutS: 10 },
    // A patch in a shell command, and a command that goes on in the background, have no other event.
    { theirs: "PreToolUse", ours: "PreToolUse", timeoutS: 10 },
    { theirs: "PostToolUse", ours: "PostToolUse", timeoutS: 10 },
    { theirs: "Stop", ours: "Stop", timeoutS: 180 },
    { theirs: "SubagentStart", ours: "SubagentStart", timeoutS: 10 },
    { theirs: "SubagentStop", ours: "SubagentStop", timeoutS: 180 },
    { theirs: "PreCompact", ours: "PreCompact", timeoutS: 10 },
    { theirs: "SessionEnd", ours: "SessionEnd", timeoutS: 3 },
  ],
  entryOf: (command, timeout) => ({ hooks: [{ type: "command", command, timeout }] }),
  afterInstall: "start Codex, type /hooks and trust holdfast's hooks; until then Codex skips them silently",
};
