// Most texts contain nothing that any redaction rule starts with. A quick scan sees that without loading the rules, which
// takes longer than the rest of a capture.
import { mayHoldSecret, mayValueHoldSecret } from "../../text/redaction/literal-scan.ts";
import { redactionTime } from "../../text/redaction/time-limit.ts";
import type { Call, CaptureRules } from "./redact-call.ts";
import { cutMiddle, cutMiddleLoosely, cutTextsLoosely } from "./shorten.ts";

/** Removes secrets, and shortens texts that are too long to record. */
export interface Redactor {
  redactText(text: string, maxCharacters: number): string;
  redactValue(value: unknown, maxCharacters: number): unknown;
}

/** What is searched in a thread when it is long. */
export type CaptureJob = { kind: "prompt"; text: string } | { kind: "call"; call: Call; rules: CaptureRules };

/** What the thread answers. */
export interface Captured<T> {
  recorded: T;
  /** A text in it was withheld. */
  ranOut: boolean;
}

/** Text made for it keeps the rules busy for a second from this length on, with more than that for longer. */
const MAX_LENGTH_HERE = 16_000;
const THREAD_MS = 3_000;

/**
 * Runs `record` with the quick scan; if that suspects a secret, runs it again with all rules, for a long text as `job` in a
 * thread. `tooLong` stands in for what took too long to search.
 */
export async function recordRedacted<T>(
  record: (redactor: Redactor) => T,
  inThread?: { job: CaptureJob; tooLong: T },
): Promise<T> {
  const scan = new QuickScan();
  const recorded = record(scan);
  if (!scan.isSuspicious) return recorded;
  if (inThread && scan.length > MAX_LENGTH_HERE) {
    const { runInThread } = await import("../../platform/process/run-in-thread.ts");
    const found = await runInThread<Captured<T>>("capture-thread", inThread.job, THREAD_MS);
    redactionTime.ranOut ||= found?.ranOut ?? true;
    return found === null ? inThread.tooLong : found.recorded;
  }
  const { FULL_REDACTOR } = await import("./redact-fully.ts");
  return record(FULL_REDACTOR);
}

/** Shortens, but removes nothing. */
class QuickScan implements Redactor {
  /** A text may hold a secret: what was recorded must then be thrown away. */
  isSuspicious = false;
  /** Of all texts that would be searched. */
  length = 0;

  redactText(text: string, maxCharacters: number): string {
    const shortened = cutMiddleLoosely(text, maxCharacters);
    this.isSuspicious ||= mayHoldSecret(shortened);
    this.length += shortened.length;
    return cutMiddle(shortened, maxCharacters);
  }

  redactValue(value: unknown, maxCharacters: number): unknown {
    const shortened = cutTextsLoosely(value, maxCharacters);
    const json = JSON.stringify(shortened) ?? "";
    this.isSuspicious ||= mayValueHoldSecret(shortened, json);
    this.length += json.length;
    return shortened;
  }
}
