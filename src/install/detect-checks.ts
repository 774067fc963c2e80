// Detects a project's existing checks from its files.
import { isRecord, parseJson } from "../text/unknown-values.ts";

/** A command as in the config; missing fields have their defaults. */
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

const LOCK_FILES: Record<string, string> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};
const RUFF_FILES = ["ruff.toml", ".ruff.toml"];
const PYTHON_MARKERS = ["pyproject.toml", "setup.py", "setup.cfg", ...RUFF_FILES, "mypy.ini", "pytest.ini"];

export const DETECTED_FILES = [
  "package.json",
  ...Object.keys(LOCK_FILES),
  "tsconfig.json",
  ...PYTHON_MARKERS,
  "tox.ini",
  "uv.lock",
  "poetry.lock",
  "Cargo.toml",
  "go.mod",
  "Makefile",
];

/** The stages in their order; those without a command are left out. */
export function detectChecks(files: ProjectFiles): Proposal {
  const found = [detectJavaScript(files), detectPython(files), detectCargo(files), detectGo(files)].filter(
    (proposal) => Object.keys(proposal).length > 0,
  );
  // A Makefile usually calls the commands that the others detect.
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
  return propose(["**/*.rs", "**/Cargo.toml", "Cargo.lock"], {
    correctness: "cargo check --quiet",
    quality: "cargo fmt --check",
    tests: "cargo test --quiet",
  });
}

function detectGo(files: ProjectFiles): Proposal {
  if (!files.has("go.mod")) return {};
  return propose(["**/*.go", "go.mod", "go.sum"], {
    correctness: "go build ./...",
    quality: "go vet ./...",
    tests: "go test ./...",
  });
}

/** An empty command is left out. */
function propose(paths: string[], { correctness, quality, tests }: Record<StageName, string>): Proposal {
  return {
    ...(correctness ? { correctness: [{ run: correctness, timeout: 120, paths }] } : {}),
    ...(quality ? { quality: [{ run: quality, paths }] } : {}),
    ...(tests ? { tests: [{ run: tests, background: true, paths }] } : {}),
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
/** Scripts that would not end, or would fix instead of checking. */
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
  const paths = JAVASCRIPT_FILES;
  const proposal = proposeFirst(SCRIPTS, (name) => isUsable(scripts[name]), runner, { paths });
  if (!proposal.correctness && files.has("tsconfig.json")) {
    proposal.correctness = [{ run: `${EXECUTORS[runner] ?? "npx --no-install"} tsc --noEmit`, paths }];
  }
  return proposal;
}

/** Proposes, for each stage, the first name that the project has. */
function proposeFirst(
  names: Record<StageName, readonly string[]>,
  has: (name: string) => boolean,
  runner: string,
  rest: { paths?: string[] } = {},
): Proposal {
  const proposal: Proposal = {};
  for (const stage of ["correctness", "quality", "tests"] as const) {
    const name = names[stage].find(has);
    const background = stage === "tests" ? { background: true as const } : {};
    if (name !== undefined) proposal[stage] = [{ run: `${runner} ${name}`, ...background, ...rest }];
  }
  return proposal;
}

function isUsable(script: unknown): boolean {
  return typeof script === "string" && script !== "" && !NO_TEST.test(script) && !NOT_A_CHECK.test(script);
}

/** The package manager named in package.json, otherwise that of the lock file. */
function runnerOf(files: ProjectFiles, named: string): string {
  const manager = /^(npm|pnpm|yarn|bun)\b/.exec(named)?.[1];
  const lockFile = Object.keys(LOCK_FILES).find((name) => files.has(name)) ?? "";
  return `${manager ?? LOCK_FILES[lockFile] ?? "npm"} run`;
}

const EXECUTORS: Record<string, string> = { "pnpm run": "pnpm exec", "yarn run": "yarn", "bun run": "bunx" };

function readPackage(text: string): { scripts: Record<string, unknown>; packageManager: string } {
  const parsed = parseJson(text);
  const { scripts, packageManager } = isRecord(parsed) ? parsed : {};
  return { scripts: isRecord(scripts) ? scripts : {}, packageManager: String(packageManager ?? "") };
}

function detectPython(files: ProjectFiles): Proposal {
  if (!PYTHON_MARKERS.some((name) => files.has(name))) return {};
  const project = files.get("pyproject.toml") ?? "";
  const rest = `${files.get("setup.cfg") ?? ""}\n${files.get("tox.ini") ?? ""}`;
  const prefix = files.has("uv.lock") ? "uv run " : files.has("poetry.lock") ? "poetry run " : "";
  const uses = (tool: string, ...own: string[]) =>
    own.some((name) => files.has(name)) || mentions(project, tool) || rest.includes(`[${tool}`);
  const hasTests = uses("pytest", "pytest.ini") || rest.includes("[tool:pytest");
  return propose(["**/*.py", "pyproject.toml"], {
    correctness: uses("mypy", "mypy.ini") ? `${prefix}mypy .` : "",
    quality: uses("ruff", ...RUFF_FILES) ? `${prefix}ruff check .` : "",
    tests: hasTests ? `${prefix}pytest -q` : "",
  });
}

/** Whether the tool has a table of its own or is a dependency. */
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
  return proposeFirst(TARGETS, (name) => targets.has(name), "make");
}
