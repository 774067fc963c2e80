// Sessions that the real clients of other agents left behind, made searchable.
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { LOGGED_HOSTS, type LoggedHost, placeLog, recordedLog } from "../helpers/agent-logs.ts";
import { runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";

setDefaultTimeout(60_000);

const REQUEST = "Write a note about the greenhouse, and check that it is there.";
const NAMES = { codex: "Codex", copilot: "GitHub Copilot CLI", qwen: "Qwen Code" };

const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
const elsewhere = makeTempProject({ git: true });
const id = (host: LoggedHost) => `00000000-0000-4000-8000-00000000000${LOGGED_HOSTS.indexOf(host) + 5}`;

function leaveLog(host: LoggedHost, project: string, session: string): void {
  const own = /"session_?id":"([^"]+)"/i.exec(recordedLog(host, "tools"))?.[1] ?? "";
  const text = recordedLog(host, "tools")
    .replaceAll(own, session)
    .replaceAll("/home/user/project", project)
    .replaceAll("Write a note.", REQUEST);
  placeLog(place.home, host, text, session);
}

async function run(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(place, ...words);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("sessions of other agents", () => {
  beforeAll(async () => {
    for (const host of LOGGED_HOSTS) leaveLog(host, place.project, id(host));
    expect(await run("ingest", "--dry-run")).toContain("Would read 3 sessions");
    expect(await run("ingest")).toContain("of 3 sessions");
  });

  test("are found by search and in lists, with their agent", async () => {
    const found = await run("search", "greenhouse");
    const listed = await run("sessions", "list");
    const rows = JSON.parse(await run("search", "greenhouse", "--json")) as { agent: string }[];
    expect(new Set(rows.map(({ agent }) => agent))).toEqual(new Set(Object.values(NAMES)));
    for (const name of Object.values(NAMES)) {
      expect(found).toContain(` in ${name}`);
      expect(listed).toContain(`in ${name}`);
    }
    expect(await run("sessions", "show", id("codex"))).toContain("in Codex");
  });

  test.each(LOGGED_HOSTS)("of %s can be read as a transcript", async (host) => {
    const shown = await run("transcript", id(host));
    expect(shown).toContain(REQUEST);
    expect(shown).toContain("cat missing.txt");
    expect(shown).toContain("The note is written.");
    expect(shown).toContain(`from ${NAMES[host]}'s own file`);
  });

  test("are told to Claude at the start of a session in the same project", async () => {
    const payload = {
      hook_event_name: "SessionStart",
      session_id: "s1",
      source: "startup",
      cwd: place.project,
    };
    const { stdout } = await sendEvent(place, payload);
    expect(stdout).toContain("greenhouse");
    for (const name of Object.values(NAMES)) expect(stdout).toContain(`in ${name}`);
  });

  test("stay forgotten", async () => {
    await run("forget", "--session", id("qwen"), "--yes");
    expect(await run("ingest")).toContain("Nothing new.");
    expect(await run("sessions", "list")).not.toContain(id("qwen"));
    expect(await run("sessions", "list")).toContain(id("codex"));
  });

  test("of another project are not shown to an agent that names their file", async () => {
    const other = "00000000-0000-4000-8000-0000000000aa";
    leaveLog("codex", elsewhere, other);
    const path = `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${other}.jsonl`;
    const inside = { ...place, env: { CLAUDECODE: "1" } };
    const { exitCode, stdout, stderr } = await runCommand(inside, "triage", `${place.home}/${path}`);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("another project");
  });
});
