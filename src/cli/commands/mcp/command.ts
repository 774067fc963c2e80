// `holdfast mcp`: memory, history and stops as tools of the Model Context Protocol, over stdin and stdout.
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { askPerson, explainStop, status } from "./holds.ts";
import { memorySave, memorySearch } from "./memories.ts";
import { sessionSearch, sessionShow } from "./sessions.ts";
import type { Tool } from "./tool.ts";

/**
 * In the order of the client's list; src/install/permission-rules.ts has a rule for each. Two are in every prompt: nothing else
 * reminds Claude to look up or to save what a later session needs, while a held stop names the rest.
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
    "Claude Code starts it; by hand it waits for messages on stdin and ends with them. `holdfast install --mcp` registers it,\n" +
    "and so does the plugin. It shows this project only, unless recall.otherProjects is on in your own config.\n" +
    `Tools: ${TOOLS.map(({ name }) => name).join(", ")}.\n` +
    "Resources: the memories, as holdfast://memory/ID.",
  examples: ["holdfast mcp", "claude mcp add --scope user holdfast -- ~/.holdfast/bin/holdfast mcp"],
  options: {},
  async run({ cwd, out }) {
    if (out.interactive)
      throw new UserError(
        "no-client",
        "`holdfast mcp` talks to a program, not to a person",
        "`holdfast install --mcp` registers it with Claude Code; `holdfast doctor` tries it.",
      );
    const { serve } = await import("./serve.ts");
    await serve(cwd);
  },
});
