// Gates apply wherever their user expects them: one run of the real client for each place.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readDecisions, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { findTold, requestsOfAgent, toolResults } from "../helpers/told.ts";
import { vouchFor } from "../helpers/trust.ts";
import { bash, say, useTool, write } from "../helpers/turns.ts";

/** Complains about each line with "bad" in it. */
const LINT = { run: `! grep -rn bad src`, paths: ["src/**"] };
const CHECKED = { quality: { stages: { quality: [LINT] } } };

async function makePlace(config: object, files: Record<string, string> = {}): Promise<Place> {
  const all = { ".claude/holdfast.json": JSON.stringify(config), "src/a.ts": "good\n", ...files };
  return makeInstalledPlace({ git: true, files: all });
}

const within = (place: Place, folder: string): Place => ({ ...place, project: `${place.project}/${folder}` });

const verdictsOf = (place: Place, event: string) =>
  readDecisions(place)
    .reverse()
    .filter((row) => row.event === event)
    .map((row) => row.verdict);

describe("in a work tree", () => {
  test("of its own a subagent is verified there, not in the main tree", async () => {
    const verify = "test -f done.txt || { echo done.txt is missing; exit 1; }";
    const place = await makePlace({ subagents: [{ match: "*", verify }] });
    const run = await runClaude({
      ...place,
      prompt: "Do it with help.",
      script: {
        main: [
          useTool("Agent", {
            description: "A helper",
            prompt: "HELPER: make it",
            subagent_type: "general-purpose",
            isolation: "worktree",
            run_in_background: false,
          }),
          say("The helper is done."),
        ],
        agents: {
          HELPER: [bash("echo x > half.txt"), say("Half."), bash("echo x > done.txt; pwd"), say("All.")],
        },
      },
    });
    expect(
      toolResults(run.requests)
        .map(({ text }) => text)
        .join("\n"),
    ).toContain("/.claude/worktrees/");
    expect(verdictsOf(place, "SubagentStop")).toEqual(["blocked", "complete"]);
    expect(findTold(requestsOfAgent(run.requests, "HELPER"), /done\.txt is missing/)).toBeDefined();
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("that Claude enters, the checks judge its changes, and a lock holds there too", async () => {
    const place = await makePlace(CHECKED);
    const run = await runClaude({
      ...place,
      prompt: "Do it in a work tree.",
      script: [
        useTool("EnterWorktree", { name: "side" }),
        bash("pwd; echo bad >> src/a.ts"),
        say("Done."),
        bash("echo good > src/a.ts; holdfast lock 'finish it' && holdfast status"),
        say("Really done."),
        bash("holdfast unlock"),
        say("Finished."),
      ],
    });
    expect(
      toolResults(run.requests)
        .map(({ text }) => text)
        .join("\n"),
    ).toContain("/.claude/worktrees/");
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "complete"]);
    expect(findTold(run.requests, /holds this stop \(gate: quality\)/)).toContain("src/a.ts");
    expect(findTold(run.requests, /holds this stop \(gate: lock\)/)).toContain("finish it");
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);
});

describe("in a sub-folder of a monorepo", () => {
  test("the root's checks hold and run at the root, and the nearer file adds its own", async () => {
    const own = { quality: { stages: { own: [{ run: "! test -f broken.txt" }] } } };
    const lint = { run: "! grep -rn bad packages", paths: ["packages/**"] };
    const root = await makePlace(
      { quality: { stages: { quality: [lint] } } },
      { "packages/app/.claude/holdfast.json": JSON.stringify(own) },
    );
    const app = within(root, "packages/app");
    // Before any session ran there.
    const shown = JSON.parse((await runCommand(app, "trust", "--show", "--json")).stdout);
    expect(shown).toMatchObject({
      project: app.project,
      files: [{ state: "trusted" }, { state: "new" }],
    });
    await vouchFor(`${app.home}/.holdfast`, app.project);
    expect((await runCommand(app, "trust", "--show")).stdout).toContain("Trusted");
    const run = await runClaude({
      ...app,
      prompt: "Change it.",
      script: [
        write(`${app.project}/a.ts`, "bad\n"),
        say("Done."),
        bash("echo good > a.ts; touch broken.txt"),
        say("Now?"),
        bash("rm broken.txt"),
        say("Done."),
      ],
    });
    expect(stopVerdicts(root)).toEqual(["blocked", "blocked", "complete"]);
    expect(findTold(run.requests, /Stage quality/)).toContain("packages/app/a.ts");
    expect(findTold(run.requests, /Stage own/)).toBeDefined();
    expect(await readFaultLines(root)).toEqual([]);
  }, 60_000);

  test("a loop that is started in a folder with its own config runs its command there", async () => {
    const check = "import { existsSync } from 'node:fs'; process.exit(existsSync('done.txt') ? 0 : 1);\n";
    const root = await makePlace(
      {},
      { "packages/app/.claude/holdfast.json": "{}", "packages/app/check.mjs": check },
    );
    const run = await runClaude({
      ...root,
      prompt: "Loop.",
      script: [
        bash('cd packages/app && holdfast loop start "make it" --verify "node check.mjs"'),
        say("Done."),
        write(`${root.project}/packages/app/done.txt`, "x\n"),
        say("Done."),
      ],
    });
    expect(stopVerdicts(root)).toEqual(["blocked", "complete"]);
    expect(findTold(run.requests, /The loop is not done/)).toContain("cd packages/app && node check.mjs");
  }, 60_000);

  test("a lock locks the root, and holds the session that was started in the sub-folder", async () => {
    const root = await makeInstalledPlace({ git: true, files: { "packages/app/a.txt": "a\n" } });
    const app = within(root, "packages/app");
    const locked = await runCommand(app, "lock", "work on");
    expect(locked.stdout).toContain(`Locked ${root.project} (git root)`);
    const run = await runClaude({
      ...app,
      prompt: "Work.",
      script: [say("Done."), bash("holdfast status; holdfast unlock"), say("Done.")],
    });
    expect(stopVerdicts(root)).toEqual(["blocked", "complete"]);
    const shown = toolResults(run.requests)
      .map(({ text }) => text)
      .join("\n");
    expect(shown).toMatch(/lock +work on\s+round 1 of 50, /);
    expect(shown).toContain(`Unlocked ${root.project}`);
  }, 60_000);
});
