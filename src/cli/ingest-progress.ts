import type { Progress } from "../ingest/ingest-history.ts";
import type { Output } from "./command.ts";
import { megabytes } from "./ingest-report.ts";

export interface Bar {
  show(done: Progress): void;
  end(): void;
}

const STEPS = 1000;
const OFTEN_ENOUGH_MS = 100;

/** null where nobody watches. */
export async function startProgress({ interactive }: Output): Promise<Bar | null> {
  if (!interactive) return null;
  const { progress } = await import("@clack/prompts");
  const bar = progress({ max: STEPS, withGuide: false });
  let shown = 0;
  let steps = 0;
  const startedAt = performance.now();
  bar.start("reading transcripts");
  return {
    show({ bytes, totalBytes, sessions }) {
      const now = performance.now();
      if (now - shown < OFTEN_ENOUGH_MS) return;
      shown = now;
      const reached = Math.floor((STEPS * bytes) / Math.max(1, totalBytes));
      const rate = bytes / Math.max(1, now - startedAt);
      const left = Math.ceil((totalBytes - bytes) / Math.max(1, rate) / 1000);
      bar.advance(
        reached - steps,
        `${megabytes(bytes)} of ${megabytes(totalBytes)}, ${sessions} sessions, ${left} s left`,
      );
      steps = reached;
    },
    end: () => bar.clear(),
  };
}
