import type { ProjectFiles, Proposal, ProposedCommand, StageName } from "./proposal.ts";

/** The scripts a stage is looked for under, the most telling first. */
const SCRIPTS: Record<StageName, readonly string[]> = {
  correctness: ["typecheck", "type-check", "check-types", "types", "tsc"],
  quality: ["lint", "lint:check", "eslint", "biome", "format:check", "check"],
  tests: ["test", "test:unit", "tests", "unit"],
};
/** What `npm init` writes. */
const NO_TEST = /no test specified/;
/** Would not end, or would mend instead of checking. */
const UNFIT = /--watch\b(?!=false)|--fix\b|--write\b/;
const CODE = ["**/*.{ts,tsx,js,jsx,mts,cts,mjs,cjs,vue,svelte}", "**/package.json", "**/tsconfig*.json"];

export function detectJavaScript(files: ProjectFiles): Proposal {
  const text = files.get("package.json");
  if (text === undefined) return {};
  const { scripts, packageManager } = readPackage(text);
  const runner = runnerOf(files, packageManager);
  const proposal: Proposal = {};
  for (const stage of Object.keys(SCRIPTS) as StageName[]) {
    const name = SCRIPTS[stage].find((one) => isFit(scripts[one]));
    if (name !== undefined) proposal[stage] = [commandOf(stage, `${runner} ${name}`)];
  }
  if (!proposal.correctness && files.has("tsconfig.json")) {
    proposal.correctness = [commandOf("correctness", `${executorOf(runner)} tsc --noEmit`)];
  }
  return proposal;
}

function commandOf(stage: StageName, run: string): ProposedCommand {
  return stage === "tests" ? { run, background: true, paths: CODE } : { run, paths: CODE };
}

function isFit(script: unknown): boolean {
  return typeof script === "string" && script !== "" && !NO_TEST.test(script) && !UNFIT.test(script);
}

/** What the project names itself counts before its lock file. */
function runnerOf(files: ProjectFiles, named: string): string {
  const manager = /^(npm|pnpm|yarn|bun)\b/.exec(named)?.[1];
  if (manager !== undefined) return `${manager} run`;
  if (files.has("pnpm-lock.yaml")) return "pnpm run";
  if (files.has("yarn.lock")) return "yarn run";
  if (files.has("bun.lock") || files.has("bun.lockb")) return "bun run";
  return "npm run";
}

function executorOf(runner: string): string {
  const executors: Record<string, string> = {
    "pnpm run": "pnpm exec",
    "yarn run": "yarn",
    "bun run": "bunx",
  };
  return executors[runner] ?? "npx --no-install";
}

function readPackage(text: string): { scripts: Record<string, unknown>; packageManager: string } {
  try {
    const { scripts, packageManager } = JSON.parse(text) ?? {};
    const isTable = typeof scripts === "object" && scripts !== null && !Array.isArray(scripts);
    return { scripts: isTable ? scripts : {}, packageManager: String(packageManager ?? "") };
  } catch {
    return { scripts: {}, packageManager: "" }; // Broken: it has no scripts that could run.
  }
}
