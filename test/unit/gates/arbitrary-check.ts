import fc from "fast-check";
import type { WorkCheck } from "../../../src/gates/commands/work-check.ts";
import { id } from "./arbitrary-text.ts";

/** The result of a command that should prove a piece of work. */
export function anyCheck(words: fc.Arbitrary<string>): fc.Arbitrary<WorkCheck> {
  return fc.record({
    command: words,
    state: fc.constantFrom("passed", "failed", "no-chunk", "refused", "fault"),
    error: words,
    fingerprint: id(),
    logPath: fc.option(words),
  });
}
