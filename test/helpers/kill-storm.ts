// Runs captures, stops, compactions and drains in parallel, some of them killed at random moments.

import type { Database } from "bun:sqlite";
import { isAttached } from "../../src/store/attach-memory.ts";
import { EXECUTABLE, type Place } from "./holdfast.ts";
import { openWhole } from "./whole-store.ts";

export interface Storm {
  started: number;
  killed: number;
  /** Calls whose processes were not killed, but whose rows are missing. */
  lost: string[];
  /** SQLite's complaints about the file; empty when it is intact. */
  damage: string[];
}

const AT_ONCE = 8;
const KILLED_SHARE = 0.4;
/** A little longer than a capture takes, so that a kill hits every part of it. */
const MAX_LIFE_MS = 14;
/** A busy machine kills fewer processes before they have ended, and gets more time. */
const MIN_KILLED = 20;
const MAX_EXTRA_MS = 15_000;

export async function runKillStorm(place: Place, forMs: number): Promise<Storm> {
  const storm: Storm = { started: 0, killed: 0, lost: [], damage: [] };
  const survivors: string[] = [];
  const until = Date.now() + forMs;

  async function runOne(): Promise<void> {
    const id = `toolu_${storm.started++}`;
    const child = start(place, id, Math.random());
    let isKilled = false;
    if (Math.random() < KILLED_SHARE) {
      await Bun.sleep(Math.random() * MAX_LIFE_MS);
      isKilled = child.exitCode === null;
      if (isKilled) child.kill("SIGKILL");
    }
    await child.exited;
    if (isKilled) storm.killed++;
    else if (child.isCapture) survivors.push(id);
  }

  const runners = Array.from({ length: AT_ONCE }, async () => {
    while (Date.now() < until || (storm.killed < MIN_KILLED && Date.now() < until + MAX_EXTRA_MS))
      await runOne();
  });
  await Promise.all(runners);
  storm.damage = readStore(place, findDamage);
  storm.lost = missing(place, survivors);
  return storm;
}

/** Without kills: every process must succeed and leave its row. */
export async function runCrowd(
  place: Place,
  rounds: number,
  atOnce: number,
): Promise<{ failed: number; lost: string[] }> {
  const ids: string[] = [];
  let failed = 0;
  for (let round = 0; round < rounds; round++) {
    const own = Array.from({ length: atOnce }, (_, n) => `toolu_crowd_${round}_${n}`);
    const codes = await Promise.all(own.map((id) => start(place, id, 0).exited));
    failed += codes.filter((code) => code !== 0).length;
    ids.push(...own);
  }
  return { failed, lost: missing(place, ids) };
}

function missing(place: Place, ids: readonly string[]): string[] {
  const rows = readStore(place, (store) => store.query("SELECT tool_use_id AS id FROM pending_queue").all());
  const kept = new Set((rows as { id: string }[]).map(({ id }) => id));
  return ids.filter((id) => !kept.has(id));
}

export function readStore<T>(place: Place, read: (store: Database) => T): T {
  const store = openWhole(place);
  try {
    return read(store);
  } finally {
    store.close();
  }
}

export function findDamage(store: Database): string[] {
  const rows = store.query("PRAGMA integrity_check").all() as { integrity_check: string }[];
  const said = rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  const indexes = isAttached(store)
    ? store.query("SELECT name FROM memory.sqlite_master WHERE sql LIKE '%USING fts5%'").all()
    : [];
  for (const { name } of indexes as { name: string }[]) {
    try {
      store.run(`INSERT INTO ${name} (${name}) VALUES ('integrity-check')`);
    } catch (error) {
      said.push(`${name}: ${error}`);
    }
  }
  return said;
}

function start(place: Place, id: string, dice: number) {
  const isCapture = dice < 0.8;
  const args = dice > 0.97 ? ["prune"] : dice > 0.92 ? ["drain", "--quiet"] : ["hook"];
  const event = isCapture
    ? captured(id)
    : { hook_event_name: dice < 0.86 ? "Stop" : "UserPromptSubmit", prompt: `Do ${id}` };
  const child = Bun.spawn([EXECUTABLE, ...args], {
    cwd: place.project,
    env: { HOME: place.home, PATH: process.env.PATH ?? "", CLAUDE_PROJECT_DIR: place.project },
    stdin: Buffer.from(JSON.stringify({ session_id: "s1", cwd: place.project, ...event })),
    stdout: "ignore",
    stderr: "ignore",
  });
  return Object.assign(child, { isCapture });
}

function captured(id: string) {
  return {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_use_id: id,
    tool_input: { command: `make ${id}` },
    tool_response: { stdout: `${id}\n`.repeat(400), stderr: "" },
  };
}
