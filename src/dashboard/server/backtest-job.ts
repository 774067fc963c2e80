// The backtest of two configs, started from the pages: one at a time, in threads of its own, and it changes nothing.
import { existsSync } from "node:fs";
import type { Environment } from "../../config/environment.ts";
import { findTranscripts, historyDir } from "../../recording/ingest/session-files.ts";
import {
  loadPolicyInForce,
  loadPolicyPreset,
  loadPolicyText,
  type Policy,
} from "../../review/backtest/policy.ts";
import { runBacktest } from "../../review/backtest/run-backtest.ts";
import type { Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import type { Backtest, BacktestBody, Settings } from "../contract.ts";
import { toBacktestReport } from "../views/backtest-report.ts";
import { DAY_MS, folderOfProject, iso, line } from "../views/shared.ts";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 3650;

export class BacktestJob {
  readonly #env: Environment;
  readonly #changed: () => void;
  #state: Backtest = { state: "none" };
  #abort: AbortController | null = null;

  constructor(env: Environment, changed: () => void) {
    this.#env = env;
    this.#changed = changed;
  }

  get state(): Backtest {
    return this.#state;
  }

  /** Wrong settings are refused at once. */
  async start(body: BacktestBody, store: Store): Promise<Backtest> {
    if (this.#state.state === "running")
      throw new UserError("running", "a backtest is running", "Wait for it, or stop it.");
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
    this.#run(policies, files);
    return this.#state;
  }

  /** Its threads end with the session that they are at; what comes of it is not heard any more. */
  stop(): Backtest {
    if (this.#abort === null) return this.#state;
    this.#abort.abort();
    this.#become({ state: "none" });
    return this.#state;
  }

  #run(policies: Policy[], files: Parameters<typeof runBacktest>[0]["files"]): void {
    const started = Date.now();
    const abort = new AbortController();
    const running = {
      state: "running" as const,
      startedAt: iso(started),
      bytes: 0,
      totalBytes: 0,
      sessions: 0,
    };
    this.#state = running;
    this.#abort = abort;
    const tell = (state: Backtest) => {
      if (!abort.signal.aborted) this.#become(state);
    };
    runBacktest({
      files,
      policies,
      home: this.#env.home,
      threads: null,
      signal: abort.signal,
      progress: (done) => tell({ ...running, ...done }),
    }).then(
      (report) =>
        tell({
          state: "done",
          finishedAt: iso(Date.now()),
          durationMs: Date.now() - started,
          report: toBacktestReport(report),
        }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        tell({ state: "failed", error: { code: "backtest", message: line(message), hint: "Try it again." } });
      },
    );
  }

  #become(state: Backtest): void {
    this.#state = state;
    if (state.state !== "running") this.#abort = null;
    this.#changed();
  }
}

async function loadSettings(env: Environment, settings: Settings, dir: string | null): Promise<Policy> {
  if ("text" in settings && settings.text !== undefined)
    return loadPolicyText(env, line(settings.name, 40) || "these settings", settings.text);
  const { name } = settings;
  if (name === "strict" || name === "gentle") return loadPolicyPreset(env, name);
  // Without a project, the person's own settings.
  if (name === "in-force")
    return dir === null ? loadPolicyText(env, "in force", "{}") : loadPolicyInForce(env, dir);
  throw new UserError(
    "bad-settings",
    `there are no settings ${line(name, 40)}`,
    "One of: in-force, strict, gentle.",
  );
}

function sessionsOf(store: Store, project: string): Set<string> {
  const rows = store
    .query(
      "SELECT session_id AS id FROM sessions WHERE project_key = $project OR (project_key IS NULL AND project_dir = $project)",
    )
    .all({ project }) as { id: string }[];
  return new Set(rows.map(({ id }) => id));
}

/** A transcript has the name of its session; those of its subagents lie in a folder of that name. */
function transcriptsOf(env: Environment, since: number, sessions: Set<string> | null) {
  const folder = historyDir(env);
  if (!existsSync(folder)) return [];
  return findTranscripts([folder]).files.filter(
    ({ path, modifiedAt }) =>
      modifiedAt >= since &&
      (sessions === null || path.split("/").some((part) => sessions.has(part.replace(/\.jsonl$/, "")))),
  );
}
