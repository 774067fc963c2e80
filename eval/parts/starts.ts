import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databasePath, type Environment, readEnvironment } from "../../src/config/environment.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { recallStart } from "../../src/memory/recall/recall-start.ts";
import { findTranscripts } from "../../src/recording/ingest/find-transcripts.ts";
import { ingestHistory } from "../../src/recording/ingest/ingest-history.ts";
import { takeDrainLock } from "../../src/recording/queue/drain.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import type { Session } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

/** What the session after each one would be told at its start, line by line, to be judged by a reader. */
export const evaluate: EvalPart = async ({ labelled, transcripts, print }) => {
  const counts: { set: string; repository: string; starts: number; lines: number }[] = [];
  for (const [set, sessions] of [["labelled", labelled], ["other", transcripts]] as const) {
    for (const repository of new Set(sessions.map((session) => session.repository))) {
      const own = sessions.filter((session) => session.repository === repository);
      const starts = await replay(own, repository);
      print(`\n## ${repository} (${set})`);
      for (const { after, lines } of starts) print([`\n### after ${after}`, ...lines].join("\n"));
      const lines = starts.reduce((sum, start) => sum + start.lines.length, 0);
      counts.push({ set, repository, starts: starts.length, lines });
    }
  }
  print("");
  printTable(
    print,
    ["set", "repository", "starts", "lines"],
    counts.map((row) => [row.set, row.repository, row.starts, row.lines]),
  );
  return counts;
};

interface Start {
  /** The session that ended before it. */
  after: string;
  lines: string[];
}

async function replay(sessions: readonly Session[], repository: string): Promise<Start[]> {
  const home = mkdtempSync(join(tmpdir(), "holdfast-eval-"));
  const env = readEnvironment({ HOME: home, PATH: process.env.PATH });
  const store = await openStore(databasePath(env));
  try {
    const starts: Start[] = [];
    for (const { file, path, endedAt } of inOrder(sessions)) {
      await ingest(env, store, path, repository);
      starts.push({ after: file, lines: await linesOfStart(env, store, repository, endedAt) });
    }
    return starts;
  } finally {
    store.close();
    rmSync(home, { recursive: true });
  }
}

function inOrder(sessions: readonly Session[]): (Session & { endedAt: number })[] {
  const ended = sessions.map((session) => {
    const times = readFileSync(session.path, "utf8").matchAll(/"timestamp":"(20[^"]+)"/g);
    return { ...session, endedAt: Math.max(0, ...[...times].map(([, time = ""]) => Date.parse(time) || 0)) };
  });
  return ended.toSorted((a, b) => a.endedAt - b.endedAt);
}

/** People have the repository in folders that are not here: their sessions are those of one project all the same. */
async function ingest(env: Environment, store: Store, path: string, repository: string): Promise<void> {
  takeDrainLock(store, process.pid, Date.now());
  const { files } = findTranscripts([path]);
  await ingestHistory(env, store, { files, projectKey: null, readers: 0 });
  for (const table of ["sessions", "observations", "session_summaries"])
    store.query(`UPDATE ${table} SET project_key = $repository`).run({ repository });
}

async function linesOfStart(
  env: Environment,
  store: Store,
  repository: string,
  endedAt: number,
): Promise<string[]> {
  const { config } = await loadConfig(env, null);
  const text = await recallStart(
    {
      store,
      config,
      env,
      sessionId: `next-${endedAt}`,
      source: "startup",
      projectDir: "/nowhere",
      projectKey: repository,
      now: endedAt + 3_600_000,
      otherLines: [],
      leftOpen: [],
    },
    { name: "SessionStart", promptId: null },
    (error) => Promise.reject(error),
  );
  return (text ?? "").split("\n").slice(1);
}
