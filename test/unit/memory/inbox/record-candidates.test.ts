import { beforeEach, describe, expect, test } from "bun:test";
import {
  countCandidates,
  listCandidates,
  listSessionCandidates,
  settleCandidate,
} from "../../../../src/memory/inbox/candidates.ts";
import { recordEvents, redactTriage } from "../../../../src/memory/inbox/record-candidates.ts";
import { emptyState, parseState } from "../../../../src/memory/triage/state.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import { openStore, type Store } from "../../../../src/store/open.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";
import { answered, claude, user } from "../../../helpers/triage-items.ts";

const SECRET = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

test("what triage found is redacted", async () => {
  const title = `From now on always use ${SECRET} here.`;
  const candidate = {
    category: "PREFERENCE" as const,
    title,
    score: 0.9,
    evidence: [{ line: title, who: "user" as const, why: "says so" }],
    fingerprint: "f",
    patterns: ["p"],
  };
  const { events } = await redactTriage({ events: [{ kind: "found", candidate }], state: emptyState() });
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain(SECRET);
});

test("what Claude told is kept for the next triage, redacted", async () => {
  const rule = "We should always keep the connection pool below ten connections per worker.";
  const told = claude(`${rule} ${SECRET} ${"The file is done. ".repeat(350)}`);
  const { state } = await redactTriage(triageItems([told]));
  expect(state).not.toContain(SECRET);
  expect(triageItems([user(rule)], { state: parseState(state) }).inbox).toEqual([]);
});

describe("the inbox of a continued session", () => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore(`${makeTempFolder("store")}/holdfast.db`);
  });

  const look = (items: TranscriptItem[], sessionId = "s1") =>
    recordEvents(store, { sessionId, projectKey: "/p", path: "" }, triageItems(items).events);
  const titles = (status: "new" | "said", words: string[] = []) =>
    listCandidates(store, { projectKey: "/p", status, words, limit: 50 }).map(({ title }) => title);
  const orders = (...names: string[]) => names.map((name) => user(`From now on always use ${name}.`));

  test("has all items of its sources; the person's other statements are stored and not counted", () => {
    expect(look(orders("pnpm", "vitest", "biome"))).toBe(3);
    expect(look(orders("ruff", "hatch", "uv"))).toBe(3);
    expect(look([answered("Which store?", "SQLite"), user("we should have a red button there")])).toBe(1);
    expect(countCandidates(store, "/p", "new")).toBe(7);
    expect(titles("said")).toEqual(["We should have a red button there"]);
  });
  test("follows later answers and withdrawals; accepted candidates stay", () => {
    look([answered("Which store?", "SQLite"), ...orders("pnpm", "vitest")]);
    look([answered("Which store?", "Postgres"), user("forget about pnpm")]);
    expect(titles("new").toSorted()).toEqual(["From now on always use vitest.", "Which store? Postgres"]);
    const row = listSessionCandidates(store, "/p", "s1").find(({ title }) => title.includes("vitest"));
    settleCandidate(store, { id: row?.id ?? 0, status: "accepted", memoryId: "m", at: 1 });
    look([user("forget about vitest")]);
    expect(
      listSessionCandidates(store, "/p", "s1")
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(["accepted", "new"]);
  });
  test("leaves the rows of other sessions as they are, and does not repeat them", () => {
    look(orders("pnpm"));
    expect(look([...orders("pnpm", "biome"), claude("ok"), user("never mind")], "s2")).toBe(0);
    expect(titles("new")).toEqual(["From now on always use pnpm."]);
  });
  test("has items of its own if the session begins with a copy of another", () => {
    const copied = orders("pnpm", "vitest", "biome", "ruff", "hatch");
    look(copied);
    expect(look([...copied, ...orders("uv", "mypy")], "s2")).toBe(2);
    expect(listSessionCandidates(store, "/p", "s2").map(({ status }) => status)).toEqual(["new", "new"]);
  });
  test("has what the person wishes in two sessions, once, with both quotes", () => {
    const wish = "we should keep generated files out of the work tree";
    look([user(wish)]);
    expect(titles("new")).toEqual([]);
    expect(look([user("I want generated files kept out of the work tree, please")], "s2")).toBe(1);
    const [row] = listCandidates(store, { projectKey: "/p", status: "new", limit: 9 });
    expect(row).toMatchObject({ category: "DECISION", patterns: '["repeated"]', session_id: "s2" });
    expect(JSON.parse(row?.evidence ?? "").map(({ line }: { line: string }) => line)).toEqual([
      "I want generated files kept out of the work tree, please",
      wish,
    ]);
    expect(look([user("we should keep all generated files out of the work tree!")], "s3")).toBe(0);
    expect(titles("new")).toHaveLength(1);
  });
  test("has it too if the words are the same, but not if the second session begins with a copy", () => {
    const said = user("we should keep generated files out of the work tree");
    look([said]);
    expect(look([said, claude("ok")], "s2")).toBe(0);
    expect(look([{ ...said, timestamp: (said.timestamp ?? 0) + 3_600_000 }], "s3")).toBe(1);
  });
  test.each([
    ["of another category", "we should never commit generated files of the work tree"],
    ["about something else", "we should keep the generated report for the printer"],
    ["that is no wish", "the generated files of the work tree"],
  ])("does not take a message for the same wish: one %s", (_, other) => {
    look([user("we should keep generated files out of the work tree")]);
    expect(look([user(other)], "s2")).toBe(0);
  });
  test("can be searched, and so can the statements below it, by session", () => {
    look([user("docker is running on your host"), ...orders("pnpm")]);
    look([user("the printer stands in the cellar")], "s2");
    expect(titles("said")).toEqual(["The printer stands in the cellar", "Docker is running on your host"]);
    expect(titles("said", ["HOST", "docker"])).toEqual(["Docker is running on your host"]);
    expect(titles("new", ["pnpm"])).toHaveLength(1);
    expect(titles("new", ["docker"])).toEqual([]);
  });
});
