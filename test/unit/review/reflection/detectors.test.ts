import { describe, expect, test } from "bun:test";
import { attachment, type Json, says, system, user } from "../../transcript/records.ts";
import { does, failsAt, idsOf, reflectOn, runs, times } from "./session.ts";

const LONG = "node tools/render.js --input notes.txt --output rendered.html";
const EDIT = { file_path: "/home/user/project/a.ts", old_string: "red", new_string: "blue" };
const pytest = "uv run pytest tests -q";
const red = "FAILED tests/test_a.py::test_adds - assert 1 == 2\n1 failed, 3 passed in 0.12s";
const denied = "Claude requested permissions to use WebFetch, but you haven't granted it yet.";
const refused = (said: string) =>
  `The user doesn't want to proceed with this tool use. the user said:\n${said}`;
const page = { url: "https://docs.example.com/a" };
const slowHook = { hookInfos: [{ command: "lint.sh", durationMs: 31_000 }] };
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
      "faults that are not fixed",
      [
        user("The export of the invoices doesn't work on my machine, it writes an empty file"),
        user("On the phone the login keeps failing with a blank page after a while"),
        user("I'm stuck with the printer settings since the layout was changed yesterday"),
      ],
      ["FRUSTRATION"],
    ],
    ["calls without permission", times(3, () => failsAt("WebFetch", page, denied)), ["REPEATED_ERROR"]],
    [
      "edits refused by the person",
      times(3, () => failsAt("Edit", EDIT, "The user doesn't want to proceed with this tool use.")),
      ["REPEATED_ERROR"],
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
    ["tests that fail while work goes on", times(9, () => failsAt("Bash", { command: pytest }, red))],
    ["two denials of the same call", times(2, () => failsAt("WebFetch", page, denied))],
    [
      "different calls that were refused",
      times(9, (n) => failsAt("Bash", { command: `rm -rf ${"abcdefghi"[n]}` }, refused("Not now"))),
    ],
    ["a file read again and again", times(9, () => does("Read", { file_path: "/b.ts" }))],
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
    ["an outage of the client's own judge", times(5, () => failsAt("Agent", {}, outage))],
    ["quick hooks", [system("stop_hook_summary", { hookInfos: [{ command: "lint.sh", durationMs: 2000 }] })]],
    ["what a subagent did", times(9, () => runs(LONG)).map((record) => ({ ...record, isSidechain: true }))],
  ])("%s", async (_what, records) => {
    expect(await idsOf(records)).toEqual([]);
  });
});

test("with document 002's thresholds, each pattern is found from its number on [002-10]", async () => {
  const thresholds = { repeated_command: 3, repeated_error: 3, long_session: 100, repeated_reads: 5 };
  const complaints = [
    "The export of the invoices doesn't work on my machine, it writes an empty file",
    "On the phone the login is still failing with a blank page after a while",
    "I'm stuck with the printer settings since the layout was changed yesterday",
  ];
  const fails = () => failsAt("Bash", { command: "make deploy" }, "Exit code 2\nerror: no such host");
  const reads = () => does("Read", { file_path: "/home/user/project/b.ts" });
  const answers = (count: number) => [user("Go."), ...times(count, (n) => [says(`Part ${n}.`)])];
  for (const [id, enough, tooFew] of [
    ["REPEATED_TOOL_USE", times(3, () => runs(LONG)), times(2, () => runs(LONG))],
    ["REPEATED_ERROR", times(3, fails), times(2, fails)],
    ["LONG_SESSION", answers(99), answers(98)],
    ["REPEATED_READS", times(5, reads), times(4, reads)],
    ["FRUSTRATION", complaints.map((text) => user(text)), complaints.slice(1).map((text) => user(text))],
  ] as const) {
    expect(await idsOf([...enough], { thresholds })).toEqual([id]);
    expect(await idsOf([...tooFew], { thresholds })).toEqual([]);
  }
});

test("a detector that is off by default reports when switched on, and 0 switches any off", async () => {
  const records = [
    ...talk(3, 30),
    ...times(5, () => does("Read", { file_path: "/home/user/project/b.ts" })),
    ...times(5, () => runs(LONG)),
    user("I already told you to use tabs"),
  ];
  const on = { long_session: 30, repeated_reads: 5 };
  expect(await idsOf(records, { thresholds: on })).toEqual([
    "SAME_CORRECTION",
    "REPEATED_TOOL_USE",
    "LONG_SESSION",
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
    expect(patterns[0]?.suggestion.text).toEndWith("In the end this succeeded: make deploy");
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
    expect(patterns).toMatchObject([
      {
        id: "SAME_CORRECTION",
        suggestion: { text: expect.stringContaining("a command that shows the fault") },
      },
    ]);
  });
  test("about a constraint proposes to save the fact, not the reproach", async () => {
    const { patterns } = await reflectOn([
      user("did we not go through this before, you don't have access to the database here"),
    ]);
    expect(patterns[0]?.suggestion.text).toMatch(
      /constraint.*: You don't have access to the database here\.$/,
    );
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
  const thresholds = { repeated_command: 1, repeated_error: 1, frustration: 1, same_correction: 1 };
  const { metrics } = await reflectOn([user(text), ...records], { thresholds });
  expect(metrics.toolUses).toBe(6);
});

describe("522 identical refused calls are one finding:", () => {
  test.each([
    ["by the settings", "Permission to use Bash with command rm -rf build has been denied."],
    ["for lack of an approval", "This command requires approval"],
    [
      "by the person",
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.",
    ],
    ["by a hook", "PreToolUse:Bash hook error: [guard.sh]: not in this folder"],
  ])("%s", async (_by, said) => {
    const records = times(522, (n) =>
      failsAt("Bash", { command: "rm -rf build", description: `Try ${n}` }, said, {
        toolUseResult: `Error: ${said}`,
      }),
    );
    const { patterns } = await reflectOn([user("Clean up."), ...records]);
    expect(patterns).toMatchObject([
      {
        id: "REPEATED_ERROR",
        count: 522,
        title: "The same call was refused 522 times: Bash rm -rf build",
        evidence: [{ where: "line 3" }, {}, {}, { where: "line 1045" }],
      },
    ]);
  });
});
