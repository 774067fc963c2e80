import { describe, expect, test } from "bun:test";
import { openQuestions } from "../../../../src/gates/flow/evidence.ts";
import { CONDITION_IDS, type ConditionId, type FlowCase } from "../../../../src/gates/flow/flow.ts";
import { judgeConditions, openConditions } from "../../../../src/gates/flow/judge-conditions.ts";
import { makeCase } from "../../../helpers/flows.ts";

function judge(id: ConditionId, given: FlowCase) {
  const found = judgeConditions(given).find((state) => state.id === id);
  if (!found) throw new Error(`${id} was not judged`);
  return found;
}

describe("a flow without any evidence", () => {
  const states = judgeConditions(makeCase());

  test("has every condition open but the review, which its complexity does not require", () => {
    expect(states.map(({ id }) => id)).toEqual([...CONDITION_IDS]);
    expect(openConditions(states).map(({ id }) => id)).toEqual(
      CONDITION_IDS.filter((id) => id !== "adversarial_passed"),
    );
  });

  test("says for each open condition what is missing and what to do", () => {
    for (const state of openConditions(states)) {
      expect(state.because).not.toBe("");
      expect(state.next).not.toBe("");
    }
  });
});

describe("memory_search", () => {
  test("is met by a recorded search, and by no note", () => {
    const state = judge(
      "memory_search",
      makeCase({}, [{ condition: "memory_search", kind: "search", source: "search", text: "2 found" }]),
    );
    expect(state).toMatchObject({ state: "met", because: "search: 2 found" });
    const claimed = makeCase({}, [{ condition: "memory_search", kind: "note", text: "docs/auth.md" }]);
    expect(judge("memory_search", claimed)).toMatchObject({ state: "open" });
  });
});

describe("task_classified", () => {
  test.each([
    [null, null, "open"],
    [5, null, "open"],
    [null, "bugfix", "open"],
    [5, "bugfix", "met"],
  ] as const)("complexity %p, kind %p: %s", (complexity, kind, state) => {
    expect(judge("task_classified", makeCase({ complexity, kind })).state).toBe(state);
  });
});

describe("must_have_answered", () => {
  const question = { condition: "must_have_answered", kind: "question", text: "Which database?" } as const;
  const answer = (answers: number) => ({ condition: "must_have_answered", kind: "answer", answers }) as const;

  test("without a list is Claude's to do, not the user's", () => {
    const state = judge("must_have_answered", makeCase());
    expect(state.state).toBe("open");
    expect(state.needsUser).toBeUndefined();
  });

  test("is met by an explicit empty list", () => {
    expect(
      judge("must_have_answered", makeCase({}, [{ condition: "must_have_answered", kind: "none" }])).state,
    ).toBe("met");
  });

  test("waits for the user until each question has its answer", () => {
    const rows = [question, { ...question, text: "Which port?" }];
    const half = makeCase({}, [...rows, answer(1)]);
    expect(judge("must_have_answered", half)).toMatchObject({ state: "open", needsUser: true });
    expect(judge("must_have_answered", half).because).toContain("Which port?");
    expect(openQuestions(half.evidence).map(({ text }) => text)).toEqual(["Which port?"]);
    const whole = makeCase({}, [...rows, answer(1), answer(2)]);
    expect(judge("must_have_answered", whole).state).toBe("met");
  });

  test("asks again when withdrawn: the questions stay, their answers no longer count", () => {
    const withdrawn = { condition: "must_have_answered", kind: "withdrawn" } as const;
    const given = makeCase({}, [question, answer(1), withdrawn]);
    expect(judge("must_have_answered", given)).toMatchObject({ state: "open", needsUser: true });
  });
});

describe("plan_approved", () => {
  test("is the user's until they approved", () => {
    expect(judge("plan_approved", makeCase())).toMatchObject({
      state: "open",
      needsUser: true,
      next: expect.stringContaining('"Approve"'),
      askUser: expect.stringContaining("`! holdfast flow approve`"),
    });
    const approved = makeCase({}, [{ condition: "plan_approved", kind: "approval", source: "flow approve" }]);
    expect(judge("plan_approved", approved)).toMatchObject({
      state: "met",
      because: "by the user, with `holdfast flow approve`",
    });
  });

  test("is not met by a note", () => {
    const claimed = makeCase({}, [{ condition: "plan_approved", kind: "note", text: "the user agreed" }]);
    expect(judge("plan_approved", claimed).state).toBe("open");
  });
});

describe("implementation_complete", () => {
  const claim = { condition: "implementation_complete", kind: "change" } as const;

  test.each([
    ["a claim and a change", [claim], true, "met"],
    ["a claim alone", [claim], false, "open"],
    ["a change alone", [], true, "open"],
    ["nothing", [], false, "open"],
  ] as const)("%s", (_, rows, changed, state) => {
    expect(judge("implementation_complete", makeCase({}, [...rows], { changed })).state).toBe(state);
  });
});

describe.each(["correctness_passed", "quality_passed"] as const)("%s", (id) => {
  const field = id === "correctness_passed" ? "correctness" : "quality";

  test("without a command asks for one", () => {
    expect(judge(id, makeCase())).toMatchObject({ state: "open", untried: true });
    expect(judge(id, makeCase()).next).toContain("--command");
  });

  test("is not met by the command alone", () => {
    expect(judge(id, makeCase({ [field]: "make" }))).toMatchObject({ state: "open", untried: true });
  });

  test("is met by a pass on this very tree, and reopens when the tree changes", () => {
    const rows = [{ condition: id, kind: "passed", treeMark: "m1" }] as const;
    expect(judge(id, makeCase({ [field]: "make" }, [...rows])).state).toBe("met");
    expect(judge(id, makeCase({ [field]: "make" }, [...rows], { fingerprint: "m2" }))).toMatchObject({
      state: "open",
      lapsed: true,
    });
  });

  test("is reopened by a failure after a pass", () => {
    const rows = [
      { condition: id, kind: "passed", treeMark: "m1" },
      { condition: id, kind: "failed", treeMark: "m1", text: "2 errors" },
    ] as const;
    expect(judge(id, makeCase({ [field]: "make" }, [...rows])).because).toContain("2 errors");
  });
});

describe("adversarial_passed", () => {
  test.each([
    [null, "not-needed"],
    [6, "not-needed"],
    [7, "open"],
    [10, "open"],
  ] as const)("complexity %p: %s", (complexity, state) => {
    expect(judge("adversarial_passed", makeCase({ complexity })).state).toBe(state);
  });

  test("is decided by the last review", () => {
    const failed = { condition: "adversarial_passed", kind: "failed", text: "a race" } as const;
    const passed = { condition: "adversarial_passed", kind: "passed" } as const;
    expect(judge("adversarial_passed", makeCase({ complexity: 8 }, [passed, failed])).state).toBe("open");
    expect(judge("adversarial_passed", makeCase({ complexity: 8 }, [failed, passed])).state).toBe("met");
  });

  test("with a command of its own is decided by that command, on this very tree", () => {
    const rows = [{ condition: "adversarial_passed", kind: "passed", treeMark: "m0" }] as const;
    const given = makeCase({ complexity: 8, adversarial: "make fuzz" }, [...rows]);
    expect(judge("adversarial_passed", given)).toMatchObject({ state: "open", lapsed: true });
  });
});

describe("any condition", () => {
  test.each([
    ["claude", "waived by Claude, not met: no time"],
    ["agent", "waived by an agent, not met: no time"],
    ["session", "waived from inside the session or an unknown place, not met: no time"],
  ] as const)("waived by %s says so in the words of the record", (source, because) => {
    const rows = [{ condition: "plan_approved", kind: "forced", source, text: "no time" }] as const;
    expect(judge("plan_approved", makeCase({}, [...rows]))).toMatchObject({ state: "waived", because });
  });

  test.each(["must_have_answered", "plan_approved", "correctness_passed", "adversarial_passed"] as const)(
    "%s forced by Claude is waived: neither met nor open",
    (id) => {
      const rows = [{ condition: id, kind: "forced", source: "claude", text: "no time" }] as const;
      expect(judge(id, makeCase({ complexity: 8 }, [...rows]))).toMatchObject({
        state: "waived",
        because: "waived by Claude, not met: no time",
      });
    },
  );

  test.each(CONDITION_IDS.map((id) => [id]))("%s forced by the user is met, and says so", (id) => {
    const rows = [{ condition: id, kind: "forced", source: "user", text: "the user said so" }] as const;
    expect(judge(id, makeCase({ complexity: 8 }, [...rows]))).toMatchObject({
      state: "met",
      because: "forced: the user said so",
    });
  });

  test.each(CONDITION_IDS.map((id) => [id]))("%s forced and withdrawn is open again", (id) => {
    const rows = [
      { condition: id, kind: "forced", text: "why" },
      { condition: id, kind: "withdrawn" },
    ] as const;
    expect(judge(id, makeCase({ complexity: 8 }, [...rows])).state).toBe("open");
  });
});
