import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";
import { says, user } from "../../transcript/records.ts";
import { at, reflectOn } from "./session.ts";

const SESSION = [user("Go.", { timestamp: at(0) }), says("Done.", { timestamp: at(600) })];

function pair(second: number, status: number | null, took = 1, more: object = {}): object {
  const timestamp = Date.parse(at(second)) / 1000;
  const request = {
    timestamp,
    method: "POST",
    url: "https://api.anthropic.com/v1/messages",
    headers: {},
    body: {},
  };
  if (status === null) return { request, response: null };
  return { request, response: { timestamp: timestamp + took, status_code: status, headers: {}, ...more } };
}

function project(lines: readonly (object | string)[]): string {
  const dir = makeTempFolder("traced");
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  writeFileIn(dir, ".claude-trace/log-1.jsonl", text);
  return dir;
}

const stream =
  'event: message_start\ndata: {"message":{"usage":{"input_tokens":70,"output_tokens":1}}}\n\n' +
  'event: message_delta\ndata: {"usage":{"output_tokens":30}}\n\n';

test("requests during the session are counted, with their tokens, errors and durations", async () => {
  const projectDir = project([
    pair(10, 200, 2, { body_raw: stream }),
    pair(20, 200, 45, { body: { usage: { input_tokens: 5, output_tokens: 6 } } }),
    pair(90, 200, 31),
    pair(140, 200, 30),
    pair(30, 429),
    pair(40, 500, 1, { body: { error: { message: "overloaded" } } }),
    pair(50, null),
    pair(60, 503),
    "not json",
    {
      request: { timestamp: Date.parse(at(70)) / 1000, url: "https://api.anthropic.com/v1/models" },
      response: {},
    },
    pair(-3600, 500),
    pair(9999, 500),
  ]);
  const { trace, patterns } = await reflectOn(SESSION, { projectDir });
  expect(trace).toEqual({
    files: 1,
    requests: 8,
    inputTokens: 75,
    outputTokens: 36,
    apiErrors: 3,
    rateLimits: 1,
    slowRequests: 3,
  });
  expect(patterns.map(({ id, count }) => `${id} ${count}`)).toEqual([
    "API_ERRORS 3",
    "RATE_LIMITS 1",
    "SLOW_REQUESTS 3",
  ]);
  expect(patterns[0]?.evidence).toEqual([
    { where: "log-1.jsonl line 6", text: "500 overloaded" },
    { where: "log-1.jsonl line 7", text: "no answer" },
    { where: "log-1.jsonl line 8", text: "503" },
  ]);
});

test("a link in place of a trace is not followed", async () => {
  const projectDir = makeTempFolder("linked");
  symlinkSync(`${project([pair(10, 500)])}/.claude-trace`, `${projectDir}/.claude-trace`);
  expect((await reflectOn(SESSION, { projectDir })).trace).toBeNull();
});
