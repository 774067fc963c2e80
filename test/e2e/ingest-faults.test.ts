// What can happen to an ingest: killed, run twice, locked out, fed with secrets.
import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, truncateSync } from "node:fs";
import { databasePath } from "../../src/config/environment.ts";
import { answer, pressCtrlC } from "../helpers/answer-terminal.ts";
import { EXECUTABLE, homeOf, type Place, runCommand } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { writeTranscript } from "../helpers/transcript-lines.ts";
import { waitUntil } from "../helpers/wait.ts";
import { makeRandom } from "../unit/text/redaction/random.ts";
import { ASSIGNMENTS, QUOTED } from "../unit/text/redaction/secret-assignments.ts";
import { KEYS } from "../unit/text/redaction/secret-keys.ts";
import { TOKENS } from "../unit/text/redaction/secret-tokens.ts";

setDefaultTimeout(120_000);

/** Half a megabyte per session, so that there is time to interfere. */
function makeBulk(sessions: number): Place {
  const place = { home: makeTempHome(), project: makeTempProject() };
  const output = "an ordinary line of a long output\n".repeat(150);
  for (let n = 0; n < sessions; n++) {
    const written = writeTranscript({ sessionId: `session-${n}` });
    for (let turn = 0; turn < 10; turn++) {
      written.prompt(`Please do thing ${turn} of session ${n} now.`);
      for (let call = 0; call < 8; call++)
        written.use(`t-${n}-${turn}-${call}`, "Bash", { command: `make part-${turn}-${call}` }, output);
      written.say(`Thing ${turn} is done.`);
    }
    writeFileIn(place.home, `.claude/projects/-work-shop/session-${n}.jsonl`, written.text());
  }
  return place;
}

function contents(place: Place) {
  return {
    observations: queryStore(place, "SELECT tool_use_id, session_id, title FROM observations ORDER BY 1"),
    prompts: queryStore(place, "SELECT session_id, text FROM prompts ORDER BY 1, 2"),
    summaries: queryStore(place, "SELECT session_id, text FROM session_summaries ORDER BY 1"),
    sessions: queryStore(place, "SELECT session_id, tool_calls FROM sessions ORDER BY 1"),
  };
}

/** Also while the store is being created. */
function countSessions(place: Place): number {
  try {
    return queryStore(place, "SELECT session_id FROM sessions").length;
  } catch {
    return 0;
  }
}

function startIngest(place: Place) {
  return Bun.spawn([EXECUTABLE, "ingest", "--json"], {
    env: { HOME: place.home, PATH: process.env.PATH ?? "", ...place.env },
    stdout: "pipe",
    stderr: "pipe",
  });
}

test("a transcript of 8 GB takes neither room nor time from the others", async () => {
  for (const megabytes of [200, 10_000]) {
    const place = makeBulk(3);
    const huge = writeFileIn(place.home, ".claude/projects/-work-shop/huge.jsonl", "");
    truncateSync(huge, 8 * 1024 ** 3);
    writeFileIn(place.home, ".holdfast/config.json", JSON.stringify({ retention: { megabytes } }));
    const { stdout, stderr } = await runCommand(place, "ingest");
    expect(countSessions(place)).toBe(3);
    expect(stdout + stderr).toMatch(
      megabytes === 200 ? /No room for 1 session/ : /huge.jsonl: it has a line too long/,
    );
  }
});

describe("an ingest", () => {
  const place = makeBulk(12);
  const whole = { ...place, env: { HOLDFAST_HOME: makeTempHome() } };

  test("that is killed leaves a sound store, and the next one ends in the same state as an undisturbed one", async () => {
    expect((await runCommand(whole, "ingest")).exitCode).toBe(0);
    const expected = contents(whole);
    expect(expected.observations).toHaveLength(960);
    let kills = 0;
    for (let round = 0; round < 3; round++) {
      const before = countSessions(place);
      const child = startIngest(place);
      await Promise.race([child.exited, waitUntil(() => countSessions(place) > before)]);
      child.kill("SIGKILL");
      if ((await child.exited) !== 0) kills++;
    }
    expect(kills).toBeGreaterThan(0);
    expect(queryStore(place, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect((await runCommand(place, "ingest")).exitCode).toBe(0);
    expect(contents(place)).toEqual(expected);
  });

  test("that is interrupted says how to continue", async () => {
    const interrupted = { ...place, env: { HOLDFAST_HOME: makeTempHome() } };
    const child = startIngest(interrupted);
    await waitUntil(() => countSessions(interrupted) > 0);
    child.kill("SIGINT");
    const exitCode = await child.exited;
    if (exitCode === 130) expect(JSON.parse(await child.stdout.text()).stopped).toBe(true);
    else expect(exitCode).toBe(0);
    await runCommand(interrupted, "ingest");
    expect(contents(interrupted)).toEqual(contents(whole));
  });

  test("at a terminal shows its progress; Ctrl-C ends it with 130 and restores the terminal", async () => {
    const watched = { ...place, env: { HOLDFAST_HOME: makeTempHome() } };
    const { exitCode, shown, drawn } = await answer(
      watched,
      ["ingest"],
      [["reading transcripts", pressCtrlC]],
    );
    expect(exitCode).toBe(130);
    expect(shown.trimEnd()).toEndWith("Stopped. Run `holdfast ingest` again to continue from here.");
    // The cursor is hidden while it draws, and restored.
    expect(drawn.lastIndexOf("\u001b[?25h")).toBeGreaterThan(drawn.lastIndexOf("\u001b[?25l"));
    await runCommand(watched, "ingest");
    expect(contents(watched)).toEqual(contents(whole));
  });

  test("beside another one records nothing twice", async () => {
    const both = { ...place, env: { HOLDFAST_HOME: makeTempHome() } };
    const children = [startIngest(both), startIngest(both)];
    const codes = await Promise.all(children.map(({ exited }) => exited));
    const errors = await Promise.all(children.map(({ stdout }) => stdout.text()));
    expect(codes).toContain(0);
    for (const [index, code] of codes.entries())
      if (code !== 0) expect(errors[index]).toContain("another ingest or drain is using");
    expect(contents(both)).toEqual(contents(whole));
  });

  test("of a locked database gives up with a next step, and changes nothing", async () => {
    const locked = { ...place, env: { HOLDFAST_HOME: makeTempHome() } };
    await runCommand(locked, "drain");
    const store = new Database(databasePath(homeOf(locked)));
    store.run("BEGIN IMMEDIATE");
    const { exitCode, stderr } = await runCommand(locked, "ingest");
    store.run("ROLLBACK");
    store.close();
    expect(exitCode).toBe(1);
    expect(stderr).toContain("locked by another process");
    expect(stderr).toContain("Run it again in a moment. `holdfast doctor` says more");
  });

  test.each<[string, string[], string]>([
    ["an ingest where no database can be created", [], "the database cannot be used"],
    ["an ingest of a missing folder", ["/nowhere/projects"], "does not exist"],
    ["an ingest since an invalid time", ["--since", "yesterday-ish"], "is neither an age nor a date"],
    ["an ingest with an invalid number of threads", ["--jobs", "0"], "--jobs 0 is not a number"],
  ])("%s is reported as an error", async (_name, words, said) => {
    const nowhere = { ...place, env: { HOLDFAST_HOME: words.length === 0 ? "/dev/null/x" : makeTempHome() } };
    const { exitCode, stderr } = await runCommand(nowhere, "ingest", ...words);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  test("refuses while recording is switched off", async () => {
    const off = { ...place, env: { HOLDFAST_HOME: makeTempHome() } };
    writeFileIn(off.env.HOLDFAST_HOME, "config.json", JSON.stringify({ capture: { enabled: false } }));
    const { exitCode, stderr } = await runCommand(off, "ingest");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("capture.enabled")]);
  });
});

test("no byte of a secret in a transcript reaches the disk", async () => {
  const place = { home: makeTempHome(), project: makeTempProject(), env: { HOLDFAST_HOME: makeTempHome() } };
  const kinds = [...TOKENS, ...ASSIGNMENTS, ...QUOTED, ...KEYS];
  expect(kinds.length).toBeGreaterThanOrEqual(40);
  const samples = kinds.map(({ name, make }, n) => ({ name, ...make(makeRandom(n + 1)) }));
  samples.forEach(({ text }, n) => {
    const padding = "an ordinary line of output\n".repeat(500);
    const written = writeTranscript({ sessionId: `s${n}` });
    written.prompt(`Please use this from now on:\n${text}\nThanks!`);
    const deploy = { command: `deploy <<END\n${text}\nEND`, description: `With\n${text}` };
    written.use(`a${n}`, "Bash", deploy, `${padding}${text}\n${padding}`);
    written.use(`b${n}`, "Bash", { command: "deploy" }, `Exit code 1\n${text}`, true);
    written.use(
      `c${n}`,
      "Write",
      { file_path: `/work/${n}.txt`, content: `first\n${text}\nlast` },
      "updated",
    );
    written.use(
      `d${n}`,
      "Edit",
      { file_path: "/work/x.txt", old_string: text, new_string: `${text}\n` },
      "updated",
    );
    written.use(`e${n}`, "mcp__x__y", { query: text, [text]: text }, [{ type: "text", text }]);
    written.use(`f${n}`, "WebFetch", { url: "https://example.invalid", prompt: text }, text);
    written.call(`g${n}`, "Bash", { command: "deploy" });
    written.result(`g${n}`, `The user doesn't want to proceed. the user said:\n${text}`, { isError: true });
    written.add({ type: "queue-operation", operation: "enqueue", content: `Queued\n${text}` });
    written.add({ type: "queue-operation", operation: "remove" });
    written.use(`h${n}`, "TodoWrite", { todos: [{ content: `Rotate\n${text}`, status: "pending" }] }, "ok");
    written.say(`I will use\n${text}\nas you said.`);
    writeFileIn(place.home, `.claude/projects/-work-shop/s${n}.jsonl`, written.text());
  });
  const { stdout } = await runCommand(place, "ingest", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ sessions: samples.length, problems: [] });
  const store = new Database(databasePath(homeOf(place)));
  const files = readdirSync(place.env.HOLDFAST_HOME, { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`));
  store.close();
  const leaks = samples.flatMap(({ name, text, secret }) => {
    const half = Math.ceil(secret.length / 2);
    const parts =
      secret === ""
        ? text.split("\n").filter((line) => line.length === 64)
        : [secret.slice(0, half), secret.slice(-half)].filter((part) => part.length >= 8);
    return parts.some((part) => bytes.some((file) => file.includes(part))) ? [name] : [];
  });
  expect(leaks).toEqual([]);
});
