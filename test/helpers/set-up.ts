// Loaded before every test file. Properties are checked with the same inputs each time; `npm run fuzz` takes new ones.
// What the tests left in the temp folder goes when they are over.
import { afterAll } from "bun:test";
import fc from "fast-check";
import { cleanup } from "./temp.ts";

const SEED = 2026;

if (process.env.NEW_INPUTS === undefined) fc.configureGlobal({ seed: SEED });
afterAll(cleanup, 60_000);
