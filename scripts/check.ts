// `npm run check`: format and lint, types, unused code, generated files, length of the documents, lock file. Runs all steps, even after a failure.
const STEPS: Record<string, string[]> = {
  "format and lint": ["biome", "check", "--error-on-warnings", "."],
  "imports between folders": ["bun", "scripts/check-imports.ts"],
  "names of other agents": ["bun", "scripts/check-hosts.ts"],
  types: ["tsc", "--noEmit"],
  "types of the dashboard's pages": ["tsc", "--noEmit", "--project", "src/dashboard/ui"],
  "unused files, exports, dependencies": ["knip", "--no-progress"],
  "what only tests use": ["knip", "--no-progress", "--production"],
  "generated files": ["bun", "scripts/generate.ts", "--check"],
  "length of the documents": ["bun", "scripts/check-lengths.ts"],
  "lock file": ["bun", "scripts/check-lock-file.ts"],
};

const root = `${import.meta.dir}/../`;
let failed = 0;
for (const [what, [program = "", ...args]] of Object.entries(STEPS)) {
  const run = Bun.spawnSync([`${root}node_modules/.bin/${program}`, ...args], { cwd: root });
  if (run.exitCode === 0) {
    console.log(`ok    ${what}`);
    continue;
  }
  failed++;
  console.log(`FAIL  ${what}\n${run.stdout}${run.stderr}`);
}
process.exit(failed === 0 ? 0 : 1);
