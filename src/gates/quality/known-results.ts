// Finds results of earlier runs that are still valid after what the session did since.
import { type CheckRow, findCheck, lastDuration } from "../../store/check-results.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { readMutatingCalls } from "../../worktree/mutating-calls.ts";
import type { Check, Stage } from "../commands/check.ts";
import { firstPromptSinceStop } from "../engine/budget-rows.ts";
import type { Changes } from "../engine/changes.ts";
import { once } from "../engine/open-stop.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { CheckRun } from "./due-checks.ts";
import type { KeptPass } from "./judge.ts";

/** A quicker check is run again. */
const MAX_QUICK_MS = 5000;

export class KnownResults {
  readonly #stop: StopContext;
  readonly #changes: Changes;
  /** Commands of the configured checks: running one does not invalidate the results of others. */
  readonly #commands: ReadonlySet<string>;
  readonly #callsWithoutStop = once(async () => {
    const { budget, event, store } = this.#stop;
    const since = budget ? firstPromptSinceStop(store, budget) : 0;
    return since < this.#openedAt ? readMutatingCalls(event, since) : this.#changes.calls;
  });

  constructor(stop: StopContext, changes: Changes, stages: readonly Stage[]) {
    this.#stop = stop;
    this.#changes = changes;
    this.#commands = new Set(stages.flatMap(({ checks }) => checks.map(({ run }) => run)));
  }

  async find(key: string | null): Promise<CheckRow | null> {
    const row = key === null ? null : findCheck(this.#stop.store, key);
    return row && (await this.#isStillTrue(row)) ? row : null;
  }

  /** By its last run; false for a check that never ran. */
  isQuick({ run }: Check, projectDir: string): boolean {
    return (lastDuration(this.#stop.store, projectDir, run) ?? MAX_QUICK_MS) < MAX_QUICK_MS;
  }

  /** Passes of checks that are too slow to run again after each command. */
  async passesFromBefore(ran: readonly CheckRun<CheckRow>[]): Promise<KeptPass[]> {
    const kept: KeptPass[] = [];
    for (const { result } of ran) {
      if (result?.outcome !== "passed" || result.duration_ms < MAX_QUICK_MS) continue;
      const { stage, command, at, duration_ms: durationMs } = result;
      if (at < this.#openedAt || (await this.#ranCommandSince(at)))
        kept.push({ stage, command, at, durationMs });
    }
    return kept;
  }

  /**
   * Any call may have fixed a failure, for example by installing packages. A pass is valid for the content of the tree, but a
   * command may have changed something else that the check reads, so a quick check runs again.
   */
  async #isStillTrue({ outcome, at, duration_ms: durationMs }: CheckRow): Promise<boolean> {
    if (outcome !== "passed") return (await this.#callsSince(at)).length === 0;
    return durationMs >= MAX_QUICK_MS || !(await this.#ranCommandSince(at));
  }

  async #ranCommandSince(at: number): Promise<boolean> {
    const calls = await this.#callsSince(at);
    return calls.some(
      ({ call }) => call.tool === "Bash" && !this.#commands.has(String(call.input.command ?? "").trim()),
    );
  }

  /** Calls since then that no earlier stop has judged. */
  async #callsSince(at: number): Promise<MutatingCall[]> {
    const calls = at >= this.#openedAt ? this.#changes.calls : await this.#callsWithoutStop();
    return calls.filter(({ call, result }) => (result?.timestamp ?? call.timestamp ?? 0) > at);
  }

  get #openedAt(): number {
    return this.#stop.budget?.opened_at ?? 0;
  }
}
