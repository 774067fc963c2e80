// The thread that searches long texts of a prompt or a tool call for secrets.
import { serveOneJob } from "../platform/process/run-in-thread.ts";
import { redactPrompt } from "../recording/capture/capture-prompt.ts";
import { redactedCallRow } from "../recording/capture/capture-tool-call.ts";
import { FULL_REDACTOR } from "../recording/capture/redact-fully.ts";
import type { Captured, CaptureJob } from "../recording/capture/redact-on-demand.ts";
import { redactionTime } from "../text/redaction/time-limit.ts";

/** Less than the hook waits: texts that were searched in time are recorded. */
redactionTime.leftMs = 2_000;

serveOneJob((job: CaptureJob): Captured<unknown> => {
  const recorded =
    job.kind === "prompt"
      ? redactPrompt(job.text, FULL_REDACTOR)
      : redactedCallRow(job.call, job.rules, FULL_REDACTOR);
  return { recorded, ranOut: redactionTime.ranOut };
});
