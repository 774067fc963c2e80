import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databasePath, type Environment, readEnvironment } from "../../src/config/environment.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { findSource, listReceipts, recalledLines } from "../../src/memory/recall/recall-receipts.ts";
import { recallStart } from "../../src/memory/recall/recall-start.ts";
import { ingestHistory } from "../../src/recording/ingest/ingest-history.ts";
import { findTranscripts } from "../../src/recording/ingest/session-files.ts";
import { takeDrainLock } from "../../src/recording/queue/drain-lock.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import type { Session } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

/** Prints what the session after each one would be given at its start, line by line, for a reader to judge. */
export const evaluate: EvalPart = async ({ labelled, transcripts, print }) => {
  const counts: Count[] = [];
  for (const [set, sessions] of [
    ["labelled", labelled],
    ["other", transcripts],
  ] as const) {
    for (const repository of new Set(sessions.map((session) => session.repository))) {
      const own = sessions.filter((session) => session.repository === repository);
      const starts = await replay(own, repository);
      print(`\n## ${repository} (${set})`);
      const told = new Set<string>();
      for (const { after, lines } of starts) {
        print(`\n### after ${after}`);
        for (const { text, sources } of lines) {
          print(
            told.has(text) ? `- (again) ${text.slice(0, 60)}…` : `- ${text}\n  from ${sources.join("; ")}`,
          );
          told.add(text);
        }
      }
      const lines = starts.flatMap((start) => start.lines);
      const unsourced = lines.filter(({ sources }) => sources.length === 0).length;
      counts.push({
        set,
        repository,
        starts: starts.length,
        lines: lines.length,
        different: told.size,
        unsourced,
      });
    }
  }
  print("");
  printTable(
    print,
    ["set", "repository", "starts", "lines", "different", "without a source"],
    counts.map((row) => [row.set, row.repository, row.starts, row.lines, row.different, row.unsourced]),
  );
  return counts;
};

interface Count {
  set: string;
  repository: string;
  starts: number;
  lines: number;
  different: number;
  unsourced: number;
}

interface Line {
  text: string;
  sources: string[];
}

interface Start {
  /** The previous session. */
  after: string;
  lines: Line[];
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

/** Assigns sessions to one project although their folders do not exist here. */
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
): Promise<Line[]> {
  const { config } = await loadConfig(env, null);
  const sessionId = `next-${endedAt}`;
  const text = await recallStart(
    {
      store,
      config,
      env,
      sessionId,
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
  const told = (text ?? "").split("\n").filter((line) => line.startsWith("- "));
  const [receipt] = listReceipts(store, { sessionId, projectDir: null }, 1);
  const from = receipt ? recalledLines(receipt) : [];
  return told.map((line, n) => ({
    text: `[${from[n]?.part}] ${line.slice(2)}`,
    sources: (from[n]?.from ?? []).map((ref) => {
      const { session, place } = findSource(store, ref, sessionId);
      return [ref.source, session?.slice(0, 8), place].filter((part) => part).join(" ");
    }),
  }));
}
