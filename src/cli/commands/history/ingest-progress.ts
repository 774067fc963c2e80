import type { Progress } from "../../../recording/ingest/ingest-history.ts";
import type { Output } from "../../command.ts";
import { startStatusLine } from "../../terminal.ts";
import { megabytes } from "./ingest-report.ts";

export interface Bar {
  show(done: Progress): void;
  end(): void;
}

const WIDTH = 30;
const OFTEN_ENOUGH_MS = 100;

/** null where nobody watches. */
export function startProgress(out: Output): Bar | null {
  if (!out.interactive) return null;
  const line = startStatusLine(out);
  let shown = 0;
  const startedAt = performance.now();
  line.say("reading transcripts");
  return {
    show({ bytes, totalBytes, sessions }) {
      const now = performance.now();
      if (now - shown < OFTEN_ENOUGH_MS) return;
      shown = now;
      const rate = bytes / Math.max(1, now - startedAt);
      const left = Math.ceil((totalBytes - bytes) / Math.max(1, rate) / 1000);
      const part = bytes / Math.max(1, totalBytes);
      line.say(
        `${drawBar(out, part)} ${megabytes(bytes)} of ${megabytes(totalBytes)}, ${sessions} sessions, ${left} s left`,
      );
    },
    end: line.end,
  };
}

function drawBar({ style }: Output, part: number): string {
  const full = Math.min(WIDTH, Math.floor(WIDTH * part));
  return style.cyan("━".repeat(full)) + style.dim("─".repeat(WIDTH - full));
}
