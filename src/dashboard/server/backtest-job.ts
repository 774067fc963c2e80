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
import { errorMessage, UserError } from "../../text/user-error.ts";
import type { Backtest, BacktestBody, Settings } from "../contract.ts";
import { toBacktestReport } from "../views/backtest-report.ts";
import { DAY_MS, folderOfProject, iso, line, type Query, SESSIONS_OF_PROJECT } from "../views/shared.ts";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 3650;

/** Finished results to keep. */
const MAX_RESULTS = 5;

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
    return this.#stateOf(keyOf(project, toSettings(first, firstText), toSettings(second, secondText), days));
  }

  /** Refuses invalid settings at once. */
  async start(body: BacktestBody, store: Store): Promise<Backtest> {
    this.#refuseSecond();
    const days = body.days ?? DEFAULT_DAYS;
    if (days <= 0 || days > MAX_DAYS)
      throw new UserError("bad-days", `${days} is not a number of days`, `From 1 to ${MAX_DAYS}.`);
    const dir = body.project === undefined ? null : folderOfProject(store, body.project);
    const policies = [
      await loadSettings(this.#env, body.config, dir),
      await loadSettings(this.#env, body.against, dir),
    ];
    const own = body.project === undefined ? null : sessionsOf(store, body.project);
    const files = transcriptsOf(this.#env, Date.now() - days * DAY_MS, own);
    // Another may have been started meanwhile.
    this.#refuseSecond();
    const key = keyOf(body.project, body.config, body.against, String(days));
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
    const first = {
      state: "running" as const,
      startedAt: iso(started),
      bytes: 0,
      totalBytes: 0,
      sessions: 0,
    };
    const running = { key, state: first as Backtest, abort };
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

function toSettings(name: string, text: string | undefined): Settings {
  return text === undefined ? { name: name as "strict" } : { name, text };
}

/** Equal choices have equal keys. */
function keyOf(project: string | undefined, first: Settings, second: Settings, days?: string): string {
  const sides = [first, second].map((one) => ("text" in one && one.text ? [one.name, one.text] : [one.name]));
  return JSON.stringify([project ?? "", sides, days ?? String(DEFAULT_DAYS)]);
}

async function loadSettings(env: Environment, settings: Settings, dir: string | null): Promise<Policy> {
  if ("text" in settings && settings.text !== undefined)
    return loadPolicyText(env, line(settings.name, 40) || "these settings", settings.text);
  const { name } = settings;
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
