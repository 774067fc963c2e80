// What a team's developer sees in the dashboard, in a browser.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { databasePath } from "../../src/config/environment.ts";
import { openStore } from "../../src/store/open.ts";
import { saveProjectKey, touchSession } from "../../src/store/sessions.ts";
import { collectProblems, startBrowser } from "../helpers/browser.ts";
import { type OpenDashboard, openDashboard } from "../helpers/dashboard.ts";
import type { Place } from "../helpers/holdfast.ts";
import { makeTestMachine, type TestMachine } from "../helpers/machines.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";

setDefaultTimeout(120_000);

let server: TestPostgres;
let browser: Browser;
let dashboard: OpenDashboard;
let page: Page;
let problems: string[];
const [ann, bob] = [makeTestMachine("ann-laptop"), makeTestMachine("bob-laptop")];

beforeAll(async () => {
  [server, browser] = await Promise.all([startPostgres(), startBrowser()]);
  const database = await server.createDatabase();
  const run = async (machine: TestMachine, ...words: string[]) => {
    const { exitCode, text } = await machine.run(...words);
    if (exitCode !== 0) throw new Error(text);
  };
  await run(ann, "sync", "admin", "init", server.url(database));
  for (const [name, machine] of [
    ["ann", ann],
    ["bob", bob],
  ] as const) {
    await run(ann, "sync", "admin", "add", name, server.url(database));
    await run(machine, "sync", "setup", server.url(database, name));
    const path = `${machine.env.holdfastHome}/config.json`;
    const { sync } = JSON.parse(readFileSync(path, "utf8")) as { sync: object };
    writeFileSync(path, JSON.stringify({ sync: { ...sync, decisions: true } }));
  }
  await ann.save("Use pnpm <b>10</b>");
  await hold(ann, "quality", true);
  await hold(bob, "quality", false);
  for (const machine of [ann, bob, ann]) await run(machine, "sync");
  const place = { home: bob.env.home, project: bob.project } as Place;
  dashboard = await openDashboard(place);
  page = await browser.newPage();
  problems = collectProblems(page, dashboard.base);
  await page.goto(dashboard.url);
});

afterAll(async () => {
  await browser?.close();
  await dashboard?.stop();
  await server?.stop();
});

async function hold({ env, project }: TestMachine, gate: string, isWrong: boolean): Promise<void> {
  const store = await openStore(databasePath(env));
  const at = Date.now();
  touchSession(store, { sessionId: "s1", projectDir: project, transcriptPath: null, at, toolCalls: 0 });
  saveProjectKey(store, "s1", project);
  const findings = JSON.stringify([{ gate, severity: "block", summary: "x", reason: "x" }]);
  store
    .query(
      `INSERT INTO decisions (session_id, agent, event, at, verdict, rule, findings, duration_ms, wrong_at)
       VALUES ('s1', 'main', 'Stop', $at, 'blocked', 'open', $findings, 1, $wrong)`,
    )
    .run({ at, findings, wrong: isWrong ? at : null });
  store.close();
}

test("a colleague's memory names its author, and the command that makes it a rule", async () => {
  await page.goto(`${dashboard.base}/memories`);
  const row = page.getByRole("link", { name: /Use pnpm/ });
  await row.waitFor();
  expect(await page.locator(".split-list").innerText()).toContain("by ann");
  await row.click();
  await page.getByText("your team: ann").waitFor();
  await page.getByText("--team-rule").waitFor();
  expect(problems).toEqual([]);
});

test("a memory that was merged shows the text that lost", async () => {
  await bob.save("Deploy on Mondays");
  const [saved] = (await bob.run("memory", "search", "Mondays", "--json")).json as { file: string }[];
  const path = saved?.file ?? "";
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace("\nstatus:", '\nlost: ["Deploy on Fridays"]\nstatus:'),
  );
  await page.goto(`${dashboard.base}/memories`);
  await page.getByRole("link", { name: /Deploy on Mondays/ }).click();
  await page.getByText("written at the same time elsewhere").waitFor();
  await page.getByText("Deploy on Fridays").waitFor();
});

test("the Stops page counts the team's holds", async () => {
  await page.goto(`${dashboard.base}/stops`);
  const team = page.locator("section", { hasText: "Your team" });
  await team.getByText("held 2 times").waitFor();
  await team.getByText("50% of them marked wrong").waitFor();
  await team.getByText("2 stops on 2 machines in 30 days").waitFor();
  expect(problems).toEqual([]);
});
