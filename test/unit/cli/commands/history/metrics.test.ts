import { beforeEach, describe, expect, test } from "bun:test";
import { databasePath, readEnvironment } from "../../../../../src/config/environment.ts";
import { addMetrics } from "../../../../../src/recording/metrics/metric-rows.ts";
import { openStore, type Store } from "../../../../../src/store/open.ts";
import { touchSession } from "../../../../../src/store/sessions.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject } from "../../../../helpers/temp.ts";

let env = readEnvironment({});
let store: Store;
let project = "";

beforeEach(async () => {
  env = readEnvironment({ HOME: makeTempHome() });
  project = makeTempProject();
  store = await openStore(databasePath(env));
});

function addSession(sessionId: string, projectDir: string, at: number): void {
  touchSession(store, { sessionId, projectDir, transcriptPath: null, at, toolCalls: 0 });
  const numbers = [
    ...Array.from({ length: 8 }, () => ({ metric: "tool_usage", label: "Bash", value: 1 })),
    ...Array.from({ length: 2 }, () => ({ metric: "tool_usage", label: "Read", value: 1 })),
    { metric: "tool_errors", label: "Bash", value: 1 },
    { metric: "tool_duration_ms", label: "Bash", value: 1500 },
    { metric: "bash_commands", label: "git", value: 1 },
    { metric: "prompt_length", label: "", value: 40 },
  ];
  addMetrics(
    store,
    numbers.map((number) => ({ ...number, sessionId, at })),
  );
}

const run = (...args: string[]) => runCli(env, project, "metrics", ...args);

describe("holdfast metrics", () => {
  test("says when there is nothing", async () => {
    const { exitCode, text } = await run();
    expect([exitCode, text]).toEqual([0, expect.stringContaining("No session was recorded in this period")]);
  });

  test("says why sessions that were only ingested have no numbers", async () => {
    const at = Date.now();
    touchSession(store, { sessionId: "s1", projectDir: project, transcriptPath: null, at, toolCalls: 3 });
    expect((await run()).text).toContain("Sessions from `holdfast ingest` are not counted here");
  });

  test("shows counts, rates and bars, the longest for the most", async () => {
    addSession("s1", project, Date.now());
    const { text } = await run();
    expect(text).toMatch(/^1 session, 1 a day over 1 day$/m);
    expect(text).toMatch(/^Prompts +1 {2}1 a day, mean length 40, longest 40$/m);
    expect(text).toMatch(/^Tool calls +10 {2}10 a day, 1 failed \(10 %\), 10 a prompt$/m);
    expect(text).toMatch(/^ {2}Bash +8 {2}█{20} {2}1 failed \(13 %\), mean 1500 ms$/m);
    expect(text).toMatch(/^ {2}Read +2 {2}█{5}$/m);
    expect(text).toMatch(/^Searches +0$/m);
  });

  test("covers this project and this period, unless told otherwise", async () => {
    addSession("s1", project, Date.now());
    addSession("s2", "/elsewhere", Date.now());
    addSession("s3", project, Date.now() - 20 * 24 * 3_600_000);
    const sessions = async (...args: string[]) =>
      ((await run("--json", ...args)).json as { sessions: number }).sessions;
    expect(await sessions()).toBe(1);
    expect(await sessions("--since", "30d")).toBe(2);
    expect(await sessions("--all")).toBe(2);
    expect(await sessions("--all", "--since", "2020-01-01")).toBe(3);
  });

  test("shows the period as a date, however long ago", async () => {
    const { json } = await run("--json", "--since", "1970-01-01");
    expect(json).toMatchObject({ since: "1970-01-01T00:00:00.000Z" });
  });

  test("refuses a time it cannot parse", async () => {
    const { exitCode, text } = await run("--since", "whenever");
    expect([exitCode, text]).toEqual([1, expect.stringContaining("Examples: 30d")]);
  });
});
