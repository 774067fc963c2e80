// Detects a project's existing checks from its files.
import { isRecord, parseJson } from "../text/unknown-values.ts";

/** A command as in the config; missing fields have their defaults. */
interface ProposedCommand {
  run: string;
  cwd?: string;
  timeout?: number;
  paths?: string[];
  background?: true;
}

/** `from`: the file that names it, with what it runs if that is known. Not part of the config. */
type DetectedCommand = ProposedCommand & { from: string };

type StageName = "correctness" | "quality" | "tests";
const STAGES = ["correctness", "quality", "tests"] as const satisfies StageName[];
export type Proposal = Partial<Record<StageName, ProposedCommand[]>>;
export type Detected = Partial<Record<StageName, DetectedCommand[]>>;

/** The relevant files of one folder, with their text. */
export type ProjectFiles = ReadonlyMap<string, string>;

const LOCK_FILES: Record<string, string> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};
const RUFF_FILES = ["ruff.toml", ".ruff.toml"];
const MAVEN_FILES = ["pom.xml", "mvnw"];
const GRADLE_FILES = [
  "settings.gradle",
  "settings.gradle.kts",
  "build.gradle",
  "build.gradle.kts",
  "gradlew",
];
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
  ...MAVEN_FILES,
  ...GRADLE_FILES,
  "Makefile",
];

/** A language: the files that show it, and its checks. */
const LANGUAGES: { markers: readonly string[]; detect(files: ProjectFiles): Detected }[] = [
  { markers: ["package.json"], detect: detectJavaScript },
  { markers: PYTHON_MARKERS, detect: detectPython },
  { markers: ["Cargo.toml"], detect: detectCargo },
  { markers: ["go.mod"], detect: detectGo },
  { markers: [...MAVEN_FILES, ...GRADLE_FILES], detect: detectJava },
];

/**
 * The stages in their order; those without a command are left out. A package gets a check of its own where the top folder
 * has none of that language and stage.
 */
export function detectChecks(
  files: ProjectFiles,
  packages: ReadonlyMap<string, ProjectFiles> = new Map(),
): Detected {
  const found = LANGUAGES.flatMap(({ markers, detect }) => {
    const detectIn = (some: ProjectFiles) => (markers.some((name) => some.has(name)) ? detect(some) : {});
    const top = detectIn(files);
    const others = [...packages].map(([folder, own]) => {
      const below = moveTo(folder, detectIn(new Map([...lockFilesOf(files), ...own])));
      return Object.fromEntries(Object.entries(below).filter(([stage]) => !(stage in top))) as Detected;
    });
    return [top, ...others];
  });
  // A Makefile usually calls the commands that the others detect.
  const all = found.some((detected) => Object.keys(detected).length > 0) ? found : [detectMake(files)];
  const merged: Detected = {};
  for (const stage of STAGES) {
    const commands = all.flatMap((detected) => detected[stage] ?? []);
    if (commands.length > 0) merged[stage] = commands;
  }
  return merged;
}

/** Packages share the package manager of the top folder. */
function lockFilesOf(files: ProjectFiles): [string, string][] {
  return [...files].filter(([name]) => name in LOCK_FILES);
}

/** As it is written to the config. */
export function withoutOrigins(detected: Detected): Proposal {
  return mapCommands(detected, ({ from: _, ...command }) => command);
}

export function mapCommands<To>(
  detected: Detected,
  change: (command: DetectedCommand) => To,
): Partial<Record<StageName, To[]>> {
  const entries = Object.entries(detected) as [StageName, DetectedCommand[]][];
  return Object.fromEntries(entries.map(([stage, commands]) => [stage, commands.map(change)]));
}

function moveTo(folder: string, detected: Detected): Detected {
  return mapCommands(detected, ({ paths, from, ...rest }) => ({
    ...rest,
    cwd: folder,
    ...(paths ? { paths: paths.map((path) => `${folder}/${path}`) } : {}),
    from: `${folder}/${from}`,
  }));
}

function detectCargo(_files: ProjectFiles): Detected {
  return propose("Cargo.toml", ["**/*.rs", "**/Cargo.toml", "Cargo.lock"], {
    correctness: "cargo check --quiet",
    quality: "cargo fmt --check",
    tests: "cargo test --quiet",
  });
}

function detectGo(_files: ProjectFiles): Detected {
  return propose("go.mod", ["**/*.go", "go.mod", "go.sum"], {
    correctness: "go build ./...",
    quality: "go vet ./...",
    tests: "go test ./...",
  });
}

/** The project's own wrapper, if it has one. */
function detectJava(files: ProjectFiles): Detected {
  const paths = ["**/*.{java,kt,kts,groovy,scala}", "**/pom.xml", "**/*.gradle"];
  if (files.has("pom.xml")) {
    const maven = files.has("mvnw") ? "./mvnw -q" : "mvn -q";
    return propose("pom.xml", paths, {
      correctness: `${maven} compile`,
      quality: "",
      tests: `${maven} test`,
    });
  }
  const build = GRADLE_FILES.find((name) => files.has(name));
  if (build === undefined || build === "gradlew") return {};
  const gradle = files.has("gradlew") ? "./gradlew -q" : "gradle -q";
  return propose(build, paths, { correctness: `${gradle} classes`, quality: "", tests: `${gradle} test` });
}

/** An empty command is left out. */
function propose(
  from: string,
  paths: string[],
  { correctness, quality, tests }: Record<StageName, string>,
): Detected {
  return {
    ...(correctness ? { correctness: [{ run: correctness, timeout: 120, paths, from }] } : {}),
    ...(quality ? { quality: [{ run: quality, paths, from }] } : {}),
    ...(tests ? { tests: [{ run: tests, background: true, paths, from }] } : {}),
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

function detectJavaScript(files: ProjectFiles): Detected {
  const { scripts, packageManager } = readPackage(files.get("package.json") ?? "");
  const runner = runnerOf(files, packageManager);
  const paths = JAVASCRIPT_FILES;
  const detected = proposeFirst(SCRIPTS, runner, { paths }, (name) =>
    isUsable(scripts[name]) ? `package.json: ${scripts[name]}` : null,
  );
  if (!detected.correctness && files.has("tsconfig.json")) {
    const run = `${EXECUTORS[runner] ?? "npx --no-install"} tsc --noEmit`;
    detected.correctness = [{ run, paths, from: "tsconfig.json" }];
  }
  return detected;
}

/** Proposes, for each stage, the first name that the project has. `originOf`: null for a name that it does not have. */
function proposeFirst(
  names: Record<StageName, readonly string[]>,
  runner: string,
  rest: { paths?: string[] },
  originOf: (name: string) => string | null,
): Detected {
  const detected: Detected = {};
  for (const stage of STAGES) {
    const name = names[stage].find((one) => originOf(one) !== null);
    if (name === undefined) continue;
    const background = stage === "tests" ? { background: true as const } : {};
    detected[stage] = [{ run: `${runner} ${name}`, ...background, ...rest, from: originOf(name) ?? "" }];
  }
  return detected;
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

function detectPython(files: ProjectFiles): Detected {
  const project = files.get("pyproject.toml") ?? "";
  const rest = `${files.get("setup.cfg") ?? ""}\n${files.get("tox.ini") ?? ""}`;
  const prefix = files.has("uv.lock") ? "uv run " : files.has("poetry.lock") ? "poetry run " : "";
  const uses = (tool: string, ...own: string[]) =>
    own.some((name) => files.has(name)) || mentions(project, tool) || rest.includes(`[${tool}`);
  const hasTests = uses("pytest", "pytest.ini") || rest.includes("[tool:pytest");
  return propose(PYTHON_MARKERS.find((name) => files.has(name)) ?? "", ["**/*.py", "pyproject.toml"], {
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

function detectMake(files: ProjectFiles): Detected {
  const text = files.get("Makefile");
  if (text === undefined) return {};
  const targets = new Set([...text.matchAll(/^([\w.-]+)\s*:(?!=)/gm)].map((match) => match[1]));
  return proposeFirst(TARGETS, "make", {}, (name) => (targets.has(name) ? "Makefile" : null));
}
