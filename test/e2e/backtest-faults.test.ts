// What a folder of transcripts may contain: bulk, secrets, nonsense.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, rmSync } from "node:fs";
import { answer, pressCtrlC, TERMINAL_GIVEN_BACK } from "../helpers/answer-terminal.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { measureMemory } from "../helpers/measure-memory.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { writeTranscript } from "../helpers/transcript-lines.ts";
import { makeRandom } from "../unit/text/redaction/random.ts";
import { ASSIGNMENTS, QUOTED } from "../unit/text/redaction/secret-assignments.ts";
import { KEYS } from "../unit/text/redaction/secret-keys.ts";
import { TOKENS } from "../unit/text/redaction/secret-tokens.ts";

setDefaultTimeout(180_000);

const MEGABYTE = 1024 * 1024;

function makePlace(): Place {
  return { home: makeTempHome(), project: makeTempProject() };
}

/** One session of the given number of megabytes. */
function writeBulk(place: Place, name: string, megabytes: number): void {
  const path = writeFileIn(place.home, `.claude/projects/-work-shop/${name}.jsonl`, "");
  const output = "an ordinary line of a long output\n".repeat(7000);
  for (let written = 0, turn = 0; written < megabytes * MEGABYTE; turn++) {
    const session = writeTranscript({ sessionId: name });
    session.prompt(`Please do thing ${turn} of ${name}.`);
    for (let call = 0; call < 4; call++)
      session.use(`${turn}-${call}`, "Bash", { command: `make part-${call}` }, output);
    session.say(`Thing ${turn} is done.`);
    appendFileSync(path, session.text());
    written += session.text().length;
  }
}

describe("large histories", () => {
  test("a 50 MB transcript is read in bounded memory", async () => {
    const place = makePlace();
    writeBulk(place, "huge", 50);
    const { exitCode, stdout, bytes } = await measureMemory(place, "backtest", "--json");
    const report = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({ sessions: 1, problems: [] });
    expect(report.stops).toBe(report.prompts);
    expect(bytes).toBeLessThan(200 * MEGABYTE);
    rmSync(place.home, { recursive: true });
  });

  test("a terminal shows the progress, and Ctrl-C ends it", async () => {
    const place = makePlace();
    for (const name of ["one", "two", "three", "four"]) writeBulk(place, name, 20);
    const { exitCode, shown } = await answer(place, ["backtest"], []);
    expect(exitCode).toBe(0);
    expect(shown).toContain("reading transcripts");
    expect(shown).toContain("4 sessions");
    const ended = await answer(place, ["backtest"], [["reading transcripts", pressCtrlC]]);
    expect(ended.exitCode).toBe(130);
    expect(ended.drawn).toEndWith(TERMINAL_GIVEN_BACK);
  });
});

test("no secret in a transcript is printed", async () => {
  const place = makePlace();
  const kinds = [...TOKENS, ...ASSIGNMENTS, ...QUOTED, ...KEYS];
  const samples = kinds.map(({ name, make }, n) => ({ name, ...make(makeRandom(n + 1)) }));
  samples.forEach(({ text }, n) => {
    const session = writeTranscript({ sessionId: `s${n}` });
    session.prompt(`From now on always use this:\n${text}\nWe decided to use ${text} because it works.`);
    session.use(`a${n}`, "TodoWrite", { todos: [{ content: `Rotate\n${text}`, status: "pending" }] }, "ok");
    session.use(
      `b${n}`,
      "Write",
      { file_path: `/work/shop/src/${n}.ts`, content: `// TODO\n${text}\nconsole.log(1)\n` },
      "File created successfully",
    );
    session.use(`c${n}`, "Bash", { command: "deploy" }, `Exit code 1\n${text}`, true);
    session.use(
      `d${n}`,
      "Edit",
      { file_path: "/work/shop/a.ts", old_string: "a", new_string: text },
      "updated",
    );
    session.use(`e${n}`, "Bash", { command: "deploy" }, "fine");
    session.say(`Left:\n\n- [ ] use ${text}\n`);
    writeFileIn(place.home, `.claude/projects/-work-shop/s${n}.jsonl`, session.text());
  });
  const strict = { tasks: { block: "always" }, hygiene: { stop: "block" }, triage: { mode: "ask" } };
  writeFileIn(place.project, "strict.json", JSON.stringify(strict));
  const { stdout } = await runCommand(place, "backtest", "--json", "--config", "strict.json");
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ sessions: samples.length, problems: [] });
  expect(report.verdicts.blocked).toBe(samples.length);
  const { stdout: table } = await runCommand(place, "backtest", "--config", "strict.json");
  const told = `${stdout}\n${table}`;
  const leaks = samples.flatMap(({ name, text, secret }) => {
    const half = Math.ceil(secret.length / 2);
    const parts =
      secret === ""
        ? text.split("\n").filter((line) => line.length === 64)
        : [secret.slice(0, half), secret.slice(-half)].filter((part) => part.length >= 8);
    return parts.some((part) => told.includes(part)) ? [name] : [];
  });
  expect(leaks).toEqual([]);
});

test("a folder of nonsense gives an empty report", async () => {
  const place = makePlace();
  const folder = `${place.home}/.claude/projects/-nonsense`;
  writeFileIn(folder, "a.jsonl", "\u0000\u0001 nothing\n{{{{\n");
  writeFileIn(folder, "b.jsonl", `${"[".repeat(100_000)}\n`);
  writeFileIn(folder, "c.jsonl", '{"type":"user","content":"another tool"}\n');
  const { exitCode, stdout } = await runCommand(place, "backtest");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("0 sessions, 0 prompts, 0 stops.");
});
