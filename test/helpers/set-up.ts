// Loaded before every test file. Properties are checked with the same inputs each time; `npm run fuzz` takes new ones.
// What the tests left in the temp folder goes when they are over.
import { afterAll } from "bun:test";
import fc from "fast-check";
import { cleanup } from "./temp.ts";

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 2026) });
afterAll(cleanup, 180_000);
