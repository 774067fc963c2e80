// Loaded once for all test files that a worker runs in one global object. Properties are checked with the same inputs each time;
// `npm run fuzz` uses new ones. What a file leaves in the temp folder is removed after it.
import { afterAll, beforeAll } from "bun:test";
import fc from "fast-check";
import { redactionTime } from "../../src/text/redaction/time-limit.ts";
import { runs } from "./runs.ts";
import { cleanup } from "./temp.ts";

const unlimited = { ...redactionTime };

// With the failed expectation beside its input.
fc.configureGlobal({
  seed: Number(process.env.FUZZ_SEED ?? 2026),
  numRuns: runs(200),
  includeErrorInReport: true,
});
// The time budget of one event, which earlier files may have used up.
beforeAll(() => void Object.assign(redactionTime, unlimited));
afterAll(cleanup, 180_000);
