// Imports between the folders of src/: an outer tier may import inner ones, never the other way round.
const TIERS: readonly (readonly string[])[] = [
  ["text"],
  ["platform"],
  ["protocol"],
  ["config"],
  ["store"],
  ["transcript"],
  ["worktree"],
  ["recording"],
  ["memory"],
  ["upkeep"],
  ["gates"],
  ["install"],
  ["review"],
  ["hook"],
  ["cli"],
  ["bin"],
];

const tierOf = new Map(TIERS.flatMap((folders, tier) => folders.map((folder) => [folder, tier] as const)));
const root = `${import.meta.dir}/../src/`;
const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

let wrong = 0;
for await (const file of new Bun.Glob("**/*.{ts,tsx}").scan(root)) {
  const from = file.split("/", 1)[0] ?? "";
  const tier = tierOf.get(from);
  if (tier === undefined) report(file, `src/${from} is in no tier of scripts/check-imports.ts`);
  for (const [, path = ""] of (await Bun.file(root + file).text()).matchAll(IMPORT)) {
    const to = new URL(path, `file:///src/${file}`).pathname.split("/")[2] ?? "";
    const inner = tierOf.get(to);
    // Outside src: package.json, texts of the plugin.
    if (to === from || inner === undefined || tier === undefined || inner < tier) continue;
    report(file, `${from}/ may not import ${to}/ (${path})`);
  }
}
process.exit(wrong === 0 ? 0 : 1);

function report(file: string, problem: string): void {
  console.error(`src/${file}: ${problem}`);
  wrong++;
}
