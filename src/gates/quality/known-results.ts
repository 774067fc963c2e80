// Results of checks that are known already: of earlier runs that still stand, by what the session did since, and of the
// tree as the session found it.
import { type CheckRow, findCheck, lastDuration } from "../../store/check-results.ts";
import type { Store } from "../../store/open.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { readMutatingCalls } from "../../worktree/mutating-calls.ts";
import type { Check, Stage } from "../commands/check.ts";
import { firstPromptWithoutStop } from "../engine/budget-rows.ts";
import type { Changes } from "../engine/changes.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { CheckRun } from "./due-checks.ts";
import type { KeptPass } from "./judge.ts";

/** A check that takes less is worth running again. */
const QUICK_MS = 5000;

export class KnownResults {
  readonly #stop: StopContext;
  readonly #changes: Changes;
  /** Of the configured checks: to run one changes nothing that another reads. */
  readonly #commands: ReadonlySet<string>;
  #calls: Promise<readonly MutatingCall[]> | null = null;

  constructor(stop: StopContext, changes: Changes, stages: readonly Stage[]) {
    this.#stop = stop;
    this.#changes = changes;
    this.#commands = new Set(stages.flatMap(({ checks }) => checks.map(({ run }) => run)));
  }

  async find(key: string | null): Promise<CheckRow | null> {
    const row = key === null ? null : findCheck(this.#stop.store, key);
    return row && (await this.#isStillTrue(row)) ? row : null;
  }

  /** Known from its last run; one that never ran is not. */
  isQuick({ run }: Check, projectDir: string): boolean {
    return (lastDuration(this.#stop.store, projectDir, run) ?? QUICK_MS) < QUICK_MS;
  }

  /** Of checks that take too long to run again after each command. */
  async passesFromBefore(ran: readonly CheckRun<CheckRow>[]): Promise<KeptPass[]> {
    const kept: KeptPass[] = [];
    for (const { result } of ran) {
      if (result?.outcome !== "passed" || result.duration_ms < QUICK_MS) continue;
      const { stage, command, at, duration_ms: durationMs } = result;
      if (at < this.#openedAt || (await this.#ranCommandSince(at)))
        kept.push({ stage, command, at, durationMs });
    }
    return kept;
  }

  /**
   * A failure may have been cured by any call, such as by installing packages. A pass stands for the content of the tree;
   * but a command may have changed something else that the check reads, which only running it again tells.
   */
  async #isStillTrue({ outcome, at, duration_ms: durationMs }: CheckRow): Promise<boolean> {
    if (outcome !== "passed") return (await this.#callsSince(at)).length === 0;
    return durationMs >= QUICK_MS || !(await this.#ranCommandSince(at));
  }

  async #ranCommandSince(at: number): Promise<boolean> {
    const calls = await this.#callsSince(at);
    return calls.some(
      ({ call }) => call.tool === "Bash" && !this.#commands.has(String(call.input.command ?? "").trim()),
    );
  }

  /** Those that no earlier stop has seen. */
  async #callsSince(at: number): Promise<MutatingCall[]> {
    const calls = at >= this.#openedAt ? this.#changes.calls : await this.#callsWithoutStop();
    return calls.filter(({ call, result }) => (result?.timestamp ?? call.timestamp ?? 0) > at);
  }

  #callsWithoutStop(): Promise<readonly MutatingCall[]> {
    this.#calls ??= this.#readCallsWithoutStop();
    return this.#calls;
  }

  async #readCallsWithoutStop(): Promise<readonly MutatingCall[]> {
    const { budget, event, store } = this.#stop;
    const since = budget ? firstPromptWithoutStop(store, budget) : 0;
    return since < this.#openedAt ? readMutatingCalls(event, since) : this.#changes.calls;
  }

  get #openedAt(): number {
    return this.#stop.budget?.opened_at ?? 0;
  }
}

// Is a failure older than the session? And which checks held a session although that is not known.

export type Baseline =
  /** The same failure was seen on the tree of the start: it only advises. */
  | "old"
  /** It was not, or nobody asks: it holds. */
  | "new"
  /** Nobody has looked yet: it may hold once. */
  | "unknown"
  /** The check failed at the start as well, but in another way: it may hold once. */
  | "unclear"
  /** Not known or unclear, and it has held on that already. */
  | "held";

interface Evidence {
  /** What came of the check on the tree of the start, where that is known. */
  atStart: CheckRow["outcome"] | null;
  /** It failed there in the same way. */
  isSame: boolean;
  /** Some of the error lines lie in files that the session changed. */
  isInOwnFiles: boolean;
  hasHeld: boolean;
}

export function judgeBaseline({ atStart, isSame, isInOwnFiles, hasHeld }: Evidence): Baseline {
  if (atStart === null) return hasHeld ? "held" : "unknown";
  if (isSame) return "old";
  if (atStart === "passed" || isInOwnFiles) return "new";
  return hasHeld ? "held" : "unclear";
}

/** Also when lines have moved, or some of it was fixed. `roots`: folders that the two may have run in. */
export async function isSameFailure(
  now: CheckRow,
  atStart: CheckRow | null,
  roots: readonly string[],
): Promise<boolean> {
  if (atStart === null || atStart.outcome !== now.outcome) return false;
  if (atStart.fingerprint === now.fingerprint) return true;
  if (now.outcome !== "failed" || now.exit_code !== atStart.exit_code) return false;
  const logs = await Promise.all([now, atStart].map(readLog));
  const [said, saidThen] = logs.map((log) => log ?? "");
  if (!said || !saidThen) return false;
  const { isOldFailure } = await import("../../text/output/fingerprint-output.ts");
  return isOldFailure(said, saidThen, roots);
}

/** null when it was removed meanwhile, or never written. */
export async function readLog({ log_path: path }: CheckRow): Promise<string | null> {
  return path === null
    ? null
    : Bun.file(path)
        .text()
        .catch(() => null);
}

export function hasHeldOn(store: Store, sessionId: string, key: string): boolean {
  return (
    store
      .query("SELECT 1 FROM baselines WHERE session_id = $sessionId AND key = $key AND held = 1")
      .get({ sessionId, key }) !== null
  );
}

/** A block was given on it; from now on somebody finds out whether it was right. */
export function holdOnBaseline(store: Store, sessionId: string, key: string, at: number): void {
  store
    .query(
      `INSERT INTO baselines (session_id, key, requested_at, held) VALUES ($sessionId, $key, $at, 1)
       ON CONFLICT (session_id, key) DO UPDATE SET held = 1`,
    )
    .run({ sessionId, key, at });
}

/** The results that are asked for, each given to one asker only. */
export function takeBaselines(store: Store, sessionId: string, at: number): string[] {
  const rows = store
    .query(
      "UPDATE baselines SET taken_at = $at WHERE session_id = $sessionId AND taken_at IS NULL RETURNING key",
    )
    .all({ sessionId, at }) as { key: string }[];
  return rows.map((row) => row.key);
}
