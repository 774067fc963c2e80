import { describe, expect, test } from "bun:test";
import { attachment, type Json, says, system, user } from "../../transcript/records.ts";
import { does, failsAt, idsOf, reflectOn, runs, times } from "./session.ts";

const LONG = "node tools/render.js --input notes.txt --output rendered.html";
const EDIT = { file_path: "/home/user/project/a.ts", old_string: "red", new_string: "blue" };
const BACK = { ...EDIT, old_string: "blue", new_string: "red" };
const churn = (rounds: number) => times(rounds, () => [...does("Edit", EDIT), ...does("Edit", BACK)]);
const pytest = "uv run pytest tests -q";
const red = "FAILED tests/test_a.py::test_adds - assert 1 == 2\n1 failed, 3 passed in 0.12s";
const redSpecs = "  1 failed\n    [chromium] › a.spec.ts:3:5 › works ────\n  2 passed (3.2s)";
const denied = "Claude requested permissions to use WebFetch, but you haven't granted it yet.";
const deniedPart = (part: string) =>
  `This Bash command contains multiple operations. The following part requires approval: ${part}`;
const refused = (said: string) =>
  `The user doesn't want to proceed with this tool use. the user said:\n${said}`;
const page = { url: "https://docs.example.com/a" };
const slowHook = { hookInfos: [{ command: "lint.sh", durationMs: 31_000 }] };
const apiError = system("api_error", { error: { status: 500, message: "Confused" } });
const overloaded = system("api_error", { error: { status: 529, message: "Overloaded" } });
const outage =
  "claude-x is temporarily unavailable, so auto mode cannot determine the safety of Agent right now.";
const talk = (prompts: number, answers: number) => [
  ...times(prompts, (n) => [user(`Do ${n}.`)]),
  ...times(answers, (n) => [says(`Done ${n}.`)]),
];

describe("reports", () => {
  test.each<[string, Json[], string[]]>([
    ["the same long command", times(5, () => runs(LONG)), ["REPEATED_TOOL_USE"]],
    [
      "the same command in another folder, truncated differently",
      [
        ...times(3, () => runs(LONG)),
        ...runs(`cd web && ${LONG} 2>&1 | tail -5`),
        ...runs(`${LONG} | head -3`),
      ],
      ["REPEATED_TOOL_USE"],
    ],
    [
      "the same command with other numbers",
      times(5, (n) => runs(`docker compose logs web --since 2026-01-0${n + 1}T10:00:00Z --tail ${n + 100}`)),
      ["REPEATED_TOOL_USE"],
    ],
    [
      "the same error",
      times(3, (n) =>
        failsAt(
          "Bash",
          { command: "make deploy" },
          `Exit code 2\nsrc/a.c:${n}:1: error: no such host 10.0.0.1`,
        ),
      ),
      ["REPEATED_ERROR"],
    ],
    [
      "a check that is red all the time",
      times(3, (n) => failsAt("Bash", { command: pytest }, `Exit code 1\n${n}\n${red}`)),
      ["RED_CHECK"],
    ],
    ["a check behind a pipe, with other options", times(3, (n) => runs(`${pytest} -k ${n} | tail`, red)), []],
    ["a check behind a pipe", times(3, (n) => runs(`${pytest} --maxfail=${n} | tail`, red)), ["RED_CHECK"]],
    [
      "the same tests run in two ways",
      [
        ...runs("npx playwright test e2e/a.spec.ts", redSpecs),
        ...times(2, () => runs("pnpm --filter e2e test -- a.spec.ts", redSpecs)),
      ],
      ["RED_CHECK"],
    ],
    [
      "a build that fails",
      times(3, () => failsAt("Bash", { command: "make build" }, "Exit code 2")),
      ["RED_CHECK"],
    ],
    ["reverted edits", churn(2), ["EDIT_CHURN"]],
    [
      "a fault that is still there",
      [user("The old title shows in the menu"), says("Fixed."), user("The menu title is still not right")],
      ["SAME_CORRECTION"],
    ],
    [
      "a short complaint about what was said before",
      [user("Make it lighter"), user("still too dark")],
      ["SAME_CORRECTION"],
    ],
    [
      "a reminder of what was said in another session",
      [user("I already told you to use tabs")],
      ["SAME_CORRECTION"],
    ],
    [
      "the same correction twice",
      [user("Don't rebuild the website each time"), says("Yes."), user("No, do not rebuild the website now")],
      ["SAME_CORRECTION"],
    ],
    [
      "work that was reverted",
      [
        user("One log per folder"),
        ...times(3, (n) => does("Write", { file_path: `/p/${n}`, content: "" })),
        user("nah, roll it back"),
      ],
      ["DISCARDED_PLAN"],
    ],
    [
      "a discarded plan",
      [
        user("Implement the following plan:\n\n# New store\n\n1. Begin", {
          planContent: "# New store\n\n1. Begin",
        }),
        ...times(3, (n) => does("Write", { file_path: `/p/${n}`, content: "" })),
        ...runs("git checkout -- . && git status"),
      ],
      ["DISCARDED_PLAN"],
    ],
    [
      "reviews in rounds",
      times(3, (n) => [
        ...does(
          "Agent",
          { subagent_type: "reviewer", description: `Review the parser, round ${n}` },
          "Found.",
        ),
        ...does("Edit", { ...EDIT, new_string: `blue ${n}` }),
      ]),
      ["REVIEW_ROUNDS"],
    ],
    [
      "a command denied alone and as part of others",
      [
        ...failsAt(
          "Bash",
          { command: "cd web && cargo build 2>&1 | tail -5" },
          deniedPart("cargo build 2>&1"),
        ),
        ...failsAt("Bash", { command: "cargo build" }, "This command requires approval"),
      ],
      ["PERMISSION_DENIALS"],
    ],
    ["missing permissions", times(2, () => failsAt("WebFetch", page, denied)), ["PERMISSION_DENIALS"]],
    [
      "commands refused with a reason",
      times(2, (n) => failsAt("Bash", { command: `deploy ${n}` }, refused("Not on a Friday"))),
      ["PERMISSION_DENIALS"],
    ],
    ["slow hooks", [system("stop_hook_summary", slowHook)], ["SLOW_HOOKS"]],
    [
      "hooks that were interrupted",
      [
        attachment("hook_cancelled", {
          hookEvent: "PreToolUse",
          command: "x",
          timedOut: true,
          timeoutMs: 500,
        }),
      ],
      ["SLOW_HOOKS"],
    ],
    ["failed requests", times(3, () => [apiError, says("So.")]), ["API_ERRORS"]],
    ["rate limits", [system("api_error", { error: { status: 429, message: "slow down" } })], ["RATE_LIMITS"]],
  ])("%s", async (_what, records, ids) => {
    expect(await idsOf(records)).toEqual(ids);
  });
});

describe("does not report", () => {
  test.each<[string, Json[]]>([
    ["a command typed four times", times(4, () => runs(LONG))],
    ["a short command", times(9, () => runs("npm run lint"))],
    [
      "commands that only look",
      times(9, () => runs("git log --oneline --all --graph --decorate --stat -- src test docs")),
    ],
    [
      "programs that begin the same",
      times(3, (n) => runs(`python -c "import json\nprint(${n})\n${"x = 1\n".repeat(60)}${n}"`)),
    ],
    ["commits", times(9, () => runs("git commit -m 'Something or other that is long enough to count'"))],
    [
      "different errors",
      times(3, (n) => failsAt("Bash", { command: "make" }, `Exit code 2\nerror: cannot find ${"abc"[n]}`)),
    ],
    [
      "a search that finds nothing",
      times(9, () => failsAt("Bash", { command: "grep -r nothing src" }, "Exit code 1")),
    ],
    [
      "mistakes in using a tool",
      times(9, () => failsAt("Edit", EDIT, "<tool_use_error>File has not been read yet.</tool_use_error>")),
    ],
    ["a test that fails twice", times(2, () => runs(pytest, red))],
    [
      "a test that was red for a while",
      [...times(3, () => runs(pytest, red)), ...times(9, () => runs(pytest, "4 passed in 0.10s"))],
    ],
    [
      "a test that was brought to green",
      [...times(9, () => runs(pytest, red)), ...runs(pytest, "4 passed in 0.10s")],
    ],
    [
      "a test file that passed with all the others",
      [
        ...times(4, () => runs("npx playwright test e2e/a.spec.ts", redSpecs)),
        ...runs("npx playwright test", "  9 passed (3.0s)"),
      ],
    ],
    [
      "a test whose last run has no known result",
      [
        ...times(4, () => runs("npx playwright test e2e/a.spec.ts", redSpecs)),
        ...runs("npx playwright test a.spec.ts | head -3", "Running 9 tests"),
      ],
    ],
    [
      "a test that a loop ran green in the end",
      [
        ...times(4, () => runs("npx playwright test e2e/a.spec.ts", redSpecs)),
        ...runs(
          'for i in 1 2; do echo "$i" && npx playwright test a.spec.ts && echo; done',
          "  9 passed (3.0s)",
        ),
      ],
    ],
    ["single tests of a file", times(3, (n) => runs(`npx playwright test a.spec.ts --grep ${n}`, redSpecs))],
    [
      "what a pipe hides",
      times(9, () => failsAt("Bash", { command: "make build; make docs" }, "Exit code 2")),
    ],
    [
      "a test that was red until it was run in another way",
      [
        ...times(3, () => runs("npx playwright test e2e/a.spec.ts", redSpecs)),
        ...times(9, () => runs("pnpm --filter e2e test -- a.spec.ts", "  4 passed (3.0s)")),
      ],
    ],
    ["a file read again and again", times(9, () => does("Read", { file_path: "/b.ts" }))],
    ["one reverted edit", churn(1)],
    [
      "several edits reverted at once",
      times(3, (n) => [
        ...does("Edit", { ...EDIT, old_string: `red ${n}`, new_string: `blue ${n}` }),
        ...does("Edit", { ...EDIT, old_string: `blue ${n}`, new_string: `red ${n}` }),
      ]),
    ],
    [
      "a prompt sent again",
      [user("Why is the menu still not right?"), user("Why is the menu still not right?")],
    ],
    [
      "a complaint about something new",
      [
        user("Add a footer to the page"),
        says("Done."),
        user("The invoice export is still not right, by the way"),
      ],
    ],
    [
      "work whose last request was refused",
      [
        user("The log leaks"),
        ...times(4, (n) => does("Write", { file_path: `/p/${n}`, content: "" })),
        user("One log per folder"),
        ...failsAt("Write", { file_path: "/p/5", content: "" }, refused("In another change")),
        user("nah, roll it back"),
      ],
    ],
    ["work reverted before it began", [user("One log per folder"), user("nah, roll it back")]],
    [
      "committed work, with something else reverted",
      [
        user("One log per folder"),
        ...times(3, (n) => does("Write", { file_path: `/p/${n}`, content: "" })),
        ...runs("git commit -qm 'One log per folder'"),
        user("roll back the database to yesterday"),
      ],
    ],
    [
      "reviews of one plan after the other",
      times(4, (n) => [
        ...does("Agent", { description: `Review phase ${n} plan` }, "Good."),
        ...does("Edit", { ...EDIT, new_string: `blue ${n}` }),
      ]),
    ],
    [
      "reviewers side by side",
      times(4, (n) => does("Agent", { description: `Review the parser, angle ${"abcd"[n]}` }, "Good.")),
    ],
    [
      "an edit that failed",
      times(3, () => [
        ...does("Edit", EDIT),
        ...failsAt("Edit", BACK, "<tool_use_error>not found</tool_use_error>"),
      ]),
    ],
    [
      "ordinary words",
      [
        user("Try it again, the title should be red"),
        user("Run it again. Is the queue stuck? Explain the lock."),
      ],
    ],
    [
      "other people's words",
      [
        user('The log says "it doesn\'t work" and "still failing"'),
        user("```\nstill failing\n```\nWhat is this?"),
      ],
    ],
    ["a long conversation", talk(30, 300)],
    ["compactions", times(3, () => [system("compact_boundary", { compactMetadata: { trigger: "auto" } })])],
    ["an outage of the client's own judge", times(5, () => failsAt("Agent", {}, outage))],
    ["an overloaded server", times(9, () => [overloaded, says("So.")])],
    [
      "denials of harmful commands, and of other folders",
      times(3, () => [
        ...failsAt("Bash", { command: "rm -rf build" }, "This command requires approval"),
        ...failsAt("Bash", { command: "rm -r a | tail" }, deniedPart("rm -r a")),
        ...failsAt(
          "Bash",
          { command: "ls ~/.x" },
          "ls in '~/.x' was blocked. For security, only the project.",
        ),
      ]),
    ],
    ["one denial", failsAt("WebFetch", page, denied)],
    [
      "edits refused without a comment",
      times(3, () => failsAt("Edit", EDIT, "The user doesn't want to proceed with this tool use.")),
    ],
    ["commands with a known wait only", times(9, () => runs("npm run build", "ok", 45))],
    ["quick hooks", [system("stop_hook_summary", { hookInfos: [{ command: "lint.sh", durationMs: 2000 }] })]],
    ["the retries of one request", times(9, () => [apiError])],
    ["what a subagent did", times(9, () => runs(LONG)).map((record) => ({ ...record, isSidechain: true }))],
  ])("%s", async (_what, records) => {
    expect(await idsOf(records)).toEqual([]);
  });
});

test("slow commands are reported by their own duration, and only if it was recorded", async () => {
  const build = times(3, () => runs("npm run build", "ok", 45));
  const waiting = times(3, () => runs("sleep 60 && npm start", "ok", 65));
  expect(await idsOf([...build, ...waiting], { callSeconds: 44 })).toEqual(["SLOW_TOOLS"]);
  expect(await idsOf(build, { callSeconds: 2 })).toEqual([]);
});

test("a detector that is off by default reports when switched on, and 0 switches any off", async () => {
  const records = [
    ...talk(3, 30),
    ...times(5, () => does("Read", { file_path: "/home/user/project/b.ts" })),
    ...times(2, () => [system("compact_boundary", { compactMetadata: { trigger: "auto" } })]),
    ...times(5, () => runs(LONG)),
    user("I already told you to use tabs"),
  ];
  const on = { long_session: 30, repeated_reads: 5, compactions: 2 };
  expect(await idsOf(records, { thresholds: on })).toEqual([
    "SAME_CORRECTION",
    "REPEATED_TOOL_USE",
    "LONG_SESSION",
    "COMPACTIONS",
    "REPEATED_READS",
  ]);
  expect(await idsOf(records, { thresholds: { repeated_command: 0, same_correction: 0 } })).toEqual([]);
});

describe("a finding", () => {
  test("names the lines of the transcript, and the same thing has the same fingerprint elsewhere", async () => {
    const one = await reflectOn([user("Go."), ...times(5, () => runs(LONG))]);
    const other = await reflectOn(times(6, () => runs(`cd /somewhere && ${LONG}`)));
    expect(one.patterns[0]?.evidence.map(({ where }) => where)).toEqual([
      "line 2",
      "line 4",
      "line 6",
      "line 10",
    ]);
    expect(one.patterns[0]?.fingerprint).toBe(other.patterns[0]?.fingerprint ?? "");
    expect(other.patterns[0]).toMatchObject({ count: 6, evidence: { length: 4 } });
  });

  test("has no secrets in it", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const command = `curl-upload --endpoint https://x.example --token ${token} dist/app.tar.gz`;
    const { patterns } = await reflectOn(times(5, () => runs(command)));
    expect(patterns).toHaveLength(1);
    expect(JSON.stringify(patterns)).not.toContain(token);
  });

  test("has no half of a secret in it where a long text was cut", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    for (const before of [570, 590, 598]) {
      const said = `Exit code 2\nerror: refused`;
      const command = `./upload ${"x ".repeat((before - 10) / 2)}${token} end`;
      const { patterns } = await reflectOn(times(3, () => failsAt("Bash", { command }, said)));
      expect(patterns).toHaveLength(1);
      expect(JSON.stringify(patterns)).not.toContain("ghp_");
    }
  });

  test("about an error names the command that finally succeeded", async () => {
    const failing = times(3, () =>
      failsAt("Bash", { command: "make deploy" }, "Exit code 2\nerror: no host"),
    );
    const { patterns } = await reflectOn([...failing, ...runs("make deploy")]);
    expect(patterns[0]?.suggestion).toMatchObject({
      kind: "memory",
      payload: {
        category: "RUNBOOK",
        title: "error: no host",
        body: expect.stringContaining("succeeded: `make deploy`"),
      },
    });
  });

  test("counts each run of a check once, but not single tests", async () => {
    const { patterns } = await reflectOn([
      ...runs("npx playwright test a.spec.ts", "  9 passed (3.0s)"),
      ...times(4, () => runs("npx playwright test a.spec.ts", redSpecs)),
      ...runs("npx playwright test a.spec.ts --grep works", redSpecs),
    ]);
    expect(patterns).toMatchObject([
      { id: "RED_CHECK", count: 4, title: expect.stringContaining("4 of 5 runs") },
    ]);
  });

  test("about discarded work names the request that files were changed for", async () => {
    const { patterns } = await reflectOn([
      user("One log per folder"),
      ...times(3, (n) => does("Write", { file_path: `/p/${n}`, content: "" })),
      user("How large do they get?"),
      user("nah, roll it back"),
    ]);
    expect(patterns).toMatchObject([{ count: 3, title: expect.stringContaining("One log per folder") }]);
  });

  test("about a check is not mixed up with those of another runner", async () => {
    const redPytest = "=== 2 failed, 5 passed in 1.10s ===";
    const greenJest = "Test Suites: 1 passed, 1 total\nTests:       3 passed, 3 total";
    const { patterns } = await reflectOn(
      times(4, () => [...runs("cd api && pytest", redPytest), ...runs("cd web && npx jest", greenJest)]),
    );
    expect(patterns.map(({ id, title }) => `${id} ${title}`)).toEqual([
      expect.stringMatching(/^RED_CHECK .* pytest failed in 4 of 4 runs$/),
    ]);
  });

  test("names the thing in its title", async () => {
    const { patterns } = await reflectOn([
      user("The colours of the footer are harsh"),
      user("still too hard."),
    ]);
    expect(patterns[0]?.title).toBe("You had to say it again: The colours of the footer are harsh");
  });

  test("about a fault that only a test can decide has nothing to save", async () => {
    const { patterns } = await reflectOn([
      user("The menu title is hard to read"),
      user("The menu title is still not right"),
    ]);
    expect(patterns).toMatchObject([{ id: "SAME_CORRECTION", suggestion: { kind: "none" } }]);
  });
  test("about a constraint proposes to save the fact, not the reproach", async () => {
    const { patterns } = await reflectOn([
      user("did we not go through this before, you don't have access to the database here"),
    ]);
    expect(patterns[0]?.suggestion).toMatchObject({
      kind: "memory",
      payload: {
        category: "CONSTRAINT",
        title: "You don't have access to the database here.",
      },
    });
  });
  test("is absent if two orders only have the same form", async () => {
    const records = [
      user("Do not rebuild the shop on every run."),
      says("Yes."),
      user("fold it in, do not run the linter every time, only at the end."),
    ];
    expect((await reflectOn(records)).patterns).toEqual([]);
  });
});

/** A backtracking pattern would take minutes for each. */
test.each([
  ["pipes", "| tail ".repeat(30_000)],
  ["empty lines", "\n".repeat(200_000)],
  ["spaces", " ".repeat(200_000)],
  ["quotes", `"\`'`.repeat(60_000)],
  ["folders", "cd a && ".repeat(30_000)],
  ["numbers", "1:1:1 ".repeat(40_000)],
  ["marks of tests", `1 failing\n${"1) ✗ FAILED a::".repeat(20_000)}`],
  ["words", "which still mvn a at ".repeat(20_000)],
])("a session of %s is analysed in reasonable time", async (_what, text) => {
  const records = ["", "pytest ", "npm run build "].flatMap((start) => [
    ...failsAt("Bash", { command: start + text }, `Exit code 1\n${text}`),
    ...runs(start + text, text, 45),
  ]);
  const thresholds = {
    repeated_command: 1,
    repeated_error: 1,
    red_check: 1,
    slow_tools: 1,
    same_correction: 1,
  };
  const { metrics } = await reflectOn([user(text), ...records], { thresholds });
  expect(metrics.toolUses).toBe(6);
});
