import { describe, expect, test } from "bun:test";
import { readEnvironment } from "../../../src/config/environment.ts";

describe("an agent's shell is recognised", () => {
  test.each([
    "CLAUDECODE",
    "CODEX_THREAD_ID",
    "CODEX_CI",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "COPILOT_CLI",
    "GEMINI_CLI",
    "QWEN_CODE",
    "CURSOR_AGENT",
    "AI_AGENT",
  ])("by %s, which its shell tool sets", (name) => {
    expect(readEnvironment({ HOME: "/home/me", [name]: "1" }).insideAgent).toBe(true);
  });

  test.each([
    ["an API key", { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GEMINI_API_KEY: "k", CODEX_API_KEY: "k" }],
    [
      "an editor's terminal",
      { TERM_PROGRAM: "vscode", VSCODE_PID: "1", CURSOR_TRACE_ID: "x", ZED_TERM: "true" },
    ],
    ["an agent's config folder", { CODEX_HOME: "/x", CLAUDE_CONFIG_DIR: "/x", COPILOT_GITHUB_TOKEN: "x" }],
    ["an empty or disabled variable", { CLAUDECODE: "", GEMINI_CLI: "0", QWEN_CODE: "false" }],
    ["nothing", {}],
  ])("but not by %s", (_name, variables) => {
    expect(readEnvironment({ HOME: "/home/me", ...variables }).insideAgent).toBe(false);
  });
});
