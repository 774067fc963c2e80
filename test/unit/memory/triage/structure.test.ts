import { describe, expect, test } from "bun:test";
import { emptyState, parseState } from "../../../../src/memory/triage/state.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import {
  answered,
  approved,
  claude,
  compacted,
  edited,
  failed,
  ran,
  refused,
  used,
  user,
} from "../../../helpers/triage-items.ts";

const found = (items: TranscriptItem[]) =>
  triageItems(items).candidates.filter(({ category }) => category !== "SESSION_SUMMARY");
const kinds = (items: TranscriptItem[]) => found(items).map(({ category }) => category);

describe("a failed command, changes, and the same command passing", () => {
  const error = "src/cart.ts(14,9): error TS2322: Type 'string' is not assignable";
  const broken = failed("npm run build", error);
  const passing = ran("npm run build", "built in 3.1s");

  test("is a runbook that names the error and the change", () => {
    const [one, ...others] = found([...broken, ...edited("/work/shop/src/cart.ts"), ...passing]);
    expect(others).toEqual([]);
    expect(one?.category).toBe("RUNBOOK");
    expect(one?.title).toContain("error TS2322");
    expect(one?.title).toContain("cart.ts");
    expect(one?.evidence.map(({ who }) => who)).toEqual(["tool", "claude", "tool"]);
  });
  test("may be mended by another command or by a flag", () => {
    expect(kinds([...broken, ...ran("npm install"), ...passing])).toEqual(["RUNBOOK"]);
    expect(kinds([...failed("npm ci", "ERESOLVE"), ...ran("npm ci --legacy-peer-deps")])).toEqual([
      "RUNBOOK",
    ]);
  });
  test("is none without a change, with another command, or while it still fails", () => {
    expect(kinds([...broken, ...passing])).toEqual([]);
    expect(kinds([...broken, ...edited("a.ts"), ...ran("npm run lint")])).toEqual([]);
    expect(kinds([...broken, ...edited("a.ts"), ...broken])).toEqual([]);
    expect(
      kinds([
        ...failed("pytest a.py", "1 failed"),
        ...edited("c.py"),
        ...ran("pytest b.py", "4 passed in 0.1s"),
      ]),
    ).toEqual([]);
  });
  test("is none when Claude had just written what failed", () => {
    expect(
      kinds([...edited("/work/shop/src/cart.ts"), ...broken, ...edited("src/cart.ts"), ...passing]),
    ).toEqual([]);
  });
  test("takes a broader test run that passes for the same", () => {
    expect(
      kinds([
        ...failed("pytest a.py", "1 failed"),
        ...edited("c.py"),
        ...ran("pytest -q", "9 passed in 0.1s"),
      ]),
    ).toEqual(["RUNBOOK"]);
  });
  test("sees a test that failed behind a pipe", () => {
    const hidden = ran("npm test | tail -5", " 7 pass\n 2 fail\nRan 9 tests across 1 file. [9ms]");
    expect(
      kinds([
        ...hidden,
        ...edited("c.ts"),
        ...ran("npm test", " 9 pass\n 0 fail\nRan 9 tests across 1 file. [9ms]"),
      ]),
    ).toEqual(["RUNBOOK"]);
  });
  test("is found across two looks at the same session", () => {
    const first = triageItems([...broken, ...edited("src/cart.ts")]);
    const kept = parseState(JSON.stringify(first.state));
    const { candidates } = triageItems([...passing], { state: kept });
    expect(candidates.map(({ category }) => category)).toContain("RUNBOOK");
  });
});

describe("what the person settles in dialogs", () => {
  test("an answer is a decision, with its question", () => {
    const [one] = found([answered("Which store?", "SQLite")]);
    expect(one).toMatchObject({ category: "DECISION", title: "Which store? → SQLite" });
  });
  test("an answer that settles nothing is none", () => {
    for (const answer of ["You decide", "Not sure yet, later", "continue"])
      expect(kinds([answered("Which store?", answer)]), answer).toEqual([]);
  });
  test.each([
    ["Is a short downtime acceptable?", "Up to five minutes"],
    ["Are breaking changes okay in this release?", "Additive only"],
    ["Who may invite new members?", "Only admins"],
    ["How many retries should the client make?", "3"],
    ["Where should the config live?", "In the repo root"],
  ])("how it shall be is a decision: %s", (question, answer) => {
    expect(kinds([answered(question, answer)])).toEqual(["DECISION"]);
  });
  test.each([
    ["Is the server running?", "On port 3000"],
    ["Which of these files did you edit by hand?", "routes.ts"],
    ["Which log line looks wrong to you?", "the third"],
    ["What happened after you clicked save?", "It froze"],
    ["Where are you stuck?", "step 3"],
    ["What would you like to work on?", "The login bug"],
    ["Ready for me to commit?", "Commit and push"],
    ["Can I delete the temp folder?", "Delete it"],
  ])("how things are, or what comes next, is none: %s", (question, answer) => {
    expect(kinds([answered(question, answer)])).toEqual([]);
  });
  test("an approved plan is a decision", () => {
    expect(found([approved("# Plan\n\n## Split the billing module\n- a")])[0]).toMatchObject({
      category: "DECISION",
      title: "Plan approved: Split the billing module",
    });
  });
  test("a refusal's reason is a preference, or a limit", () => {
    expect(kinds([refused("no, use pnpm instead")])).toEqual(["PREFERENCE"]);
    expect(kinds([refused("that database is production, we are not allowed to touch it")])).toContain(
      "CONSTRAINT",
    );
    for (const reason of [null, "wait", "hold on a moment", "what does this do?"])
      expect(kinds([refused(reason)]), String(reason)).toEqual([]);
  });
  test("a reply that names one of the ways Claude offered is a decision", () => {
    const question = claude("Shall the export be CSV or Parquet?");
    expect(kinds([question, user("parquet, the analysts use it anyway")])).toEqual(["DECISION"]);
    expect(kinds([question, user("what is parquet?")])).toEqual([]);
    expect(kinds([question, user("csv or parquet, I need to ask them")])).toEqual([]);
  });
});

describe("a compaction's summary", () => {
  const summary = `1. Primary Request and Intent:
   Repair the import.
4. Errors and fixes:
   - **Vite could not resolve the alias**: it stood in tsconfig only. Added it to vite.config.ts.
   - None of the rest mattered
5. Problem Solving:
   We decided nothing here.
7. Pending Tasks:
   - Replace the polling by inotify (deferred, burns cpu)
   - Write the second page
8. Current Work:
   Nothing.`;
  test("gives errors with their fixes, and what was left for later", () => {
    expect(found([compacted(summary)]).map(({ category, title }) => [category, title])).toEqual([
      ["RUNBOOK", "Vite could not resolve the alias: it stood in tsconfig only. Added it to vite.config.ts."],
      ["TECH_DEBT", "Replace the polling by inotify (deferred, burns cpu)"],
    ]);
  });
  test("gives nothing where it lists nothing", () => {
    expect(
      kinds([compacted("4. Errors and fixes:\n   None.\n7. Pending Tasks:\n   - No pending tasks.")]),
    ).toEqual([]);
  });
});

describe("a session's summary", () => {
  const score = (items: TranscriptItem[]) => triageItems(items).scores.SESSION_SUMMARY.score;

  test("is due by what was changed, committed and tested, not by talk", () => {
    expect(
      score([user("hello"), claude("hello"), ...used("Read", { file_path: "a.ts" }), ...ran("git status")]),
    ).toBe(0);
    expect(score([...edited("a.ts")])).toBeLessThan(0.6);
    expect(
      score([
        ...edited("a.ts"),
        ...edited("b.ts"),
        ...ran("npm test", " 9 pass\n 0 fail\nRan 9 tests across 1 file. [9ms]"),
      ]),
    ).toBeGreaterThan(0.6);
    expect(
      score([...ran('git commit -m "Add cart"', "[main 12ab] Add cart\n 1 file changed")]),
    ).toBeGreaterThan(0.6);
    expect(score([...failed("git commit -m x", "nothing to commit")])).toBe(0);
  });
  test("starts anew after a save, under another fingerprint", () => {
    const work = [...ran('git commit -m "Add cart"', "[main 12ab] Add cart")];
    const first = triageItems(work, { sessionId: "s1" });
    const saved = triageItems(ran("holdfast memory save --category session"), {
      state: first.state,
      sessionId: "s1",
    });
    expect(saved.scores.SESSION_SUMMARY.score).toBe(0);
    const more = triageItems(work, { state: saved.state, sessionId: "s1" });
    expect(more.candidates[0]?.fingerprint).not.toBe(first.candidates[0]?.fingerprint as string);
    const other = triageItems(work, { sessionId: "s2" });
    expect(other.candidates[0]?.fingerprint).not.toBe(first.candidates[0]?.fingerprint as string);
  });
});

describe("the state", () => {
  test("is bounded, whatever fails", () => {
    const many = Array.from({ length: 200 }, (_, n) => failed(`make target${n}`, `error ${n}`)).flat();
    const { state } = triageItems([
      ...many,
      ...Array.from({ length: 500 }, (_, n) => edited(`f${n}.ts`)).flat(),
    ]);
    expect(state.failures.length).toBeLessThanOrEqual(12);
    expect(state.progress.files.length).toBeLessThanOrEqual(60);
    expect(JSON.stringify(state).length).toBeLessThan(40_000);
  });
  test("of an earlier version is gone on with, as far as it is understood", () => {
    const { state } = triageItems([...edited("a.ts"), ...failed("make site", "error: no theme")]);
    const failures = [{ subject: "make site", said: "error: no theme" }, ...state.failures];
    const old = { failures, progress: state.progress, asked: "Which?", answered: true, report: "Done." };
    expect(parseState(JSON.stringify(old))).toEqual({ ...state, lastMessage: "" });
  });
  test("that cannot be read is begun anew", () => {
    for (const text of [null, "", "{", "null", "[]", '{"failures":3}'])
      expect(parseState(text), String(text)).toEqual(emptyState());
  });
});
