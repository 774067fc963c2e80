import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { findHistory } from "../../../../src/recording/ingest/session-files.ts";
import { openSession, touchSession } from "../../../../src/store/sessions.ts";
import { LOGGED_HOSTS, type LoggedHost, placeLog, recordedLog } from "../../../helpers/agent-logs.ts";
import { makeIngestPlace } from "./place.ts";

const id = (host: LoggedHost) => `00000000-0000-4000-8000-${host.padEnd(12, "0").replace(/[^0-9a-f]/g, "1")}`;

/** Each log has the id of a session of its own. */
function logOf(host: LoggedHost, name = "tools"): string {
  const own = /"session_?id":"([^"]+)"/i.exec(recordedLog(host, name))?.[1] ?? "";
  return recordedLog(host, name).replaceAll(own, id(host));
}

async function makePlace(hosts: readonly LoggedHost[] = LOGGED_HOSTS) {
  const place = await makeIngestPlace();
  for (const host of hosts) placeLog(place.env.home, host, logOf(host), id(host));
  const ingest = () => place.ingest({ files: findHistory(place.env).files });
  return { ...place, ingest };
}

describe("the logs of other agents", () => {
  test("become sessions of those agents, with prompts, calls and summaries", async () => {
    const place = await makePlace();
    expect(await place.ingest()).toMatchObject({ files: 3, sessions: 3, prompts: 3, problems: [] });
    const sessions = place.rows(
      "SELECT agent, session_id AS id, project_dir, tool_calls FROM sessions ORDER BY agent",
    );
    expect(sessions).toEqual(
      LOGGED_HOSTS.map((host) => ({
        agent: host,
        id: id(host),
        project_dir: "/home/user/project",
        tool_calls: 3,
      })),
    );
    const changed = place.rows("SELECT title FROM observations WHERE kind = 'change'");
    expect(changed).toEqual(LOGGED_HOSTS.map(() => ({ title: "Created note.txt" })));
    const summaries = place.rows("SELECT text FROM session_summaries");
    expect(summaries.filter(({ text }) => String(text).includes("The note is written."))).toHaveLength(3);
  });

  test("are read once, and a log that grew from where it was left", async () => {
    const place = await makePlace(["codex"]);
    const whole = logOf("codex");
    const lines = whole.trimEnd().split("\n");
    // Before the result of the first command.
    const cut = lines.findIndex((line) => line.includes('"CommandExecution"'));
    placeLog(place.env.home, "codex", `${lines.slice(0, cut).join("\n")}\n`, id("codex"));
    expect(await place.ingest()).toMatchObject({ prompts: 1, observations: 0 });
    placeLog(place.env.home, "codex", whole, id("codex"));
    expect(await place.ingest()).toMatchObject({ prompts: 0, observations: 1 });
    expect(await place.ingest()).toMatchObject({ files: 0, prompts: 0, observations: 0 });
    expect(place.rows("SELECT tool_calls FROM sessions")).toEqual([{ tool_calls: 3 }]);
  });

  test("are not read where hooks recorded the session, but where they only noted its start", async () => {
    const place = await makePlace(["copilot", "qwen"]);
    const about = { projectDir: "/home/user/project", transcriptPath: null, at: Date.now(), toolCalls: 0 };
    touchSession(place.store, { ...about, sessionId: id("copilot"), agent: "copilot" });
    openSession(place.store, id("copilot"), "startup");
    touchSession(place.store, { ...about, sessionId: id("qwen"), agent: "qwen" });
    expect(await place.ingest()).toMatchObject({ files: 1, prompts: 1 });
    expect(place.rows("SELECT session_id AS id, text FROM prompts")).toEqual([
      { id: id("qwen"), text: "Write a note." },
    ]);
  });

  test("leave out folders that the config excludes", async () => {
    const place = await makePlace();
    mkdirSync(place.env.holdfastHome, { recursive: true });
    const exclude = { projects: ["/home/user/**"] };
    writeFileSync(`${place.env.holdfastHome}/config.json`, JSON.stringify({ capture: { exclude } }));
    expect(await place.ingest()).toMatchObject({ files: 0, prompts: 0, leftOut: { excluded: 3 } });
    expect(place.rows("SELECT * FROM sessions")).toEqual([]);
  });

  test("bring no secret into the store", async () => {
    const place = await makePlace([]);
    const secret = `ghp_${"a1B2".repeat(9)}`;
    for (const host of LOGGED_HOSTS) {
      const text = logOf(host).replaceAll("Write a note.", `Write ${secret}.`).replaceAll("No such", secret);
      placeLog(place.env.home, host, text, id(host));
    }
    expect(await place.ingest()).toMatchObject({ prompts: 3 });
    const stored = JSON.stringify([
      place.rows("SELECT text FROM prompts"),
      place.rows("SELECT title, summary FROM observations"),
      place.rows("SELECT text, detail FROM session_summaries"),
      place.rows("SELECT original_request FROM sessions"),
    ]);
    expect(stored).toContain("Write ");
    expect(stored).not.toContain(secret);
  });

  test("with the same call ids as another session are all recorded", async () => {
    const place = await makePlace(["codex"]);
    const other = "00000000-0000-4000-8000-0000000000ff";
    placeLog(place.env.home, "codex", logOf("codex").replaceAll(id("codex"), other), other);
    await place.ingest();
    const counted = place.rows("SELECT session_id, count(*) AS n FROM observations GROUP BY session_id");
    expect(counted.map(({ n }) => n)).toEqual([1, 1]);
  });

  test("in folders that variables name are found", async () => {
    const place = await makePlace([]);
    placeLog(`${place.env.home}/elsewhere`, "codex", logOf("codex"), id("codex"));
    const env = { ...place.env, movedFolders: { CODEX_HOME: `${place.env.home}/elsewhere/.codex` } };
    expect(findHistory(env).files).toHaveLength(1);
    expect(findHistory(place.env).files).toEqual([]);
  });
});
