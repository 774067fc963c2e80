// Vitest and Jest, installed once from npm beside this project's own packages. They are not dependencies of the project: two hundred
// packages for one test.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const VERSIONS = { vitest: "4.1.12", jest: "30.5.2" };
/** So that their own dependencies are always the same. */
const PUBLISHED_BEFORE = "2026-11-01";
const MAX_MS = 120_000;
const OPTIONS = [
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
  "--fetch-retries=0",
  "--fetch-timeout=20000",
];

/** The folder `node_modules` that has them; null if npm cannot be reached. */
export function installTestRunners(): string | null {
  const version = createHash("sha256")
    .update(JSON.stringify([VERSIONS, PUBLISHED_BEFORE]))
    .digest("hex");
  const cache = resolve(import.meta.dir, "../../node_modules/.cache");
  const folder = `${cache}/test-runners-${version.slice(0, 12)}`;
  if (existsSync(folder)) return `${folder}/node_modules`;
  // Under another name until it is complete.
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  writeFileSync(`${partial}/package.json`, JSON.stringify({ private: true, dependencies: VERSIONS }));
  const npm = ["npm", "install", ...OPTIONS, `--before=${PUBLISHED_BEFORE}`];
  const { success } = Bun.spawnSync(npm, {
    cwd: partial,
    timeout: MAX_MS,
    stdout: "ignore",
    stderr: "ignore",
  });
  if (success && !existsSync(folder)) renameSync(partial, folder);
  rmSync(partial, { recursive: true, force: true });
  return existsSync(folder) ? `${folder}/node_modules` : null;
}
