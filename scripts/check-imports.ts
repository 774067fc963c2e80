// Imports between the folders of src/: an outer tier may import inner ones, never the other way round. And nothing names
// a gate but the registry, and what a person runs: the commands and the doctor.
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

const GATES = new Set(
  [...new Bun.Glob("gates/*/gate.ts").scanSync(root)].map((path) => path.split("/")[1] ?? ""),
);
GATES.delete("engine");
const MAY_NAME_GATES = ["gates/registry.ts", "cli/", "install/doctor/"];

let wrong = 0;
for await (const file of new Bun.Glob("**/*.{ts,tsx}").scan(root)) {
  const from = file.split("/", 1)[0] ?? "";
  const tier = tierOf.get(from);
  if (tier === undefined) report(file, `src/${from} is in no tier of scripts/check-imports.ts`);
  for (const [, path = ""] of (await Bun.file(root + file).text()).matchAll(IMPORT)) {
    const [, , to = "", gate = ""] = new URL(path, `file:///src/${file}`).pathname.split("/");
    if (to === "gates" && GATES.has(gate) && !mayImportGate(file, gate))
      report(file, `only gates/registry.ts may import gates/${gate}/ (${path})`);
    const inner = tierOf.get(to);
    // Outside src: package.json, texts of the plugin.
    if (to === from || inner === undefined || tier === undefined || inner < tier) continue;
    report(file, `${from}/ may not import ${to}/ (${path})`);
  }
}
process.exit(wrong === 0 ? 0 : 1);

function mayImportGate(file: string, gate: string): boolean {
  return [`gates/${gate}/`, ...MAY_NAME_GATES].some((prefix) => file.startsWith(prefix));
}

function report(file: string, problem: string): void {
  console.error(`src/${file}: ${problem}`);
  wrong++;
}
