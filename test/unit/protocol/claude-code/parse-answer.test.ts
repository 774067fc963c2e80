import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseAnswer } from "../../../../src/protocol/claude-code/parse-answer.ts";

const said = (stdout: string, exitCode: number | null = 0, stderr = "") => ({ exitCode, stdout, stderr });
const CONTEXT = '{"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "one more thing"}}';

test.each([
  ["nothing", said(""), {}],
  ["plain text", said("all is well"), {}],
  ["a block", said('{"decision": "block", "reason": "no"}'), { refusal: "no" }],
  ["a block without a reason", said('{"decision": "block"}'), { refusal: "" }],
  ["exit code 2", said("", 2, "no\n"), { refusal: "no" }],
  ["exit code 2 with text only on stdout", said("no", 2), { refusal: "no" }],
  [
    "another exit code",
    said('{"decision": "block", "reason": "no"}', 1),
    { problem: "it ended with exit code 1" },
  ],
  ["an approval", said('{"decision": "approve"}'), {}],
  ["a line for the person", said('{"systemMessage": "hello"}'), { message: "hello" }],
  ["the end of the turn", said('{"continue": false, "stopReason": "over"}'), { message: "over" }],
  ["context, which continues the turn", said(CONTEXT), { refusal: "one more thing" }],
  ["broken JSON", said("{broken"), { problem: "its answer is not valid JSON" }],
  [
    "fields of a wrong type",
    said('{"decision": "block", "reason": 5, "systemMessage": {}}'),
    { refusal: "" },
  ],
])("%s is read as the client reads it", (_name, output, expected) => {
  expect(parseAnswer("Stop", output)).toEqual({ refusal: null, message: null, problem: null, ...expected });
});

test("context does not refuse a task", () => {
  expect(parseAnswer("TaskCompleted", said(CONTEXT)).refusal).toBeNull();
});

test("any output can be read", () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.string(),
      fc.option(fc.integer({ min: 0, max: 255 })),
      (json, words, exitCode) => {
        for (const stdout of [json, words, `{${words}`]) {
          expect(Object.keys(parseAnswer("Stop", { exitCode, stdout, stderr: words }))).toHaveLength(3);
        }
      },
    ),
  );
});
