// A compacted session of the real client: the earlier text stays readable, and is gone once it is forgotten.
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { bash, read, say, summarise, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(90_000);

const TOKEN = `ghp_${"k7Lm2Qx9Rt4W".repeat(3)}`;
const PASSWORD = "corncrake-in-the-meadow";

const exportOf = (place: Place, id: string) => `${place.project}/.claude/runtime/logs/${id}/transcript.jsonl`;

function metricLines(place: Place, hook: string): { metric: string; label?: string }[] {
  const path = `${place.project}/.claude/runtime/metrics/${hook}_hook_metrics.jsonl`;
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

describe("a compacted session", () => {
  let place: Place;
  let id = "";

  beforeAll(async () => {
    place = await makeInstalledPlace({ git: true, files: { ".env": `NOTE=${PASSWORD}\n` } });
    const session = startStreamingClaude({
      ...place,
      script: [
        bash("false"),
        read(`${place.project}/.env`),
        write(`${place.project}/note.txt`, "hello\n"),
        say("The note is written."),
        summarise("We wrote a note."),
        say("Said after the compaction."),
      ],
      timeoutMs: 80_000,
    });
    await session.send(`Write a note, the token is ${TOKEN}.`);
    await session.send("/compact");
    await session.send("Go on.");
    id = (await session.close()).sessionId;
    await waitUntil(() => existsSync(exportOf(place, id)));
  });

  test("can still be read as it was before [002-08]", async () => {
    const { stdout, exitCode } = await runCommand(place, "transcript", id.slice(0, 8));
    expect(exitCode).toBe(0);
    const lines = stdout.split("\n");
    expect(lines).toContainEqual(expect.stringMatching(/^Write a note, the token is \[redacted:[\w-]+\]/));
    expect(lines).toContainEqual(expect.stringMatching(/^user {2}\d{4}-/));
    expect(lines).toContain("  Bash: false");
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}Bash failed: false: exit 1/));
    expect(lines).toContain(`  Write: ${place.project}/note.txt`);
    expect(lines).toContain("The note is written.");
    expect(stdout).not.toContain("Said after the compaction.");
    expect(stdout).not.toContain("We wrote a note.");
  });

  test("is shown in full from the client's own file, with injected text marked", async () => {
    const { stdout } = await runCommand(place, "transcript", id, "--live");
    expect(stdout).toContain("\n[compacted]");
    expect(stdout).toContain("\n[injected: summary of what was compacted]");
    expect(stdout).toContain("Said after the compaction.");
    const talk = await runCommand(place, "transcript", id, "--live", "--talk", "--json");
    const said = talk.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(said.map(({ who }) => who)).toEqual(["user", "claude", "user", "user", "claude"]);
  });

  test("contains no secret and no sensitive file's content, however it is read", async () => {
    const texts = [
      readFileSync(exportOf(place, id), "utf8"),
      (await runCommand(place, "transcript", id, "--full")).stdout,
      (await runCommand(place, "transcript", id, "--live", "--full")).stdout,
      (await runCommand(place, "transcript", id, "--live", "--json")).stdout,
    ];
    for (const text of texts) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(PASSWORD);
    }
    expect(texts[0]).toContain("[withheld: sensitive file]");
    expect(statSync(exportOf(place, id)).mode & 0o777).toBe(0o600);
  });

  test("is counted, without a fault [002-06] [002-07]", async () => {
    const labels = (hook: string, name: string) =>
      metricLines(place, hook).flatMap(({ metric, label }) => (metric === name ? [label] : []));
    await waitUntil(() => labels("post_tool_use", "tool_usage").length === 2);
    expect(labels("post_tool_use", "tool_usage").toSorted()).toEqual(["Read", "Write"]);
    expect(labels("post_tool_use_failure", "tool_errors")).toEqual(["Bash"]);
    expect(labels("post_tool_use_failure", "bash_commands")).toEqual(["false"]);
    expect(labels("post_tool_use", "file_operations").toSorted()).toEqual(["read", "write"]);
    expect(labels("post_tool_use", "tool_duration_ms")).toHaveLength(2);
    expect(labels("pre_compact", "conversation_exports")).toHaveLength(1);
    expect(labels("user_prompt_submit", "prompt_length").length).toBeGreaterThanOrEqual(2);
    await waitUntil(() => labels("stop", "hook_duration_ms").length > 0);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("is gone once it is forgotten", async () => {
    const { stdout } = await runCommand(place, "forget", "--match", "The note is written", "--yes", "--json");
    expect(JSON.parse(stdout).exports).toBe(1);
    expect(existsSync(exportOf(place, id))).toBe(false);
    await runCommand(place, "forget", "--session", id, "--yes");
    const after = await runCommand(place, "transcript", id);
    expect([after.exitCode, after.stderr]).toEqual([1, expect.stringContaining("there is no session")]);
    expect(queryStore(place, "SELECT count(*) AS n FROM transcript_exports")).toEqual([{ n: 0 }]);
    expect(metricLines(place, "post_tool_use")).toEqual([]);
  });
});

describe("an export", () => {
  const compact = (place: Place, transcript: string, more: object = {}) =>
    sendEvent(place, {
      hook_event_name: "PreCompact",
      trigger: "auto",
      transcript_path: transcript,
      ...more,
    });
  const line = (text: string) =>
    `${JSON.stringify({ type: "user", sessionId: "s1", permissionMode: "default", message: { role: "user", content: text } })}\n`;

  function makePlace(config?: object): { place: Place; transcript: string } {
    const place = { home: makeTempHome(), project: makeTempProject() };
    if (config) writeFileIn(place.home, ".holdfast/config.json", JSON.stringify(config));
    return { place, transcript: writeFileIn(makeTempFolder("client"), "s1.jsonl", line("Hello there")) };
  }

  test.each<[string, object]>([
    ["exports are switched off", { capture: { exports: false } }],
    ["nothing is recorded", { capture: { enabled: false } }],
  ])("is not made when %s", async (_, config) => {
    const { place, transcript } = makePlace(config);
    expect(await compact(place, transcript)).toMatchObject({ exitCode: 0, stdout: "" });
    await Bun.sleep(300);
    expect(existsSync(`${place.project}/.claude`)).toBe(false);
  });

  test.each<[string, object]>([
    ["an invalid session id", { session_id: "../../../evil" }],
    ["no session id", { session_id: undefined }],
    ["a missing transcript", { transcript_path: "/no/such/file" }],
    ["a transcript that is a device", { transcript_path: "/dev/zero" }],
    ["no transcript", { transcript_path: undefined }],
  ])("is not attempted with %s, and the compaction continues", async (_, more) => {
    const { place, transcript } = makePlace();
    expect(await compact(place, transcript, more)).toMatchObject({ exitCode: 0, stdout: "" });
    await Bun.sleep(300);
    expect(existsSync(`${place.project}/.claude`)).toBe(false);
  });

  test("that fails is a fault that doctor shows, and the compaction continues", async () => {
    const { place, transcript } = makePlace();
    writeFileIn(place.project, ".claude/runtime", "a file in the way");
    expect(await compact(place, transcript)).toMatchObject({ exitCode: 0, stdout: "" });
    await waitUntil(async () => (await readFaultLines(place)).length > 0);
    expect(await readFaultLines(place)).toMatchObject([{ part: "export", event: "PreCompact" }]);
  });

  test("can be shown without the transcript it was made from", async () => {
    const { place, transcript } = makePlace();
    await compact(place, transcript);
    await waitUntil(() => existsSync(exportOf(place, "s1")));
    rmSync(transcript);
    expect((await runCommand(place, "transcript", "s1")).stdout).toContain("\nHello there\n");
    const live = await runCommand(place, "transcript", "s1", "--live");
    expect([live.exitCode, live.stderr]).toEqual([1, expect.stringContaining("there is no such file")]);
  });

  test("that cannot be unpacked is a plain error", async () => {
    const { place, transcript } = makePlace();
    await compact(place, transcript);
    await waitUntil(() => existsSync(exportOf(place, "s1")));
    rmSync(exportOf(place, "s1"));
    writeFileIn(place.project, ".claude/runtime/logs/s1/transcript.jsonl.gz", "no gzip at all");
    const { exitCode, stderr } = await runCommand(place, "transcript", "s1");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("cannot be unpacked")]);
  });
});
