// `plugin/hooks/hooks.json`, generated from the event table.
import { hookGroups } from "./registration.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it.
const PLUGIN_COMMAND = "${CLAUDE_PLUGIN_ROOT}/bin/holdfast-hook";

export function renderPluginHooks(): string {
  const groups = hookGroups(PLUGIN_COMMAND, ["hook", "--plugin"]);
  const hooks = Object.fromEntries(groups.map(({ event, group }) => [event, [group]]));
  const description = "Generated from src/protocol/events.ts by npm run generate.";
  return `${JSON.stringify({ description, hooks }, null, 2)}\n`;
}
