import type { HostRegistration } from "../registration.ts";

export const COPILOT: HostRegistration = {
  id: "copilot",
  name: "GitHub Copilot CLI",
  program: "copilot",
  folder: ".copilot",
  folderVariable: "COPILOT_HOME",
  file: "hooks/holdfast.json",
  isOwnFile: true,
  preamble: { version: 1 },
  events: [
    { theirs: "SessionStart", ours: "SessionStart", timeoutS: 10 },
    { theirs: "UserPromptSubmit", ours: "UserPromptSubmit", timeoutS: 10 },
    { theirs: "PostToolUse", ours: "PostToolUse", timeoutS: 10 },
    { theirs: "PostToolUseFailure", ours: "PostToolUseFailure", timeoutS: 10 },
    { theirs: "Stop", ours: "Stop", timeoutS: 180 },
    { theirs: "SubagentStart", ours: "SubagentStart", timeoutS: 10 },
    { theirs: "SubagentStop", ours: "SubagentStop", timeoutS: 180 },
    { theirs: "PreCompact", ours: "PreCompact", timeoutS: 10 },
    { theirs: "SessionEnd", ours: "SessionEnd", timeoutS: 10 },
  ],
  entryOf: (command, timeoutSec) => ({ type: "command", bash: command, timeoutSec }),
  afterInstall: null,
};
