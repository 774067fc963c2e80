import { mkdirSync, symlinkSync } from "node:fs";
import { databasePath, lockPath, readEnvironment } from "../../src/config/environment.ts";
import { applyInstall, applyLink, planInstall } from "../../src/install/install.ts";
import { openLedger } from "../../src/store/open.ts";
import { EXECUTABLE, homeOf, type Place, runProgram } from "./holdfast.ts";
import { addFiles, makeTempHome, makeTempProject, type ProjectOptions, writeFileIn } from "./temp.ts";
import { vouchFor } from "./trust.ts";
import { openWhole } from "./whole-store.ts";

/** The project's config is trusted unless it says otherwise. */
export async function makeInstalledPlace(
  { isTrusted = true, ...options }: ProjectOptions & { isTrusted?: boolean } = {},
  ...flags: string[]
): Promise<Place> {
  const place = { home: makeTempHome(), project: makeTempProject(options) };
  linkProgram(place);
  await (flags.length === 0 ? install(place) : installWith(place, flags));
  if (isTrusted) await vouchFor(`${place.home}/.holdfast`, place.project);
  return place;
}

/** Changes the project's config, trusts it, and commits it if the project is a repository. */
export async function configure(place: Place, config: object): Promise<void> {
  addFiles(place.project, { ".claude/holdfast.json": JSON.stringify(config) });
  await vouchFor(`${place.home}/.holdfast`, place.project);
}

/** What `holdfast install --yes` does, in this process, where it costs a tenth. */
async function install({ home, project }: Place): Promise<void> {
  const env = readEnvironment({ HOME: home, PATH: process.env.PATH });
  const request = { env, scope: "user", projectDir: project, source: EXECUTABLE } as const;
  const plan = await planInstall({ ...request, longLoops: false, rules: "listed", parts: {} });
  await applyInstall(env, plan);
  await applyLink(env);
}

async function installWith(place: Place, flags: string[]): Promise<void> {
  const { exitCode, stderr } = await runProgram([EXECUTABLE, "install", "--yes", ...flags], place);
  if (exitCode !== 0) throw new Error(`install failed: ${stderr}`);
}

/** Where install puts the program, so that it finds it in place and copies no hundred megabytes. */
export function linkProgram({ home }: Pick<Place, "home">): void {
  mkdirSync(`${home}/.holdfast/bin`, { recursive: true, mode: 0o700 });
  symlinkSync(EXECUTABLE, `${home}/.holdfast/bin/holdfast`);
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

/** As if there had been no session yet. */
export async function emptyLedger(place: Place): Promise<void> {
  const ledger = await openLedger(databasePath(homeOf(place)));
  const tables = ["sessions", "decisions", "budgets", "messages", "judge_calls", "goals", "goal_evidence"];
  for (const table of tables) ledger.run(`DELETE FROM ${table}`);
  ledger.close();
}
