import { copyFileSync, existsSync, linkSync, mkdirSync } from "node:fs";
import { lockPath } from "../../src/config/environment.ts";
import { EXECUTABLE, type Place, runProgram } from "./holdfast.ts";
import {
  addFiles,
  makeTempFolder,
  makeTempHome,
  makeTempProject,
  type ProjectOptions,
  writeFileIn,
} from "./temp.ts";
import { vouchFor } from "./trust.ts";
import { openWhole } from "./whole-store.ts";

/** The project's config is trusted unless it says otherwise. */
export async function makeInstalledPlace(
  { isTrusted = true, ...options }: ProjectOptions & { isTrusted?: boolean } = {},
  ...flags: string[]
): Promise<Place> {
  const place = { home: makeTempHome(), project: makeTempProject(options) };
  const program = ownCopy();
  mkdirSync(`${place.home}/.holdfast/bin`, { recursive: true, mode: 0o700 });
  linkSync(program, `${place.home}/.holdfast/bin/holdfast`);
  const { exitCode, stderr } = await runProgram([program, "install", "--yes", ...flags], place);
  if (exitCode !== 0) throw new Error(`install failed: ${stderr}`);
  if (isTrusted) await vouchFor(`${place.home}/.holdfast`, place.project);
  return place;
}

/** Changes the project's config, trusts it, and commits it if the project is a repository. */
export async function configure(place: Place, config: object): Promise<void> {
  addFiles(place.project, { ".claude/holdfast.json": JSON.stringify(config) });
  await vouchFor(`${place.home}/.holdfast`, place.project);
}

let copy: string | undefined;

/**
 * A copy of the executable that install finds already in place, so that a hundred megabytes are copied once per test file and not
 * for each home. Not the build itself, which a test could damage.
 */
function ownCopy(): string {
  if (copy === undefined || !existsSync(copy)) {
    copy = `${makeTempFolder("bin")}/holdfast`;
    copyFileSync(EXECUTABLE, copy);
  }
  return copy;
}

/** Like a person with `touch`, or with a text in our format. */
export function placeLock(place: Place, fields?: object): void {
  writeFileIn(place.project, ".claude/runtime/locks/.lock_active", fields ? JSON.stringify(fields) : "");
}

export function isLocked(place: Place): Promise<boolean> {
  return Bun.file(lockPath(place.project)).exists();
}

/** Verdicts of the main agent's stops, oldest first. */
export function stopVerdicts(place: Place, sessionId?: string): string[] {
  const rows = queryStore(
    place,
    "SELECT verdict, session_id FROM decisions WHERE event = 'Stop' ORDER BY id",
  );
  return rows.filter((row) => !sessionId || row.session_id === sessionId).map((row) => String(row.verdict));
}

export function queryStore(place: Place, sql: string): Record<string, unknown>[] {
  const store = openWhole(place);
  try {
    return store.query(sql).all() as Record<string, unknown>[];
  } finally {
    store.close();
  }
}
