// Text that was made to keep a hook busy: it ends in time, allows, and says so.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { EXECUTABLE, type Place, readFaultLines, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(120_000);

/** Every place where it may begin is tried, up to the end. */
const SLOW_SECRETS = "xoxd-\\";
/** One rule tries each of its parentheses with each other. */
const SLOW_LINE = `def f(${" )->:".repeat(190)}`;

test("a stop after such lines were written is allowed, and the next one does not look at them again", async () => {
  const place = await makeInstalledPlace({ git: true, files: { "a.txt": "one\n" } });
  const script = `const line = ${JSON.stringify(SLOW_LINE)}; require("fs").writeFileSync(process.argv[2], (line + "\\n").repeat(1900))`;
  const program = `${place.home}/write.cjs`;
  writeFileSync(program, script);
  const names = ["a", "b", "c", "d"].map((name) => `${name}.py`);
  const session = startStreamingClaude({
    ...place,
    timeoutMs: 100_000,
    script: [
      bash(names.map((name) => `'${process.execPath}' '${program}' ${name}`).join(" && ")),
      say("Written."),
      bash("echo '# x' > e.py"),
      say("And once more."),
    ],
  });
  await session.send("Write them.");
  await session.send("Write another.");
  const run = await session.close();
  expect(run.result?.result).toBe("And once more.");
  expect(stopVerdicts(place)).toEqual(["complete", "complete"]);
  const faults = (await readFaultLines(place)).filter(({ part }) => part === "hygiene");
  // At most one a stop: what there was no time for has its turn at the next.
  expect([1, 2]).toContain(faults.length);
  const durations = queryStore(place, "SELECT duration_ms FROM decisions WHERE event = 'Stop'");
  for (const row of durations) expect(Number(row.duration_ms)).toBeLessThan(15_000);
});

describe("on the executable", () => {
  const makePlace = (): Place => ({ home: makeTempHome(), project: makeTempProject({ git: true }) });
  const prompt = (text: string) => ({ hook_event_name: "UserPromptSubmit", prompt_id: "p1", prompt: text });
  const manyTexts = {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "x" },
    tool_response: Array.from({ length: 1500 }, () => SLOW_SECRETS.repeat(2600)),
    tool_use_id: "t1",
  };

  test("a prompt ends in time, and what was not searched is not recorded", async () => {
    const place = makePlace();
    const secret = ["ghp", "_", "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"].join("");
    const startedAt = performance.now();
    const text = `${secret} ${SLOW_SECRETS.repeat(150_000)} ${secret} </private>`;
    expect(await sendEvent(place, prompt(text))).toMatchObject({ exitCode: 0, stderr: "" });
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(JSON.stringify(queryStore(place, "SELECT text FROM prompts"))).not.toContain(secret);
  });

  test("a tool call ends in time, is counted, and leaves a fault", async () => {
    const place = makePlace();
    const startedAt = performance.now();
    expect(await sendEvent(place, manyTexts)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(await readFaultLines(place)).toMatchObject([{ part: "redaction", event: "PostToolUse" }]);
    expect(queryStore(place, "SELECT tool_calls FROM sessions")).toEqual([{ tool_calls: 1 }]);
  });

  test("SIGTERM is answered at once in the middle of it", async () => {
    const place = makePlace();
    const child = Bun.spawn([EXECUTABLE, "hook"], {
      cwd: place.project,
      env: { HOME: place.home, PATH: process.env.PATH ?? "", CLAUDE_PROJECT_DIR: place.project },
      stdin: Buffer.from(JSON.stringify({ ...manyTexts, session_id: "s1", cwd: place.project })),
    });
    // It is two seconds at work.
    await Bun.sleep(1_200);
    expect(child.exitCode).toBeNull();
    const sentAt = performance.now();
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(performance.now() - sentAt).toBeLessThan(700);
    expect(readFileSync(`${place.home}/.holdfast/logs/faults.jsonl`, "utf8")).toContain("SIGTERM");
  });
});
