// `npm run generate` writes the files derived from our tables; `--check` only lists those that are out of date.
import { renderJsonSchema } from "../src/config/json-schema.ts";
import { renderPluginHooks, renderPluginServer } from "../src/install/own-files.ts";
import { renderAgentsPage } from "./agents-table.ts";
import { renderDefaults, renderSections } from "./config-defaults.ts";
import { renderConfigTable } from "./config-table.ts";
import { renderConformance } from "./conformance-table.ts";
import { renderDashboardAssets } from "./dashboard-assets.ts";
import { renderEventTable } from "./event-table.ts";
import { renderRedactionLiterals, renderRedactionRules } from "./generate-redaction.ts";
import { NAMED_FILES, renderNamedFile } from "./names-in-texts.ts";
import { renderPluginFiles } from "./plugin-files.ts";
import { renderTriageWords } from "./triage-words.ts";

const GENERATED: Record<string, () => string | Promise<string>> = {
  "src/text/redaction/rules.generated.ts": renderRedactionRules,
  "src/text/redaction/literals.generated.ts": renderRedactionLiterals,
  "src/config/defaults.generated.ts": renderDefaults,
  "src/config/sections.generated.ts": renderSections,
  "schema/holdfast.schema.json": renderJsonSchema,
  "plugin/hooks/hooks.json": renderPluginHooks,
  "plugin/.mcp.json": renderPluginServer,
  "src/install/plugin-files.generated.ts": renderPluginFiles,
  "src/memory/triage/ask/words.generated.ts": renderTriageWords,
  "src/dashboard/assets.generated.ts": renderDashboardAssets,
  "docs/internals/events.md": renderEventTable,
  "docs/internals/conformance.md": renderConformance,
  "docs/config.md": renderConfigTable,
  "docs/agents.md": renderAgentsPage,
  ...Object.fromEntries(NAMED_FILES.map((path) => [path, () => renderNamedFile(path)])),
};

const root = `${import.meta.dir}/../`;
const checkOnly = process.argv.includes("--check");
let stale = 0;
for (const [path, render] of Object.entries(GENERATED)) {
  const file = Bun.file(root + path);
  const text = await render();
  if ((await file.exists()) && (await file.text()) === text) continue;
  stale++;
  if (checkOnly) console.error(`${path} is out of date: run \`npm run generate\``);
  else await Bun.write(file, text);
}
if (checkOnly && stale > 0) process.exit(1);
