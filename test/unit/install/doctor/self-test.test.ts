import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { databasePath, executablePath } from "../../../../src/config/environment.ts";
import { samplePayload, selfTest } from "../../../../src/install/doctor/checks/self-test.ts";
import { registeredEvents } from "../../../../src/protocol/claude-code/events.ts";
import { parseEvent } from "../../../helpers/parse-event.ts";
import { eventuallyGone, readPids } from "../../../helpers/processes.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";
import {
  changeEntries,
  makeHealthyPatient,
  makePatient,
  type Patient,
  registrationOf,
  runCheck,
  statusesOf,
  textOf,
  writeProgram,
  writeScope,
} from "./patient.ts";

function withProgram(hook: string): Patient {
  const patient = makeHealthyPatient();
  writeProgram(executablePath(patient.env), hook);
  return patient;
}

/** Only Stop, so that a slow program is started once. */
function withStopOnly(hook: string, change: (entry: Record<string, unknown>) => void = () => {}): Patient {
  const patient = withProgram(hook);
  const settings = changeEntries(registrationOf(executablePath(patient.env)), ["Stop"], change);
  writeScope(patient, "user", { hooks: { Stop: settings.hooks.Stop } });
  return patient;
}

describe("the self-test", () => {
  test("starts the registered command once for every event and reports its duration", async () => {
    const results = await runCheck(selfTest, makeHealthyPatient());
    expect(statusesOf(results)).toEqual(["ok"]);
    for (const { event } of registeredEvents())
      expect(results[0]?.message).toMatch(new RegExp(`${event} \\d+ ms`));
  });

  test("starts every different entry, to test it and to time it, and identical ones once", async () => {
    const patient = withStopOnly('echo x >>"$HOME/calls"; cat >/dev/null');
    const other = writeProgram(join(patient.home, "old/holdfast"), 'echo y >>"$HOME/calls"; cat >/dev/null');
    const stops = [executablePath(patient.env), other, other].map(
      (path) => registrationOf(path).hooks.Stop ?? [],
    );
    writeScope(patient, "user", { hooks: { Stop: stops.flat() } });
    writeScope(patient, "local", { hooks: { Stop: stops[0] } });
    expect(statusesOf(await runCheck(selfTest, patient))).toEqual(["ok"]);
    expect(readFileSync(join(patient.home, "calls"), "utf8").split("\n").sort()).toEqual([
      "",
      "x",
      "x",
      "y",
      "y",
    ]);
  });

  test("gives the hook a payload and the client's environment, with a throwaway home and project", async () => {
    const variables = "$HOLDFAST_HOME|$CLAUDE_PROJECT_DIR|$PWD|$CLAUDECODE|$HOLDFAST|$TMPDIR";
    const patient = withStopOnly(
      `cat >"$HOME/payload"; echo "${variables}" >"$HOME/seen"; touch "$HOLDFAST_HOME/x"`,
    );
    const off = { ...patient, variables: { ...patient.variables, HOLDFAST: "0" } };
    expect(statusesOf(await runCheck(selfTest, off))).toEqual(["ok"]);
    const payload = JSON.parse(readFileSync(join(patient.home, "payload"), "utf8"));
    const seen = readFileSync(join(patient.home, "seen"), "utf8").trim();
    const [home = "", project = "", cwd = "", inside, holdfast, tmp = ""] = seen.split("|");
    expect(payload).toMatchObject({ hook_event_name: "Stop", session_id: "doctor-self-test", cwd: project });
    expect(
      [home, project, tmp].every((path) => path.startsWith(`${patient.env.tempDir}/holdfast-doctor-`)),
    ).toBe(true);
    expect([cwd, inside, holdfast]).toEqual([project, "1", ""]);
    expect(readdirSync(patient.env.tempDir)).toEqual([]);
    expect(existsSync(databasePath(patient.env))).toBe(false);
  });

  test("accepts one JSON object as an answer", async () => {
    const patient = withProgram(`cat >/dev/null; echo '{"systemMessage": "hello"}'`);
    expect(statusesOf(await runCheck(selfTest, patient))).toEqual(["ok"]);
  });

  test("tests nothing and warns when nothing is registered", async () => {
    expect(statusesOf(await runCheck(selfTest, makePatient()))).toEqual(["warn"]);
  });

  test("fails on a path that does not exist, in one line for all events", async () => {
    const patient = makePatient();
    writeScope(patient, "user", registrationOf("/nowhere/holdfast"));
    const results = await runCheck(selfTest, patient);
    expect(statusesOf(results)).toEqual(["problem"]);
    expect(textOf(results, "problem")).toContain("`/nowhere/holdfast hook` could not be started");
    expect(textOf(results, "problem")).toContain("holdfast install");
  });

  test("fails when the shell does not find the program (127)", async () => {
    const patient = withStopOnly("", (entry) => {
      delete entry.args;
      entry.command = "/nowhere/holdfast hook";
    });
    expect(textOf(await runCheck(selfTest, patient), "problem")).toContain("could not be started");
  });

  test.each([
    [
      "a non-zero exit",
      "cat >/dev/null; echo broken pipe dream >&2; exit 3",
      "exit code 3: broken pipe dream",
    ],
    ["text instead of JSON", "cat >/dev/null; echo hello there", "no valid answer: hello there"],
    ["a list instead of an object", "cat >/dev/null; echo '[1]'", "no valid answer"],
    ["two objects", "cat >/dev/null; echo '{} {}'", "no valid answer"],
    ["a signal", "kill -SEGV $$", "ended by SIGSEGV"],
  ])("fails on %s", async (_, hook, words) => {
    const results = await runCheck(selfTest, withProgram(hook));
    expect(statusesOf(results)).toEqual(["problem"]);
    expect(textOf(results, "problem")).toContain(words);
  });

  test("fails when the hook answers but recorded a fault", async () => {
    const fault = '{"at":"2026-01-01T00:00:00.000Z","part":"store","message":"disk full"}';
    const hook = `cat >/dev/null; mkdir -p "$HOLDFAST_HOME/logs"; echo '${fault}' >"$HOLDFAST_HOME/logs/faults.jsonl"`;
    const said = textOf(await runCheck(selfTest, withProgram(hook)), "problem");
    expect(said).toContain("store: disk full");
  });

  test("kills a hook that hangs, and whatever it started", async () => {
    const pids = join(makeTempFolder("pids"), "pids");
    const patient = withStopOnly(`sleep 300 & echo $! >> '${pids}'; wait`, (entry) => {
      entry.timeout = 0.3;
    });
    const said = textOf(await runCheck(selfTest, patient), "problem");
    expect(said).toMatch(/did not end within \d+\.\d s and was killed/);
    expect(readdirSync(patient.env.tempDir)).toEqual([]);
    await eventuallyGone(await readPids(pids, 1));
  });

  test("gives a hook at most 5 seconds, whatever its timeout", async () => {
    const said = textOf(await runCheck(selfTest, withStopOnly("sleep 60")), "problem");
    expect(said).toMatch(/did not end within 5\.\d s/);
  }, 30_000);
});

describe("a cloned repository", () => {
  const stop = (entry: object) => ({
    hooks: { Stop: [{ hooks: [{ type: "command", timeout: 5, ...entry }] }] },
  });

  test.each([
    ["its own program", (evil: string) => ({ command: evil, args: ["hook"] })],
    ["its own program through a shell", (evil: string) => ({ command: `'${evil}' hook` })],
  ])("cannot get %s started by being examined", async (_, entryOf) => {
    for (const scope of ["project", "local"] as const) {
      const patient = makeHealthyPatient();
      const evil = writeProgram(join(patient.project, "tools/holdfast"), 'touch "$HOME/owned"');
      writeScope(patient, "user", {});
      writeScope(patient, scope, stop(entryOf(evil)));
      const results = await runCheck(selfTest, patient);
      expect(existsSync(join(patient.home, "owned"))).toBe(false);
      expect(textOf(results, "warn")).toContain("it comes with the project");
    }
  });

  test.each([
    ["a substitution", (evil: string) => ({ command: `$('${evil}') holdfast hook` })],
    ["a substitution in our path", (evil: string) => ({ command: `"$HOME$('${evil}')/holdfast" hook` })],
    [
      "a variable before our program",
      (evil: string) => ({ command: `X=\`'${evil}'\` ~/.holdfast/bin/holdfast hook` }),
    ],
  ])("cannot get %s started: such an entry is not ours", async (_, entryOf) => {
    for (const scope of ["project", "local"] as const) {
      const patient = makeHealthyPatient();
      const evil = writeProgram(join(patient.project, "tools/holdfast"), 'touch "$HOME/owned"');
      writeScope(patient, "user", {});
      writeScope(patient, scope, stop(entryOf(evil)));
      await runCheck(selfTest, patient);
      expect(existsSync(join(patient.home, "owned"))).toBe(false);
    }
  });

  test("has our own program tested, also through a link", async () => {
    const patient = makeHealthyPatient();
    const link = join(patient.home, "holdfast");
    symlinkSync(executablePath(patient.env), link);
    writeScope(patient, "user", {});
    for (const command of [executablePath(patient.env), link]) {
      writeScope(patient, "project", stop({ command, args: ["hook"] }));
      expect(statusesOf(await runCheck(selfTest, patient))).toEqual(["ok"]);
    }
  });
});

const recorded = join(import.meta.dir, "../../../fixtures/events");

/** Every key that the real client was observed to send with this event. */
function recordedKeys(event: string): Set<string> {
  const files = readdirSync(join(recorded, event)).map((file) => join(recorded, event, file));
  return new Set(files.flatMap((file) => Object.keys(JSON.parse(readFileSync(file, "utf8")))));
}

describe("the self-test's payloads", () => {
  test.each(registeredEvents().map(({ event }) => event))(
    "for %s have only fields that the client sends",
    (event) => {
      const payload = samplePayload(event, "/project", "/transcript.jsonl");
      const known = recordedKeys(event);
      expect(Object.keys(JSON.parse(payload)).filter((key) => !known.has(key))).toEqual([]);
      const parsed = parseEvent(payload);
      expect(parsed).toMatchObject({ ok: true, event: { name: event, sessionId: "doctor-self-test" } });
    },
  );
});
