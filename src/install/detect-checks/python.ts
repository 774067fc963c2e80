import type { ProjectFiles, Proposal } from "./proposal.ts";

const MARKS = [
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "ruff.toml",
  ".ruff.toml",
  "mypy.ini",
  "pytest.ini",
];
const CODE = ["**/*.py", "pyproject.toml"];

export function detectPython(files: ProjectFiles): Proposal {
  if (!MARKS.some((name) => files.has(name))) return {};
  const project = files.get("pyproject.toml") ?? "";
  const rest = `${files.get("setup.cfg") ?? ""}\n${files.get("tox.ini") ?? ""}`;
  const prefix = files.has("uv.lock") ? "uv run " : files.has("poetry.lock") ? "poetry run " : "";
  const uses = (tool: string, ...own: string[]) =>
    own.some((name) => files.has(name)) || mentions(project, tool) || rest.includes(`[${tool}`);
  const hasTests = uses("pytest", "pytest.ini") || rest.includes("[tool:pytest");
  return {
    ...(uses("mypy", "mypy.ini")
      ? { correctness: [{ run: `${prefix}mypy .`, timeout: 120, paths: CODE }] }
      : {}),
    ...(uses("ruff", "ruff.toml", ".ruff.toml")
      ? { quality: [{ run: `${prefix}ruff check .`, paths: CODE }] }
      : {}),
    ...(hasTests ? { tests: [{ run: `${prefix}pytest -q`, background: true as const, paths: CODE }] } : {}),
  };
}

/** As a table of its own, or among the dependencies. */
function mentions(project: string, tool: string): boolean {
  return new RegExp(`^\\s*\\[tool\\.${tool}\\b|["'\\s]${tool}\\b\\s*([<>=~!\\[;"',]|$)`, "m").test(project);
}
