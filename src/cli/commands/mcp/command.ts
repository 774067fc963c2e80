// `holdfast mcp`: memory, history and stops as tools of the Model Context Protocol, over stdin and stdout.
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { askPerson, explainStop, status } from "./holds.ts";
import { memorySave, memorySearch } from "./memories.ts";
import { sessionSearch, sessionShow } from "./sessions.ts";
import type { Tool } from "./tool.ts";

/**
 * In the order of the client's list; src/install/permission-rules.ts has a rule for each. Two are in every prompt, because
 * nothing else reminds Claude to search or save memories; a held stop names the others.
 */
export const TOOLS: readonly Tool[] = [
  memorySearch,
  memorySave,
  sessionSearch,
  sessionShow,
  explainStop,
  status,
  askPerson,
];

export const command = defineCommand({
  details:
    "Claude Code starts this server, which reads messages on stdin. `holdfast install --mcp` or the plugin registers it. It\n" +
    "shows this project only, unless recall.otherProjects is on in your own config.\n" +
    `Tools: ${TOOLS.map(({ name }) => name).join(", ")}.\n` +
    "Resources: the memories, as holdfast://memory/ID.",
  examples: ["holdfast mcp", "claude mcp add --scope user holdfast -- ~/.holdfast/bin/holdfast mcp"],
  options: {},
  async run({ cwd, out }) {
    if (out.interactive)
      throw new UserError(
        "no-client",
        "`holdfast mcp` is for programs, not for a terminal",
        "`holdfast install --mcp` registers it with Claude Code; `holdfast doctor` tests it.",
      );
    const { serve } = await import("./serve.ts");
    await serve(cwd);
  },
});
