// Renders the plugin's files as text for the executable, whose `install` writes them. An import of the mod would make it part of
// our types.
const PLUGIN = `${import.meta.dir}/../plugin`;
const MOD_SOURCES = ["hooks/register.tsx", "hooks/pane.tsx", "types/index.d.ts"];

export async function renderPluginFiles(): Promise<string> {
  const { name, version, types } = await Bun.file(`${PLUGIN}/.claude-plugin/plugin.json`).json();
  const { modules } = await Bun.file(`${PLUGIN}/hooks/hooks.json`).json();
  const description = "holdfast inside Claude Code: what it holds, and its tools";
  const mod = {
    ".claude-plugin/plugin.json": toText({ name, version, description, types }),
    "hooks/hooks.json": toText({ modules }),
    ...(await readAll(MOD_SOURCES, (path) => path)),
  };
  const texts = [...new Bun.Glob("{skills,commands}/**/*.md").scanSync(PLUGIN)].sort();
  // In the client's own folder, the commands of a plugin named holdfast are in a folder of that name.
  const client = await readAll(texts, (path) => path.replace(/^commands\//, "commands/holdfast/"));
  return `// Made by \`npm run generate\` from plugin/. Do not edit.
export const CLIENT_FILES: Readonly<Record<string, string>> = ${toText(client).trimEnd()};

export const MOD_FILES: Readonly<Record<string, string>> = ${toText(mod).trimEnd()};
`;
}

async function readAll(paths: string[], nameOf: (path: string) => string): Promise<Record<string, string>> {
  const files = paths.map(async (path) => [nameOf(path), await Bun.file(`${PLUGIN}/${path}`).text()]);
  return Object.fromEntries(await Promise.all(files));
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
