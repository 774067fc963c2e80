// How many files one event loads: a person who follows it reads them, and each costs time.
import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { EXECUTABLE } from "../helpers/holdfast.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../helpers/temp.ts";

const ROOT = resolve(import.meta.dir, "../..");

test("a stop with nothing due loads at most 28 files, one that a loop holds at most 65", () => {
  const place = makePlace();
  place.send("SessionStart", { source: "startup" });
  place.send("UserPromptSubmit", { prompt: "Go on.", prompt_id: "p1", source: "user" });
  place.answer("Done.");
  const quiet = place.trace("Stop", { last_assistant_message: "Done." });
  expect(quiet.stdout).toBe("");
  expect(quiet.files).toContain("gates/engine/stop.ts");
  expect(quiet.files.length).toBeLessThanOrEqual(28);
  place.run("loop", "start", "pass", "--verify", "false");
  const held = place.trace("Stop", { last_assistant_message: "Done." });
  expect(held.stdout).toContain('"decision":"block"');
  expect(held.files).toContain("gates/loop/gate.ts");
  expect(held.files.length).toBeLessThanOrEqual(65);
});

test("no hook of a turn loads judges or the whole schema, whatever is configured", () => {
  const place = makePlace();
  const judges = { one: { ask: "Is it done?", block: true }, two: { ask: "Always?", when: "always" } };
  place.configure({ judge: { by: { command: "exit 1" } }, judges });
  place.send("SessionStart", { source: "startup" });
  place.send("UserPromptSubmit", { prompt: "Go on.", prompt_id: "p1", source: "user" });
  place.answer("Done.");
  for (const name of ["SessionStart", "Stop", "UserPromptSubmit", "SessionEnd"]) {
    const { files } = place.trace(name, {
      source: "resume",
      last_assistant_message: "Done.",
      prompt: "Go on.",
      reason: "other",
    });
    expect(
      files.filter((path) => /^judge\/|^gates\/judg(?:es|ing)\/|^config\/schema\.ts$/.test(path)),
    ).toEqual([]);
  }
});

function makePlace() {
  const [HOME, cwd] = [makeTempHome(), makeTempProject({ git: true, files: { "a.txt": "a\n" } })];
  const [transcript, loads] = ["transcript.jsonl", "loads.txt"].map((name) =>
    join(makeTempFolder("trace"), name),
  ) as [string, string];
  const env = { HOME, PATH: process.env.PATH ?? "", TRACE_LOADS: loads, CLAUDE_CODE_SESSION_ID: "s1" };
  const start = (command: string[], stdin = "") => {
    const { stdout, stderr, exitCode } = Bun.spawnSync(command, { cwd, env, stdin: Buffer.from(stdin) });
    expect([exitCode, String(stderr)]).toEqual([0, ""]);
    return String(stdout);
  };
  const payload = (name: string, fields: object) =>
    JSON.stringify({ hook_event_name: name, session_id: "s1", transcript_path: transcript, cwd, ...fields });
  return {
    configure(config: object) {
      mkdirSync(`${HOME}/.holdfast`, { recursive: true });
      writeFileSync(`${HOME}/.holdfast/config.json`, JSON.stringify(config));
    },
    run: (...args: string[]) => start([EXECUTABLE, ...args]),
    send: (name: string, fields: object) => start([EXECUTABLE, "hook"], payload(name, fields)),
    answer: (text: string) =>
      appendFileSync(
        transcript,
        `${JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text }] } })}\n`,
      ),
    /** Runs the sources themselves: the executable has them bundled. */
    trace(name: string, fields: object) {
      rmSync(loads, { force: true });
      const preload = `${ROOT}/test/helpers/trace-loads.ts`;
      const command = [process.execPath, "--preload", preload, `${ROOT}/src/bin/holdfast.ts`, "hook"];
      const stdout = start(
        command,
        payload(name, { stop_hook_active: false, background_tasks: [], ...fields }),
      );
      const paths = readFileSync(loads, "utf8").trim().split("\n");
      return { stdout, files: paths.map((path) => path.slice(`${ROOT}/src/`.length)) };
    },
  };
}
