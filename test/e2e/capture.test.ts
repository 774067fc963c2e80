// What a session of the real client did can be found afterwards.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { toolResults } from "../helpers/told.ts";
import { agent, bash, edit, read, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const PROMPT = "The greeting script is broken, please repair it and check it.";
const CHECK = "sh check.sh";

/** The client lets async hooks end after itself, and the drain is a separate process. */
async function waitForDrain(place: Place): Promise<void> {
  await waitUntil(() => {
    const [left] = queryStore(
      place,
      `SELECT (SELECT count(*) FROM pending_queue WHERE status <> 'done') AS waiting,
        (SELECT count(*) FROM session_summaries) AS summaries`,
    );
    return left?.waiting === 0 && left.summaries !== 0;
  });
}

async function search(place: Place, ...args: string[]) {
  const { stdout } = await runCommand(place, "search", ...args, "--json");
  return JSON.parse(stdout) as { kind: string; title: string; excerpt: string; files: string[] }[];
}

describe("a session", () => {
  test("leaves its edits, its failure with the fix, and a summary that a search finds [000-09] [003-18]", async () => {
    const place = await makeInstalledPlace({
      git: true,
      files: {
        "greet.sh": "echo hullo\n",
        "check.sh": 'test "$(sh greet.sh)" = hello || { echo "greeting is wrong"; exit 3; }\n',
      },
    });
    const file = `${place.project}/greet.sh`;
    const run = await runClaude({
      ...place,
      prompt: PROMPT,
      script: [
        bash(CHECK),
        read(file),
        edit(file, "hullo", "hello"),
        bash(CHECK),
        say("The greeting is right again."),
      ],
      timeoutMs: 60_000,
    });
    expect(run.exitCode).toBe(0);
    await waitForDrain(place);
    const kinds = queryStore(place, "SELECT kind FROM observations ORDER BY at, id").map(({ kind }) => kind);
    expect(kinds).toEqual(["failure", "change", "fix"]);
    const [fix] = await search(place, "greeting wrong", "--kind", "fix");
    expect(fix).toMatchObject({ title: `Fixed: Ran ${CHECK}`, files: ["greet.sh"] });
    const [summary] = queryStore(place, "SELECT text FROM session_summaries");
    expect(String(summary?.text).split("\n")).toEqual([
      `Request: ${PROMPT}`,
      "Edited: greet.sh",
      `Fixed: Ran ${CHECK}`,
      "Last message: The greeting is right again.",
    ]);
    expect(await search(place, "broken script", "--kind", "prompt")).toHaveLength(1);
    const { stdout } = await runCommand(place, "sessions", "show", run.sessionId.slice(0, 8));
    expect(stdout).toContain("Changed greet.sh");
    expect(queryStore(place, "SELECT original_request, project_key FROM sessions")).toEqual([
      { original_request: PROMPT, project_key: place.project },
    ]);
    const [stop] = queryStore(place, "SELECT tokens FROM event_log WHERE event = 'Stop'");
    expect(Number(stop?.tokens)).toBeGreaterThan(0);
    expect(await readFaultLines(place)).toEqual([]);
  }, 90_000);

  test("records its subagents in the order of events, and can search from inside [001-10]", async () => {
    const place = await makeInstalledPlace();
    const run = await runClaude({
      ...place,
      prompt: "Let a helper write the note for us.",
      script: {
        main: [
          agent({ prompt: "WRITE the note", background: false }),
          bash("holdfast drain"),
          bash("holdfast search milk"),
          say("Found."),
        ],
        agents: {
          "WRITE the note": [write(`${place.project}/note.txt`, "remember the milk\n"), say("Written.")],
        },
      },
      timeoutMs: 60_000,
    });
    expect(toolResults(run.requests).map(({ text }) => text)).toContainEqual(
      expect.stringContaining("note.txt"),
    );
    const events = queryStore(place, "SELECT event FROM event_log ORDER BY id").map(({ event }) => event);
    expect(events).toEqual(["SubagentStart", "SubagentStop", "search", "Stop"]);
  }, 90_000);
});
