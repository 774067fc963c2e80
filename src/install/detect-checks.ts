// Which checks a project has already, found in its own files.

/** A command as in the config: what is left out has its default. */
interface ProposedCommand {
  run: string;
  timeout?: number;
  paths?: string[];
  background?: true;
}

type StageName = "correctness" | "quality" | "tests";
export type Proposal = Partial<Record<StageName, ProposedCommand[]>>;

/** The relevant files of a project's top folder, with their text. */
export type ProjectFiles = ReadonlyMap<string, string>;

export const DETECTED_FILES = [
  "package.json",
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "bun.lockb",
  "tsconfig.json",
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "ruff.toml",
  ".ruff.toml",
  "mypy.ini",
  "pytest.ini",
  "tox.ini",
  "uv.lock",
  "poetry.lock",
  "Cargo.toml",
  "go.mod",
  "Makefile",
] as const;

/** The stages in their order; those without a command are left out. */
export function detectChecks(files: ProjectFiles): Proposal {
  const found = [detectJavaScript(files), detectPython(files), detectCargo(files), detectGo(files)].filter(
    (proposal) => Object.keys(proposal).length > 0,
  );
  // A Makefile usually calls what the others found.
  const all = found.length > 0 ? found : [detectMake(files)];
  const merged: Proposal = {};
  for (const stage of ["correctness", "quality", "tests"] as const) {
    const commands = all.flatMap((proposal) => proposal[stage] ?? []);
    if (commands.length > 0) merged[stage] = commands;
  }
  return merged;
}

function detectCargo(files: ProjectFiles): Proposal {
  if (!files.has("Cargo.toml")) return {};
  const paths = ["**/*.rs", "**/Cargo.toml", "Cargo.lock"];
  return {
    correctness: [{ run: "cargo check --quiet", timeout: 120, paths }],
    quality: [{ run: "cargo fmt --check", paths }],
    tests: [{ run: "cargo test --quiet", background: true, paths }],
  };
}

function detectGo(files: ProjectFiles): Proposal {
  if (!files.has("go.mod")) return {};
  const paths = ["**/*.go", "go.mod", "go.sum"];
  return {
    correctness: [{ run: "go build ./...", timeout: 120, paths }],
    quality: [{ run: "go vet ./...", paths }],
    tests: [{ run: "go test ./...", background: true, paths }],
  };
}

/** Names of scripts for a stage, the most specific first. */
const SCRIPTS: Record<StageName, readonly string[]> = {
  correctness: ["typecheck", "type-check", "check-types", "types", "tsc"],
  quality: ["lint", "lint:check", "eslint", "biome", "format:check", "check"],
  tests: ["test", "test:unit", "tests", "unit"],
};
/** What `npm init` writes. */
const NO_TEST = /no test specified/;
/** Would not end, or would fix instead of checking. */
const NOT_A_CHECK = /--watch\b(?!=false)|--fix\b|--write\b/;
const JAVASCRIPT_FILES = [
  "**/*.{ts,tsx,js,jsx,mts,cts,mjs,cjs,vue,svelte}",
  "**/package.json",
  "**/tsconfig*.json",
];

function detectJavaScript(files: ProjectFiles): Proposal {
  const text = files.get("package.json");
  if (text === undefined) return {};
  const { scripts, packageManager } = readPackage(text);
  const runner = runnerOf(files, packageManager);
  const proposal: Proposal = {};
  for (const stage of Object.keys(SCRIPTS) as StageName[]) {
    const name = SCRIPTS[stage].find((one) => isUsable(scripts[one]));
    if (name !== undefined) proposal[stage] = [javaScriptCommand(stage, `${runner} ${name}`)];
  }
  if (!proposal.correctness && files.has("tsconfig.json")) {
    proposal.correctness = [javaScriptCommand("correctness", `${executorOf(runner)} tsc --noEmit`)];
  }
  return proposal;
}

function javaScriptCommand(stage: StageName, run: string): ProposedCommand {
  return stage === "tests"
    ? { run, background: true, paths: JAVASCRIPT_FILES }
    : { run, paths: JAVASCRIPT_FILES };
}

function isUsable(script: unknown): boolean {
  return typeof script === "string" && script !== "" && !NO_TEST.test(script) && !NOT_A_CHECK.test(script);
}

/** The manager that package.json names, else that of the lock file. */
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

const PYTHON_MARKERS = [
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "ruff.toml",
  ".ruff.toml",
  "mypy.ini",
  "pytest.ini",
];
const PYTHON_FILES = ["**/*.py", "pyproject.toml"];

function detectPython(files: ProjectFiles): Proposal {
  if (!PYTHON_MARKERS.some((name) => files.has(name))) return {};
  const project = files.get("pyproject.toml") ?? "";
  const rest = `${files.get("setup.cfg") ?? ""}\n${files.get("tox.ini") ?? ""}`;
  const prefix = files.has("uv.lock") ? "uv run " : files.has("poetry.lock") ? "poetry run " : "";
  const uses = (tool: string, ...own: string[]) =>
    own.some((name) => files.has(name)) || mentions(project, tool) || rest.includes(`[${tool}`);
  const hasTests = uses("pytest", "pytest.ini") || rest.includes("[tool:pytest");
  return {
    ...(uses("mypy", "mypy.ini")
      ? { correctness: [{ run: `${prefix}mypy .`, timeout: 120, paths: PYTHON_FILES }] }
      : {}),
    ...(uses("ruff", "ruff.toml", ".ruff.toml")
      ? { quality: [{ run: `${prefix}ruff check .`, paths: PYTHON_FILES }] }
      : {}),
    ...(hasTests
      ? { tests: [{ run: `${prefix}pytest -q`, background: true as const, paths: PYTHON_FILES }] }
      : {}),
  };
}

/** As a table of its own, or among the dependencies. */
function mentions(project: string, tool: string): boolean {
  return new RegExp(`^\\s*\\[tool\\.${tool}\\b|["'\\s]${tool}\\b\\s*([<>=~!\\[;"',]|$)`, "m").test(project);
}

const TARGETS: Record<StageName, readonly string[]> = {
  correctness: ["typecheck", "check-types", "build"],
  quality: ["lint", "check", "vet"],
  tests: ["test", "tests"],
};

function detectMake(files: ProjectFiles): Proposal {
  const text = files.get("Makefile");
  if (text === undefined) return {};
  const targets = new Set([...text.matchAll(/^([\w.-]+)\s*:(?!=)/gm)].map((match) => match[1]));
  const proposal: Proposal = {};
  for (const stage of Object.keys(TARGETS) as StageName[]) {
    const target = TARGETS[stage].find((one) => targets.has(one));
    if (target !== undefined) proposal[stage] = [makeCommand(stage, target)];
  }
  return proposal;
}

function makeCommand(stage: StageName, target: string): ProposedCommand {
  const run = `make ${target}`;
  return stage === "tests" ? { run, background: true } : { run };
}
