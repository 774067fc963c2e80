import type { HostRegistration } from "../registration.ts";

export const QWEN: HostRegistration = {
  id: "qwen",
  name: "Qwen Code",
  program: "qwen",
  folder: ".qwen",
  folderVariable: "QWEN_HOME",
  file: "settings.json",
  isOwnFile: false,
  preamble: {},
  events: [
    { theirs: "SessionStart", ours: "SessionStart", timeoutS: 10 },
    { theirs: "UserPromptSubmit", ours: "UserPromptSubmit", timeoutS: 10 },
    { theirs: "PostToolUse", ours: "PostToolUse", timeoutS: 10 },
    { theirs: "PostToolUseFailure", ours: "PostToolUseFailure", timeoutS: 10 },
    { theirs: "Stop", ours: "Stop", timeoutS: 180 },
    { theirs: "StopFailure", ours: "StopFailure", timeoutS: 10 },
    { theirs: "SubagentStart", ours: "SubagentStart", timeoutS: 10 },
    { theirs: "SubagentStop", ours: "SubagentStop", timeoutS: 180 },
    { theirs: "PreCompact", ours: "PreCompact", timeoutS: 10 },
    { theirs: "SessionEnd", ours: "SessionEnd", timeoutS: 10 },
  ],
  entryOf: (command, timeoutS) => ({ hooks: [{ type: "command", command, timeout: timeoutS * 1000 }] }),
  afterInstall: null,
};
