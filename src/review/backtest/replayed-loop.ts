// A declared loop as the loop gate would have met it: its rounds are those of the replay, not of the time.
import type { LoopFacts } from "../../gates/loop/judge.ts";
import { DEFAULT_ITERATIONS, DEFAULT_MINUTES } from "../../gates/loop/state-file.ts";
import type { DeclaredLoop } from "./declared-loop.ts";

export interface ReplayedLoop {
  /** null without one, when it is over, and where a command would have decided. */
  factsOf(declared: DeclaredLoop | null, toolCalls: number): LoopFacts | null;
  noteRound(): void;
  /** It is done, or was let go. */
  end(): void;
}

export function createReplayedLoop(): ReplayedLoop {
  let id = "";
  let rounds = 0;
  let isOver = false;
  return {
    factsOf(declared, toolCalls) {
      if (declared === null || declared.hasVerify) return null;
      if (id !== declared.id) {
        ({ id } = declared);
        rounds = 0;
        isOver = false;
      }
      if (isOver) return null;
      return {
        source: "row",
        id,
        task: declared.task,
        iteration: rounds,
        maxIterations: declared.maxIterations ?? DEFAULT_ITERATIONS,
        maxMinutes: declared.maxMinutes ?? DEFAULT_MINUTES,
        verify: null,
        promise: declared.promise,
        check: null,
        claimed: false,
        treeMark: "",
        toolCalls,
      };
    },
    noteRound() {
      rounds++;
    },
    end() {
      isOver = true;
    },
  };
}
