import { describe, expect, test } from "bun:test";
import {
  buildSummary,
  describeSummary,
  firstStatement,
  parseSummary,
  renderSessionSummary,
  type SummaryFacts,
  type SummaryPrompt,
} from "../../../../src/recording/observations/session-summary.ts";

type Seen = SummaryFacts["observations"][number];

let ids = 0;

function seen(fields: Partial<Seen>): Seen {
  const id = ++ids;
  return {
    id,
    kind: "command",
    title: "Ran make",
    summary: "",
    files: "[]",
    subject: null,
    result: null,
    fixed_by: null,
    at: id,
    tests: null,
    ...fields,
  };
}

const failure = (subject: string, fields: Partial<Seen> = {}) =>
  seen({ kind: "failure", title: `Failed: ${subject}`, subject, result: "failed", ...fields });
const passed = (subject: string) => seen({ title: `Ran ${subject}`, subject, result: "passed" });
const change = (at: number) => seen({ kind: "change", title: "Changed a.ts", files: '["a.ts"]', at });

function asked(text: string, at: number): SummaryPrompt {
  return { id: at, text, at };
}

function summarise(facts: Partial<SummaryFacts>) {
  return buildSummary({
    goal: null,
    title: null,
    request: null,
    prompts: [],
    observations: [],
    notes: null,
    tasks: [],
    tasksAt: 0,
    lastTurn: "answered",
    lastMessage: "",
    isRepeated: () => true,
    ...facts,
  });
}

describe("the subject of a session", () => {
  const about = (texts: string[], title: string | null = null) =>
    summarise({ title, prompts: texts.map((text, n) => asked(text, n * 10 + 1)) }).request;

  test.each<[string, string[], string]>([
    ["the first request", ["hi", "mend the basket please"], "mend the basket please"],
    ["a command with something to do", ["/build a shop", "Thanks! Please update the notes"], "/build a shop"],
    [
      "not a command of the client's own",
      ["/compact keep the plan", "mend the basket please"],
      "mend the basket please",
    ],
    [
      "not a paste",
      ["=== Step 17: validation ===\nfailed", "mend the basket please"],
      "mend the basket please",
    ],
    [
      "not one that was corrected at once",
      ["look at issue MCP-108, we work on that", "look at issue ENT-108, we work on that"],
      "look at issue ENT-108, we work on that",
    ],
    ["what follows a picture", ["[Image #1] Please add a margin here"], "Please add a margin here"],
    ["the longest prompt, if none is long enough", ["go", "go on then"], "go on then"],
    ["not a single word", ["8"], ""],
    [
      "the approved plan it began with",
      ["Implement the following plan:\n\n# Plan: Switch the keys\n\nStep 1", "and commit it in small pieces"],
      "Plan: Switch the keys",
    ],
  ])("is %s", (_name, texts, expected) => {
    expect(about(texts)).toBe(expected);
  });

  test("is its loop or flow before anything else", () => {
    const prompts = [asked("mend the basket please", 1)];
    expect(summarise({ goal: "Loop: all tests pass", title: "The basket", prompts }).request).toBe(
      "Loop: all tests pass",
    );
  });

  test("is its title with the first request, and its last commit if nobody said anything", () => {
    expect(about(["mend the basket please"], "The basket")).toBe("The basket: mend the basket please");
    expect(about([], "The basket")).toBe("The basket");
    expect(summarise({ request: "mend the basket please" }).request).toBe("mend the basket please");
    const observations = [seen({ kind: "commit", title: "Commit 1234567: Mend the basket" })];
    expect(summarise({ prompts: [asked("8", 1)], observations }).request).toBe(
      "Commit 1234567: Mend the basket",
    );
  });

  test("is also a later request with more changes", () => {
    const prompts = [
      asked("give the basket a handle please", 100),
      asked("the mail address must not be kept in the browser", 200),
      asked("yes please, that would be very good", 300),
    ];
    const observations = [change(110), change(205), change(220), ...[301, 302, 303].map(change)];
    const { asked: first, askedLater } = summarise({ prompts, observations });
    expect(first).toEqual({ text: "give the basket a handle please", prompt: 100 });
    // What came of the bare yes belongs to the request before it.
    expect(askedLater).toEqual({ text: "the mail address must not be kept in the browser", prompt: 200 });
    expect(summarise({ prompts, observations: [change(110)] }).askedLater).toBeNull();
  });

  test.each<[string, boolean]>([
    ["/code-review ultra --fix", true],
    ["can we also test the basket with two eggs in it?", true],
    ["I'd love that test to be saved as a unit test", true],
    ["or the render uses 20 breathing room instead of 30?", false],
    ["should we intervene in the subagent and point it out?", false],
    ["yes, please add that to the basket and to the checkout", false],
  ])("may be %p in the middle: %p", (text, isOne) => {
    const prompts = [asked("give the basket a handle please", 100), asked(text, 200)];
    expect(summarise({ prompts, observations: [change(210)] }).askedLater !== null).toBe(isOne);
  });
});

describe("what is shown of a session", () => {
  test("is what was decided, done and left open, and one sentence of the last message", () => {
    const prompts = [
      asked("give the basket a handle please", 100),
      asked("can we also test it with two eggs in it?", 200),
    ];
    const observations = [
      seen({ kind: "decision", title: "Decided: wood (asked: Which material?)" }),
      seen({ kind: "decision", title: "Refused Edit (a.ts): should we use the lid?" }),
      seen({ kind: "decision", title: "Plan approved: Handles" }),
      seen({ kind: "change", title: "Changed a.ts", files: '["a.ts"]', at: 210 }),
      seen({
        kind: "fix",
        title: "Fixed: Tests passed (2 passed, 0 failed): make nest",
        subject: "make nest",
      }),
      seen({ kind: "fix", title: "Fixed: Ran make egg", subject: "make egg", result: "passed" }),
      passed("make lint"),
      seen({ kind: "commit", title: "Commit 1234567: Add a handle" }),
    ];
    const lastMessage = "Perfect! The basket has a wooden handle now. I also looked at the lid.";
    const tasks = [{ text: "not begun: Paint it", row: null }] as never[];
    const summary = summarise({ prompts, observations, lastMessage });
    expect(describeSummary({ ...summary, unfinished: tasks })).toEqual([
      "Then asked: can we also test it with two eggs in it?",
      "Decided: wood (asked: Which material?); Plan approved: Handles",
      "Done: edited a.ts; Commit 1234567: Add a handle; fixed make nest; fixed make egg",
      "Left open: not begun: Paint it",
      "Last words: The basket has a wooden handle now.",
    ]);
    expect(describeSummary(parseSummary(null))).toEqual([]);
  });
  test.each([
    ["## Done\n\nHere is what changed:\n- The log has one file for each worktree.", ""],
    ["Fixed.", "Fixed."],
    ["Great question! 1. Yes.", "Yes."],
    ["🎯 Perfect!", ""],
    [
      "```\nIt prints this long sentence now.\n```\n\nThe command explains itself.",
      "The command explains itself.",
    ],
    ["", ""],
    ["Two legs. Herons have two.", "Two legs. Herons have two."],
    ["It is fixed, and the log says", ""],
    [`${"long words ".repeat(40)}end.`, expect.stringMatching(/^long words .*…$/)],
  ])("has the first sentence that says something: %p", (message, sentence) => {
    expect(firstStatement(message)).toEqual(sentence);
  });
});

describe("the last commit", () => {
  const commit = (title: string, summary = "") =>
    seen({ kind: "commit", title, summary, subject: "git commit" });
  const last = (...observations: Seen[]) => summarise({ observations }).lastCommit;
  const made = commit("Commit 1234567: Mend it");

  test.each([
    "git rebase -i --autosquash main",
    "GIT_SEQUENCE_EDITOR=: git -c core.editor=true rebase --continue",
    "git -C /app commit --amend --no-edit",
    "git reset --hard HEAD~1",
    "git cherry-pick abc1234",
    "git checkout main && git merge fix",
    "git pull --rebase origin main",
  ])("is not shown after %s", (command) => {
    expect(last(made, passed(command))).toBeNull();
    expect(last(passed(command), made)).toBe(made.title);
    expect(last(commit(made.title, `On main: && ${command}`))).toBeNull();
  });

  test("is shown unless HEAD may have moved or it is to be squashed", () => {
    for (const command of ["git push", "git merge-base main fix", "git log --merge"])
      expect(last(made, passed(command))).toBe(made.title);
    expect(last(made, commit("Commit abc1234: fixup! Mend it"))).toBeNull();
  });
});

describe("the outcome", () => {
  const wrote = (...files: string[]) => seen({ kind: "change", files: JSON.stringify(files) });
  const commit = (title = "Commit 1234567: Mend it") =>
    seen({ kind: "commit", title, subject: "git commit -m x" });
  const tested = (subject = "npm test") =>
    seen({ kind: "test", subject, tests: JSON.stringify({ state: "green", passed: 1, failed: 0 }) });
  const outcome = (...observations: Seen[]) => summarise({ observations });

  test("lists what was changed after the last commit", () => {
    expect(outcome(wrote("a.ts"), commit(), wrote("b.ts", "/tmp/c.ts")).changedAfterCommit).toEqual(["b.ts"]);
    const failed = failure("git commit -m y", { title: "Commit failed (exit 1): y" });
    expect(outcome(commit(), wrote("b.ts"), failed).changedAfterCommit).toEqual(["b.ts"]);
    // Nobody can tell, or nothing is left of it.
    for (const later of [passed("git commit -F m"), passed("git push"), passed("git checkout -- b.ts")])
      expect(outcome(commit(), wrote("b.ts"), later).changedAfterCommit).toEqual([]);
    expect(outcome(wrote("a.ts")).changedAfterCommit).toEqual([]);
    // No commit is told that it could follow.
    expect(outcome(commit(), passed("git rebase main"), wrote("b.ts")).changedAfterCommit).toEqual([]);
    // The person may commit it by hand, so it is not reported as open.
    expect(outcome(commit(), wrote("b.ts")).unfinished).toEqual([]);
  });

  test("says whether tests ran on the current state", () => {
    const isOld = (...later: Seen[]) => outcome(wrote("a.ts"), tested(), ...later).isTestRunOld;
    expect(isOld()).toBe(false);
    expect(isOld(wrote("/tmp/a.ts"), passed("git commit -qm x"))).toBe(false);
    expect(isOld(wrote("b.ts"))).toBe(true);
    expect(outcome(tested("act -j test"), passed("act -j test")).testRun).toBeNull();
  });

  test("has pushes and pull requests", () => {
    const pushed = { ...passed("git push"), summary: "Pushed fix/basket\nTo github.com:a/b" };
    const opened = { ...passed("gh pr create"), summary: "Created pull request #7\nhttps://x/pull/7" };
    expect(outcome(commit(), pushed, opened)).toMatchObject({
      lastCommit: "Commit 1234567: Mend it",
      pushed: "fix/basket",
      pullRequests: ["created pull request #7"],
      observations: { "pushed fix/basket": pushed.id, "created pull request #7": opened.id },
    });
    const notes = seen({ kind: "change", summary: "Pushed main\nMerged pull request #7" });
    expect(outcome(notes)).toMatchObject({ pushed: null, pullRequests: [] });
    // A push or merge before a commit does not contain it.
    const merged = { ...passed("gh pr merge 7"), summary: "Merged pull request #7" };
    expect(outcome(pushed, opened, merged, commit())).toMatchObject({
      pushed: null,
      pullRequests: ["created pull request #7"],
    });
    expect(outcome(opened, wrote("a.ts")).changedAfterCommit).toEqual(["a.ts"]);
    expect(outcome(wrote("a.ts"), commit(), wrote("a.ts", "b.ts"))).toMatchObject({
      files: ["a.ts", "b.ts"],
      changedAfterCommit: ["a.ts", "b.ts"],
      isLastOfSeveral: false,
    });
    expect(outcome(commit("Commit 7654321: Begin"), commit()).isLastOfSeveral).toBe(true);
    const amended = { ...commit("Commit 7654321: Begin"), subject: "git commit --amend --no-edit" };
    expect(outcome(commit(), amended).isLastOfSeveral).toBe(false);
    const squashed = { ...commit("Commit abc1234: All"), subject: "git reset --soft HEAD~2 && git commit" };
    expect(outcome(commit("Commit 7654321: Begin"), commit(), squashed).isLastOfSeveral).toBe(false);
    // A long command does not show its `--amend`.
    expect(outcome(commit("Commit 7654321: Mend it"), commit()).isLastOfSeveral).toBe(false);
  });
});

describe("decisions", () => {
  const decided = (title: string, at: number, files: string[] = []) =>
    seen({ kind: "decision", title, at, files: JSON.stringify(files) });

  test("include refusals; one at the end is shown", () => {
    const last = decided("Refused Bash (rm -rf dist): let us not", 20);
    const some = summarise({ observations: [change(10), last] });
    expect([some.decisions, some.refused]).toEqual([[last.title], last.title]);
    expect(summarise({ observations: [last, change(30)] }).refused).toBeNull();
  });
});

test.each<[string, string[], number | undefined]>([
  ["the request", ["mend the basket please"], 1],
  ["what was asked last", ["mend the basket please", "Where does the leather come from?"], 11],
  ["a short prompt, if there is no other", ["test it"], 1],
  ["an unknown prompt", ["mend the basket please", "yes, go on"], undefined],
])("the last message answers %s", (_name, texts, prompt) => {
  const prompts = texts.map((text, n) => asked(text, n * 10 + 1));
  expect(summarise({ prompts }).answered?.prompt).toBe(prompt);
});

test("deleted and restored files do not count as changed, and files in hidden folders come last", () => {
  const wrote = (...files: string[]) => seen({ kind: "change", files: JSON.stringify(files) });
  const files = (...observations: Seen[]) => summarise({ observations }).files;
  expect(files(wrote("docs/a.md", "b.ts"), passed("rm /home/me/app/docs/a.md"))).toEqual(["b.ts"]);
  expect(files(wrote("docs/a.md"), passed("rm -rf docs && ls"))).toEqual([]);
  expect(files(wrote("a.ts"), passed("rm a.ts"), wrote("a.ts"))).toEqual(["a.ts"]);
  expect(files(wrote("a.ts"), passed("npm run rm a.ts"))).toEqual(["a.ts"]);
  expect(files(wrote("src/a.ts", "b.ts"), passed("git checkout -- src/a.ts"))).toEqual(["b.ts"]);
  expect(files(wrote("src/try-1.js", "src/b.ts"), passed("rm -f src/try-*.js"))).toEqual(["src/b.ts"]);
  expect(files(wrote("app/[id]/a.ts"), passed("rm 'app/[id]/a.ts'"))).toEqual([]);
  const commit = seen({ kind: "commit", subject: "git commit -m x" });
  for (const command of ["git reset --hard", "git checkout -- .", "make; git restore ."])
    expect(files(wrote("a.ts"), commit, wrote("b.ts"), passed(command))).toEqual(["a.ts"]);
  for (const command of ["git restore --staged .", "git reset HEAD .", "git checkout -b x.y"])
    expect(files(wrote("b.ts"), passed(command))).toEqual(["b.ts"]);
  const cleaned = { ...passed("git clean -fd"), summary: "Removing src/new.ts\nRemoving try/" };
  expect(files(wrote("src/a.ts", "src/new.ts", "try/b.ts"), cleaned)).toEqual(["src/a.ts"]);
  expect(files(wrote(".tool/x.html", "/app/.claude/worktrees/agent-1/src/a.ts"))).toEqual([
    "src/a.ts",
    ".tool/x.html",
  ]);
});

describe("an edited file is told", () => {
  const wrote = seen({ kind: "change", files: '["docs/a.ts"]' });
  const files = (...later: Seen[]) => summarise({ observations: [wrote, ...later] }).files;
  const commit = seen({ kind: "commit", subject: "git commit -m x" });

  test.each([
    "git restore --staged docs/a.ts",
    "git restore -S docs/a.ts",
    "git restore docs/a.ts --staged",
    "rm /tmp/x/docs/a.ts",
    "rm -rf /private/var/x/docs/a.ts",
    "git checkout docs",
    "git checkout -q docs && make",
    "git checkout -b docs",
    "git checkout -b docs origin/main",
  ])("after %s", (command) => {
    expect(files(passed(command))).toEqual(["docs/a.ts"]);
  });

  test.each(["rm docs/a.ts", "git checkout docs/a.ts", "git reset --hard nope"])(
    "after %s failed",
    (command) => {
      expect(files(passed(command))).toEqual([]);
      expect(files(failure(command))).toEqual(["docs/a.ts"]);
    },
  );

  test("after its commit, whatever is restored", () => {
    for (const command of ["git checkout -- docs/a.ts", "git checkout main docs", "git restore docs"]) {
      expect(files(passed(command))).toEqual([]);
      expect(files(commit, passed(command))).toEqual(["docs/a.ts"]);
    }
  });
});

describe("an open end", () => {
  const open = (facts: Partial<SummaryFacts>) =>
    summarise(facts).unfinished.map(({ kind, row }) => [kind, row]);

  test("is a red check that the project runs repeatedly, with its row", () => {
    const red = failure("npm run build");
    expect(open({ observations: [passed("npm run build"), red, passed("make")] })).toEqual([
      ["check", red.id],
    ]);
    expect(open({ observations: [red], isRepeated: () => false })).toEqual([]);
  });

  test.each([
    "python -c 'import json; test'",
    "npx tsc --noEmit && node -e 'check()'",
    "cp a.go /tmp/a.bak && go test ./a",
    "sed -i s/a/b/ a.go && go test ./a",
    "git stash && npm test",
    "cat > check.py <<'PY'\nimport test\nPY\npython check.py",
    "docker compose up -d",
    "npm run format",
    "git push origin main",
    "for c in $(git rev-list HEAD); do go test ./...; done",
  ])("is not a failure of %p, which may be intended or is not a check", (command) => {
    expect(open({ observations: [failure(command)] })).toEqual([]);
  });

  test("is not a check that was fixed, whose program passed later, or that a commit followed", () => {
    const red = failure("go test ./a");
    const commit = seen({ kind: "commit", title: "Commit: Mend it" });
    expect(open({ observations: [{ ...red, fixed_by: 9 }] })).toEqual([]);
    expect(open({ observations: [red, passed("go test ./a ./b")] })).toEqual([]);
    expect(open({ observations: [red, commit] })).toEqual([]);
    expect(open({ observations: [red, passed("go vet ./a")] })).toHaveLength(1);
  });

  test("is a failed commit, unless a later command may be a commit", () => {
    const failed = failure("git commit -m x", { title: "Commit failed (exit 128): Mend it" });
    expect(open({ observations: [failed, passed("git status")] })).toEqual([["commit", failed.id]]);
    for (const later of [passed("git commit -F /tmp/message"), passed("cd /app && git push")])
      expect(open({ observations: [failed, later] })).toEqual([]);
  });

  test("is a prompt without an answer", () => {
    const prompts = [asked("mend the basket please", 1), asked("fold the changes into the right commits", 2)];
    expect(open({ prompts, lastTurn: "unanswered" })).toEqual([["wish", 2]]);
    expect(open({ prompts, lastTurn: "answered" })).toEqual([]);
    expect(open({ prompts: [...prompts, asked("ok", 3)], lastTurn: "unanswered" })).toEqual([]);
  });

  test("is an interrupted prompt, or a wish to continue later", () => {
    const prompts = [asked("mend the basket please", 1), asked("and paint it red all over", 2)];
    expect(open({ prompts, lastTurn: "interrupted" })).toEqual([["interrupted", 2]]);
    expect(open({ prompts, lastTurn: "working" })).toEqual([]);
    const later = asked("write down what we have, so we can pick this up tomorrow", 3);
    expect(open({ prompts: [...prompts, later] })).toEqual([["later", 3]]);
    expect(open({ prompts: [later, ...prompts, asked("and the handle", 4)] })).toEqual([]);
    expect(open({ prompts: [asked("I want to pick it up again after ten years", 1)] })).toEqual([]);
    const long = `${"The parser is fine now, and so is its test. ".repeat(4)}We finish the exporter tomorrow.`;
    expect(summarise({ prompts: [asked(long, 1)] }).unfinished).toMatchObject([
      { kind: "later", text: "We finish the exporter tomorrow." },
    ]);
  });

  test("may be a task of a list that was kept up to date", () => {
    const tasks = [
      { subject: "Mend it", status: "in_progress" },
      { subject: "Test it", status: "pending" },
    ];
    const prompts = [asked("mend the basket please", 1), asked("and what about the checkout?", 50)];
    const texts = (facts: Partial<SummaryFacts>) =>
      summarise({ prompts, tasks, tasksAt: 10, ...facts }).unfinished.map(({ text }) => text);
    expect(texts({ observations: [change(20)] })).toEqual(["begun: Mend it", "not begun: Test it"]);
    // Work continued without the list: for a later prompt, or up to a commit.
    expect(texts({ observations: [change(60)] })).toEqual([]);
    expect(texts({ observations: [seen({ kind: "commit", at: 20 })] })).toEqual([]);
    expect(texts({ tasks: tasks.slice(0, 1) })).toEqual([]);
    expect(
      texts({
        tasks: Array.from({ length: 7 }, () => tasks[1] ?? tasks[0]).filter((one) => one !== undefined),
      }).at(-1),
    ).toBe("and 3 more");
  });
});

test("a fix that failed again does not count, and a result is shown only if it is clear what ran", () => {
  const fix = seen({ kind: "fix", title: "Fixed: Ran npm run lint", subject: "npm run lint" });
  expect(summarise({ observations: [fix] }).fixes).toEqual(["Fixed: Ran npm run lint"]);
  expect(summarise({ observations: [fix, failure("npm run lint")] }).fixes).toEqual([]);
  const green = (passed: number | null) => JSON.stringify({ state: "green", passed, failed: 0 });
  const run = (subject: string, tests: string | null) =>
    summarise({
      observations: [seen({ kind: "test", subject: "npm test", tests: green(1) }), seen({ subject, tests })],
    }).testRun;
  expect(run("npm test", green(null))).toBe("Tests passed: npm test");
  expect(run("cat > a.sh <<EOF\nnpm test\nEOF", green(null))).toBeNull();
  // Numbers without their command would pass for the whole suite's.
  expect(run("sh a.sh > log", green(3))).toBeNull();
  expect(run(`npm test -- ${"x".repeat(200)}`, green(3))).toBeNull();
  // The last run's result is unknown: an older one is not shown instead.
  expect(run("npm test | grep -c pass", null)).toBeNull();
});

test("a summary from an older version can be read", () => {
  const old = parseSummary('{"request": "mend it", "open": ["Failed: a"], "files": ["a.ts"]}');
  expect(old).toMatchObject({
    asked: { text: "mend it", prompt: 0 },
    unfinished: [],
    files: ["a.ts"],
    title: null,
  });
});

test("the last message is shown without its Markdown", () => {
  const text = renderSessionSummary(
    summarise({ lastMessage: "## Done\n\n**All** tests pass:\n```sh\nnpm test\n```" }),
  );
  expect(text).toBe("Last message: Done All tests pass: npm test");
});
