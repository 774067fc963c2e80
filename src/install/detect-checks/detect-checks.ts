// Which checks a project brings with it, told from its own files.
import { detectJavaScript } from "./javascript.ts";
import { detectMake } from "./make.ts";
import type { ProjectFiles, Proposal } from "./proposal.ts";
import { detectPython } from "./python.ts";

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
