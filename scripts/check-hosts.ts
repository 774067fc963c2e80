// Only `protocol/` and `install/` know which agent calls: elsewhere its name would be the beginning of a special case.
const NAME = /codex|copilot|gemini|qwen/i;

/** Not about an agent that calls us. */
const EXEMPT: Record<string, string> = {
  "protocol/": "reads and writes what each agent does differently",
  "install/": "registers hooks with each agent",
  "text/redaction/": "names files and variables that hold secrets",
  "cli/commands/setup/": "the examples of install and uninstall",
};

const root = `${import.meta.dir}/../src/`;
let failed = 0;
for (const path of [...new Bun.Glob("**/*.{ts,tsx}").scanSync(root)].toSorted()) {
  if (path.includes(".generated.") || Object.keys(EXEMPT).some((folder) => path.startsWith(folder))) continue;
  const lines = (await Bun.file(`${root}${path}`).text()).split("\n");
  for (const [index, line] of lines.entries()) {
    const [name] = NAME.exec(line) ?? [];
    if (name === undefined) continue;
    failed++;
    console.log(`src/${path}:${index + 1} names ${name}: only protocol/ and install/ may`);
  }
}
process.exit(failed === 0 ? 0 : 1);
