// Renders the mod's files as text for the executable, whose `install` writes them. An import would make them part of our types.
const PLUGIN = `${import.meta.dir}/../plugin`;
const SOURCES = ["hooks/register.tsx", "hooks/pane.tsx", "types/index.d.ts"];

export async function renderModFiles(): Promise<string> {
  const { name, version, types } = await Bun.file(`${PLUGIN}/.claude-plugin/plugin.json`).json();
  const { modules } = await Bun.file(`${PLUGIN}/hooks/hooks.json`).json();
  const description = "holdfast inside Claude Code: what it holds, and its tools";
  const files: Record<string, string> = {
    ".claude-plugin/plugin.json": toText({ name, version, description, types }),
    "hooks/hooks.json": toText({ modules }),
  };
  for (const path of SOURCES) files[path] = await Bun.file(`${PLUGIN}/${path}`).text();
  return `// Made by \`npm run generate\` from plugin/. Do not edit.
export const MOD_FILES: Readonly<Record<string, string>> = ${JSON.stringify(files, null, 2)};
`;
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
