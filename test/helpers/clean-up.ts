// Loaded before every test run: what the tests left in the temp folder goes when they are over.
import { afterAll } from "bun:test";
import { cleanup } from "./temp.ts";

afterAll(cleanup, 60_000);
