// What several sessions of the real client show together.
import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import type { Insights } from "../../src/review/insights/insights.ts";
import { runClaude } from "../helpers/claude.ts";
import { readReport } from "../helpers/dashboard.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { bash, read, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(120_000);

async function look(place: Place, ...more: string[]): Promise<Insights[]> {
  const { exitCode, stdout, stderr } = await runCommand(place, "insights", "--json", ...more);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("failing commands, re-read files, blocks and verdicts of real sessions are reported", async () => {
  const place = await makeInstalledPlace({ git: true, files: { "a.txt": "a", "check.sh": "exit 3\n" } });
  await runCommand(place, "lock", "keep going", "--max", "2");
  const file = `${place.project}/a.txt`;
  const script = [
    bash("sh check.sh"),
    read(file),
    read(file),
    read(file),
    bash("sh check.sh"),
    say("I stop here."),
    say("I stop again."),
    say("And again."),
  ];
  await runClaude({ ...place, prompt: "Check it.", script, timeoutMs: 60_000 });
  // The client lets async hooks end after itself, and another drain may be running.
  await waitUntil(async () => {
    await runCommand(place, "drain");
    const [done] = queryStore(place, "SELECT count(*) AS n FROM pending_queue WHERE status = 'done'");
    return done?.n === 5;
  });
  const [insights] = await look(place);
  expect(insights?.project).toBe(place.project);
  expect(insights?.now).toMatchObject({ sessions: 1, failures: 2 });
  expect(insights?.now.failingCommands).toMatchObject([{ command: "sh check.sh", failures: 2 }]);
  expect(insights?.now.rereadFiles).toMatchObject([{ reads: 3, sessions: 1 }]);
  expect(insights?.now.gates).toMatchObject([{ gate: "lock", blocks: 2 }]);
  expect(insights?.now.latency?.median).toBeGreaterThan(0);
  expect(insights?.before.sessions).toBe(0);

  const [block] = queryStore(place, "SELECT id FROM decisions WHERE verdict = 'blocked' LIMIT 1");
  await runCommand(place, "wrong", String(block?.id));
  queryStore(place, "UPDATE decisions SET wrong_at = 1 WHERE verdict = 'blocked'");
  const [marked] = await look(place);
  expect(marked?.advice).toMatchObject([{ gate: "lock", setting: { key: "gates.lock.max", value: 25 } }]);
  const { stdout } = await runCommand(place, "insights");
  expect(stdout).toContain("sh check.sh");
  expect(stdout).toContain('{"gates":{"lock":{"max":25}}}');
});

test("the page is private and self-contained, and covers every project on request", async () => {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  await runCommand(place, "insights");
  queryStore(
    place,
    `INSERT INTO sessions (session_id, project_dir, started_at, last_seen_at)
     VALUES ('s1', '/work/<b>one', ${Date.now()}, ${Date.now()}), ('s2', '/work/two', ${Date.now()}, ${Date.now()})`,
  );
  const { exitCode, stdout } = await runCommand(place, "insights", "--all", "--html", "page.html");
  expect(exitCode).toBe(0);
  const path = `${place.project}/page.html`;
  expect(stdout).toBe(`Written: ${path}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const html = readFileSync(path, "utf8");
  const { kind, projects } = readReport(html) as { kind: string; projects: { project: string }[] };
  expect([kind, projects.map(({ project }) => project).toSorted()]).toEqual([
    "insights",
    ["/work/<b>one", "/work/two"],
  ]);
  expect(html).not.toContain("<b>one");
});

test.each([
  [["--since", "soon"], "--since soon is neither"],
  [["--since", "2999-01-01"], "--since 2999-01-01 is not in the past"],
  [["--html", "no/such/folder/page.html"], "cannot be written"],
])("%j is refused with an explanation", async (words, message) => {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const { exitCode, stderr } = await runCommand(place, "insights", ...words);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(message);
});

test("--since accepts a date, as in `search`", async () => {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const [insights] = await look(place, "--since", day);
  expect(insights?.since as unknown).toBe(`${day}T00:00:00.000Z`);
  const { stdout } = await runCommand(place, "insights", "--since", day);
  expect(stdout).toMatch(/against the 1[01] days before/);
  const [sinceEver] = await look(place, "--since", "1970-01-01");
  expect(sinceEver?.since as unknown).toBe("1970-01-01T00:00:00.000Z");
});

test("a project without records is reported as having no sessions", async () => {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const { exitCode, stdout } = await runCommand(place, "insights");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("No session was recorded in that period.");
});
