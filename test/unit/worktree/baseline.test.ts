import { beforeEach, describe, expect, test } from "bun:test";
import {
  hasBlockedOnBaseline,
  noteBlockOnBaseline,
  takeBaselines,
} from "../../../src/gates/quality/failure-age.ts";
import {
  endRun,
  heartbeatRun,
  isRunWanted,
  requestRun,
  startRun,
} from "../../../src/gates/quality/gather-after-turn.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import {
  claimBaseline,
  deleteBaselinesBefore,
  findBaseline,
  isBaselineRequested,
  saveBaseline,
} from "../../../src/worktree/baseline.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

let store: Store;
beforeEach(async () => {
  store = await openStore(`${makeTempFolder("store")}/holdfast.db`);
});

describe("a session's baseline", () => {
  const request = (at: number) => ({ sessionId: "s1", projectDir: "/p", at });

  test("is captured once, and kept when the session continues", () => {
    expect([claimBaseline(store, request(1000)), claimBaseline(store, request(1001))]).toEqual([true, false]);
    expect(findBaseline(store, "s1")).toBeNull();
    saveBaseline(store, request(1002), "first");
    saveBaseline(store, request(1003), "second");
    expect(findBaseline(store, "s1")).toEqual({ tree: "first", at: 1000 });
    expect(claimBaseline(store, request(10_000_000))).toBe(false);
    expect(isBaselineRequested(store, "s1", 10_000_000)).toBe(true);
  });

  test("is requested again if it was never captured", () => {
    claimBaseline(store, request(1000));
    expect([isBaselineRequested(store, "s1", 1001), isBaselineRequested(store, "s1", 100_000)]).toEqual([
      true,
      false,
    ]);
    expect(claimBaseline(store, request(100_000))).toBe(true);
  });

  test("is forgotten after its time", () => {
    saveBaseline(store, request(1000), "tree");
    expect(deleteBaselinesBefore(store, 2000)).toEqual(["s1"]);
    expect(findBaseline(store, "s1")).toBeNull();
  });
});

test("a stop waits for a baseline once per session, and one caller captures it", () => {
  noteBlockOnBaseline(store, "s1", "k", 1);
  expect([hasBlockedOnBaseline(store, "s1", "k"), hasBlockedOnBaseline(store, "s2", "k")]).toEqual([
    true,
    false,
  ]);
  expect([takeBaselines(store, "s1", 2), takeBaselines(store, "s1", 3)]).toEqual([["k"], []]);
});

describe("a background run", () => {
  test("waits for the one before it, which is superseded", () => {
    requestRun(store, "/p", "one", 1000);
    expect(startRun(store, "/p", "one", 1000)).toBe(true);
    requestRun(store, "/p", "two", 1100);
    expect([isRunWanted(store, "/p", "one"), isRunWanted(store, "/p", "two")]).toEqual([false, true]);
    expect(startRun(store, "/p", "two", 1200)).toBe(false);
    endRun(store, "/p", "one");
    expect(startRun(store, "/p", "two", 1300)).toBe(true);
  });

  test("replaces one whose process is gone", () => {
    requestRun(store, "/p", "one", 1000);
    startRun(store, "/p", "one", 1000);
    heartbeatRun(store, "/p", "one", 4000);
    requestRun(store, "/p", "two", 4100);
    expect([startRun(store, "/p", "two", 8000), startRun(store, "/p", "two", 9500)]).toEqual([false, true]);
  });
});
