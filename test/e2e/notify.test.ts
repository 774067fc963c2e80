// A person who is away is called: what the real client sends to its terminal, and a command of the user's.
import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock, queryStore } from "../helpers/installed.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { bash, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

const configure = (place: Place, notify: object) =>
  writeFileIn(place.home, ".holdfast/config.json", JSON.stringify({ notify }));
const writesTo = (file: string) => ["/bin/sh", "-c", `printf %s "$0" > '${file}'`];

test("in the real client: a finished loop sends an OSC 9 notification, a released stop runs the user's command", async () => {
  const place = await makeInstalledPlace();
  configure(place, { by: "osc9", away: "1s" });
  const terminal = startInteractiveClaude({
    ...place,
    timeoutMs: 50_000,
    prompt: "Fix it.",
    script: [
      bash('holdfast loop start "fix; it" --verify true'),
      bash("sleep 1.5"),
      say("Fixed."),
      bash("sleep 1.5"),
      say("One."),
      say("Two."),
      say("Three."),
    ],
  });
  const called = "\u001b]9;Claude Code: The loop is done: `true` passed";
  await waitUntil(() => terminal.drawn().includes(called));
  expect(terminal.shown()).toContain("Fixed.");

  const file = `${place.home}/called`;
  configure(place, { by: "command", command: writesTo(file), away: "1s" });
  placeLock(place, { goal: "more" });
  await terminal.type("Go on.");
  await waitUntil(() => existsSync(file) && readFileSync(file, "utf8") !== "");
  expect(readFileSync(file, "utf8")).toStartWith(
    "Claude Code: stopped with something open: The lock was still on",
  );
  expect(terminal.drawn().split("\u001b]9;Claude Code").length).toBe(2);
  await terminal.type("/exit");
  await terminal.done;
  expect(await readFaultLines(place)).toEqual([]);
});

test("only a person who is away is called, by the user's own config, and a missing command changes no answer", async () => {
  const place: Place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const asks = async (minutesAgo: number) => {
    await sendEvent(place, {
      hook_event_name: "UserPromptSubmit",
      prompt: "Go.",
      prompt_id: crypto.randomUUID(),
    });
    placeLock(place);
    await runCommand(
      { ...place, env: { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "s1" } },
      "ask",
      "Which one; this?",
    );
    queryStore(place, `UPDATE budgets SET opened_at = opened_at - ${minutesAgo * 60_000}`);
    const { stdout, exitCode } = await sendEvent(place, { hook_event_name: "Stop", stop_hook_active: false });
    expect(exitCode).toBe(0);
    const { systemMessage, terminalSequence } = JSON.parse(stdout);
    expect(systemMessage).toContain("Which one");
    return terminalSequence;
  };
  // A project cannot switch it on.
  writeFileIn(place.project, ".claude/holdfast.json", JSON.stringify({ notify: { by: "bell" } }));
  expect(await asks(5)).toBeUndefined();
  configure(place, { by: "osc777", away: "2m" });
  expect(await asks(1)).toBeUndefined();
  expect(await asks(5)).toBe(
    "\u001b]777;notify;Claude Code;Claude Code: waits for you: Which one, this?\u0007",
  );
  configure(place, { by: "bell" });
  expect(await asks(5)).toBe("\u0007");
  // Nor can it supply the program.
  writeFileIn(place.project, "bin/call-me", `#!/bin/sh\ntouch '${place.home}/from-project'\n`);
  chmodSync(`${place.project}/bin/call-me`, 0o755);
  place.env = { PATH: `${place.project}/bin:${process.env.PATH}` };
  for (const command of [[], [`${place.home}/missing`], ["call-me"]]) {
    configure(place, { by: "command", command });
    expect(await asks(5)).toBeUndefined();
  }
  expect((await readFaultLines(place)).filter(({ part }) => part === "notify")).toHaveLength(3);
  expect(existsSync(`${place.home}/from-project`)).toBe(false);
});
