// Finds results of earlier runs that are still valid after what the session did since.
import { type CheckRow, findCheck, lastDuration } from "../../store/check-results.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { readMutatingCalls } from "../../worktree/mutating-calls.ts";
import type { Check, Stage } from "../commands/check.ts";
import { firstPromptSinceStop } from "../engine/budget-rows.ts";
import type { Changes } from "../engine/changes.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { CheckRun } from "./due-checks.ts";
import type { ReusedPass } from "./judge.ts";

/** A quicker check is run again. */
export const MAX_QUICK_MS = 5000;

/** The calls that no earlier stop has judged: those of this budget, and of interrupted turns before it. */
export async function readUnjudgedCalls(
  { budget, turn, event, store }: StopContext,
  changes: Changes,
): Promise<MutatingCall[]> {
  if (budget === null || turn === null) return changes.calls;
  const since = firstPromptSinceStop(store, budget);
  return since < turn.opened_at ? readMutatingCalls(event, since) : changes.calls;
}

export class KnownResults {
  readonly #stop: StopContext;
  readonly #calls: readonly MutatingCall[];
  /** Commands of the configured checks: running one does not invalidate the results of others. */
  readonly #commands: ReadonlySet<string>;

  /** `calls`: from `readUnjudgedCalls`. */
  constructor(stop: StopContext, calls: readonly MutatingCall[], stages: readonly Stage[]) {
    this.#stop = stop;
    this.#calls = calls;
    this.#commands = new Set(stages.flatMap(({ checks }) => checks.map(({ run }) => run)));
  }

  find(key: string | null): CheckRow | null {
    const row = key === null ? null : findCheck(this.#stop.store, key);
    return row && this.#isStillValid(row) ? row : null;
  }

  /** By its last run; false for a check that never ran. */
  async isQuick({ run }: Check, projectDir: string): Promise<boolean> {
    // Results are stored without secrets.
    const { withoutSecrets } = await import("../../text/redaction/without-secrets.ts");
    const lastMs = lastDuration(this.#stop.store, projectDir, await withoutSecrets(run));
    return lastMs !== null && lastMs < MAX_QUICK_MS;
  }

  /** Passes of checks that are too slow to run again after each command. */
  listReusedPasses(ran: readonly CheckRun<CheckRow>[]): ReusedPass[] {
    const openedAt = this.#stop.turn?.opened_at ?? 0;
    return ran.flatMap(({ result }) => {
      if (result?.outcome !== "passed" || result.duration_ms < MAX_QUICK_MS) return [];
      const { stage, command, at, duration_ms: durationMs } = result;
      return at < openedAt || this.#ranCommandSince(at) ? [{ stage, command, at, durationMs }] : [];
    });
  }

  /**
   * Any call may have fixed a failure, for example by installing packages. A pass is valid for the content of the tree, but a
   * command may have changed something else that the check reads, so a quick check runs again.
   */
  #isStillValid({ outcome, at, duration_ms: durationMs }: CheckRow): boolean {
    if (outcome !== "passed") return this.#callsSince(at).length === 0;
    return durationMs >= MAX_QUICK_MS || !this.#ranCommandSince(at);
  }

  #ranCommandSince(at: number): boolean {
    return this.#callsSince(at).some(
      ({ call }) => call.tool === "Bash" && !this.#commands.has(String(call.input.command ?? "").trim()),
    );
  }

  #callsSince(at: number): MutatingCall[] {
    return this.#calls.filter(({ call, result }) => (result?.timestamp ?? call.timestamp ?? 0) > at);
  }
}
