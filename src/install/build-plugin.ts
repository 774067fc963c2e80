// Copies plugin/ to where `--plugin-dir` and `claude plugin validate` find it complete.
import { chmod, cp, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { renderServer } from "./own-files.ts";
import { hookGroups } from "./registration.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it.
const PLUGIN_COMMAND = "${CLAUDE_PLUGIN_ROOT}/bin/holdfast-hook";

/** The client's own UI modules, beside the hooks: docs/mod.md. */
const MODULES = ["./register.tsx"];

export async function buildPlugin(targetDir: string): Promise<void> {
  await rm(targetDir, { recursive: true, force: true });
  await cp(resolve(import.meta.dir, "../../plugin"), targetDir, { recursive: true });
  await writeFile(`${targetDir}/hooks/hooks.json`, renderPluginHooks());
  await writeFile(`${targetDir}/.mcp.json`, renderPluginServer());
  // Archives and some checkouts lose the bit, and a hook that cannot run is a guard switched off.
  await chmod(`${targetDir}/bin/holdfast-hook`, 0o755);
}

// `plugin/.mcp.json`, as install writes it, with the script that finds the program.
export function renderPluginServer(): string {
  return renderServer(PLUGIN_COMMAND);
}

// `plugin/hooks/hooks.json`, generated from the event table.
export function renderPluginHooks(): string {
  const groups = hookGroups(PLUGIN_COMMAND, ["hook", "--plugin"]);
  const hooks = Object.fromEntries(groups.map(({ event, group }) => [event, [group]]));
  const description = "Generated from src/protocol/claude-code/events.ts by npm run generate.";
  return `${JSON.stringify({ description, modules: MODULES, hooks }, null, 2)}\n`;
}
