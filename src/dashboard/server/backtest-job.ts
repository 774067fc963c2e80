// Runs backtests of two configs for the pages: one at a time, in its own threads. Changes nothing.
import { existsSync } from "node:fs";
import type { Environment } from "../../config/environment.ts";
import { findTranscripts, historyDir } from "../../recording/ingest/session-files.ts";
import {
  loadEffectivePolicy,
  loadPolicyPreset,
  loadPolicyText,
  type Policy,
} from "../../review/backtest/policy.ts";
import { runBacktest } from "../../review/backtest/run-backtest.ts";
import type { Store } from "../../store/open.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import { UserError } from "../../text/user-error.ts";
import type { Actions, Backtest } from "../contract.ts";
import { toBacktestReport } from "../views/backtest-report.ts";
import { DAY_MS, folderOfProject, iso, line, type Query, SESSIONS_OF_PROJECT } from "../views/shared.ts";

export const DEFAULT_DAYS = 30;

/** Finished results to keep. */
const MAX_RESULTS = 5;

type Body = Actions["/api/backtest"]["body"];
type Settings = Body["config"];

export class BacktestJob {
  readonly #env: Environment;
  readonly #changed: () => void;
  /** By choices; the newest last. */
  readonly #results = new Map<string, Backtest>();
  #running: { key: string; state: Backtest; abort: AbortController } | null = null;

  constructor(env: Environment, changed: () => void) {
    this.#env = env;
    this.#changed = changed;
  }

  /** Of these choices. */
  read(query: Query): Backtest {
    const { project, first = "in-force", firstText, second = "strict", secondText, days } = query;
    const [config, against] = [
      { name: first, text: firstText },
      { name: second, text: secondText },
    ];
    return this.#stateOf(keyOf({ project, config, against, days: Number(days ?? DEFAULT_DAYS) }));
  }

  /** Refuses invalid settings at once. */
  async start(body: Body, store: Store): Promise<Backtest> {
    this.#refuseSecond();
    const dir = body.project === undefined ? null : folderOfProject(store, body.project);
    const policies = [
      await loadSettings(this.#env, body.config, dir),
      await loadSettings(this.#env, body.against, dir),
    ];
    const own = body.project === undefined ? null : sessionsOf(store, body.project);
    const files = transcriptsOf(this.#env, Date.now() - body.days * DAY_MS, own);
    // Another may have been started meanwhile.
    this.#refuseSecond();
    const key = keyOf(body);
    this.#run(key, policies, files);
    return this.#stateOf(key);
  }

  /** Threads end after their current session; the result is discarded. */
  stop(): Backtest {
    this.#running?.abort.abort();
    this.#running = null;
    this.#changed();
    return { state: "none", isBusy: false };
  }

  #refuseSecond(): void {
    if (this.#running !== null)
      throw new UserError("running", "a backtest is running", "Wait until it ends, or stop it.");
  }

  #stateOf(key: string): Backtest {
    if (this.#running?.key === key) return this.#running.state;
    return this.#results.get(key) ?? { state: "none", isBusy: this.#running !== null };
  }

  #run(key: string, policies: Policy[], files: Parameters<typeof runBacktest>[0]["files"]): void {
    const started = Date.now();
    const abort = new AbortController();
    const first: Backtest = { state: "running", bytes: 0, totalBytes: 0, sessions: 0 };
    const running: { key: string; state: Backtest; abort: AbortController } = { key, state: first, abort };
    this.#running = running;
    const finish = (state: Backtest) => {
      if (abort.signal.aborted) return;
      this.#running = null;
      this.#results.delete(key);
      this.#results.set(key, state);
      const [oldest] = this.#results.keys();
      if (this.#results.size > MAX_RESULTS && oldest !== undefined) this.#results.delete(oldest);
      this.#changed();
    };
    runBacktest({
      files,
      policies,
      home: this.#env.home,
      threads: null,
      signal: abort.signal,
      progress: (done) => {
        running.state = { ...first, ...done };
        if (!abort.signal.aborted) this.#changed();
      },
    }).then(
      (report) =>
        finish({
          state: "done",
          finishedAt: iso(Date.now()),
          durationMs: Date.now() - started,
          report: toBacktestReport(report),
        }),
      (error: unknown) => {
        const message = errorMessage(error);
        finish({
          state: "failed",
          error: { code: "backtest", message: line(message), hint: "Try again." },
        });
      },
    );
  }
}

/** Equal choices have equal keys. */
function keyOf({ project = "", config, against, days }: Body): string {
  return JSON.stringify([project, config.name, config.text || "", against.name, against.text || "", days]);
}

async function loadSettings(env: Environment, { name, text }: Settings, dir: string | null): Promise<Policy> {
  if (text !== undefined) return loadPolicyText(env, line(name, 40) || "these settings", text);
  if (name === "strict" || name === "gentle") return loadPolicyPreset(env, name);
  // Without a project: the person's own settings.
  if (name === "in-force")
    return dir === null ? loadPolicyText(env, "in force", "{}") : loadEffectivePolicy(env, dir);
  throw new UserError(
    "bad-settings",
    `unknown settings ${line(name, 40)}`,
    "One of: in-force, strict, gentle.",
  );
}

function sessionsOf(store: Store, project: string): Set<string> {
  const rows = store.query(SESSIONS_OF_PROJECT).values({ project }) as [string][];
  return new Set(rows.flat());
}

/** A transcript is named after its session; its subagents' transcripts are in a folder of that name. */
function transcriptsOf(env: Environment, since: number, sessions: Set<string> | null) {
  const folder = historyDir(env);
  if (!existsSync(folder)) return [];
  return findTranscripts([folder]).files.filter(
    ({ path, modifiedAt }) =>
      modifiedAt >= since &&
      (sessions === null || path.split("/").some((part) => sessions.has(part.replace(/\.jsonl$/, "")))),
  );
}
