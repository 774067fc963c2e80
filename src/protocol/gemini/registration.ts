import type { HostRegistration } from "../registration.ts";

export const GEMINI: HostRegistration = {
  id: "gemini",
  name: "Gemini CLI",
  program: "gemini",
  folder: ".gemini",
  folderVariable: null,
  file: "settings.json",
  isOwnFile: false,
  preamble: {},
  // Not PreCompress: it comes before each request to the model.
  events: [
    { theirs: "SessionStart", ours: "SessionStart", timeoutS: 10 },
    { theirs: "BeforeAgent", ours: "UserPromptSubmit", timeoutS: 10 },
    { theirs: "AfterTool", ours: "PostToolUse", timeoutS: 10 },
    { theirs: "AfterAgent", ours: "Stop", timeoutS: 180 },
    { theirs: "SessionEnd", ours: "SessionEnd", timeoutS: 10 },
  ],
  entryOf: (command, timeoutS) => ({ hooks: [{ type: "command", command, timeout: timeoutS * 1000 }] }),
  afterInstall: null,
};
