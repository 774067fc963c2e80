// The active plan through the pipeline: which one it is, what a start is told, and how MEMORY.md is written.
import { describe, expect, test } from "bun:test";
import { chmodSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { findActivePlan, listPlanFiles } from "../../../../src/gates/plan/active-plan.ts";
import { replaceProjectFile } from "../../../../src/platform/atomic-file.ts";
import { makeTempProject } from "../../../helpers/temp.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

const OPEN = "- [ ] one\n";
const ACTIVE = "Status: in-progress\n";

async function activeIn(project: string, files: string[] = []) {
  const config = defaultConfig();
  const plan = await findActivePlan(project, { ...config, plan: { ...config.plan, files } });
  return plan && [plan.path, plan.why];
}

describe("the active plan", () => {
  test("is that of the branch, also in a linked work tree and with a slash in its name", async () => {
    const project = makeTempProject({
      git: true,
      files: {
        "docs/plans/login/PLAN.md": OPEN,
        "docs/plans/ui-form/PLAN.md": OPEN,
        "docs/plans/other/PLAN.md": OPEN,
        "docs/plans/other/MEMORY.md": ACTIVE,
      },
    });
    const git = (...args: string[]) => Bun.spawnSync(["git", ...args], { cwd: project });
    git("checkout", "-q", "-b", "feature/login");
    expect(await activeIn(project)).toEqual(["docs/plans/login/PLAN.md", "branch"]);
    git("worktree", "add", "-q", "-b", "feature/ui/form", `${project}/linked`);
    expect(await activeIn(`${project}/linked`)).toEqual(["docs/plans/ui-form/PLAN.md", "branch"]);
    git("checkout", "-q", "--detach");
    expect(await activeIn(project)).toEqual(["docs/plans/other/PLAN.md", "status"]);
  });

  test("is otherwise the newest whose memory says in-progress", async () => {
    const project = makeTempProject({
      files: {
        "docs/plans/a/PLAN.md": OPEN,
        "docs/plans/a/MEMORY.md": ACTIVE,
        "docs/plans/b/PLAN.md": OPEN,
        "docs/plans/b/MEMORY.md": ACTIVE,
        "docs/plans/c/PLAN.md": OPEN,
        "docs/plans/c/MEMORY.md": "Status: complete\n",
        "docs/plans/d/PLAN.md": OPEN,
      },
    });
    utimesSync(`${project}/docs/plans/b/MEMORY.md`, 1, 1);
    expect(await activeIn(project)).toEqual(["docs/plans/a/PLAN.md", "status"]);
    utimesSync(`${project}/docs/plans/a/MEMORY.md`, 0, 0);
    expect(await activeIn(project)).toEqual(["docs/plans/b/PLAN.md", "status"]);
  });

  test("is where the config says, never outside the project", async () => {
    const project = makeTempProject({ files: { "work/a/PLAN.md": OPEN, "work/a/MEMORY.md": ACTIVE } });
    expect(await activeIn(project)).toBeNull();
    expect(await activeIn(project, ["work/*/PLAN.md"])).toEqual(["work/a/PLAN.md", "status"]);
    const config = defaultConfig();
    const wild = ["../*/PLAN.md", "/tmp/*", "~/*", "**/PLAN.md", "work/../../*"];
    expect(listPlanFiles(project, { ...config, plan: { ...config.plan, files: wild } })).toEqual([]);
  });
});

describe("a session that starts", () => {
  const start = { hook_event_name: "SessionStart", source: "startup" };

  test("is told what is open and what the memory says, within the budget", async () => {
    const memory = `${ACTIVE}${"word ".repeat(5000)}the end`;
    const items = Array.from({ length: 30 }, (_, n) => `- [ ] item ${n} ${"x".repeat(300)}\n`).join("");
    const place = await makeWorkplace({ "docs/plans/a/PLAN.md": items, "docs/plans/a/MEMORY.md": memory });
    const answer = await place.send(start);
    const context = "context" in answer ? answer.context : "";
    expect(context).toContain("Active plan: docs/plans/a/PLAN.md");
    expect(context).toContain("- and 22 more");
    expect(context).toContain("the end");
    expect(context.length).toBeLessThan(3600);
  });

  test.each([
    ["a finished plan", "- [x] one\n", "{}"],
    ["the gate switched off", OPEN, '{"gates": {"plan": {"enabled": false}}}'],
    ["no room for it", OPEN, '{"plan": {"context": 0}}'],
  ])("with %s is told nothing", async (_, plan, config) => {
    const place = await makeWorkplace({
      "docs/plans/a/PLAN.md": plan,
      "docs/plans/a/MEMORY.md": ACTIVE,
      ".claude/holdfast.json": config,
    });
    expect((await place.send(start)).kind).toBe("silent");
  });
});

describe("a file of the project", () => {
  test("is replaced as a whole, keeps its mode and leaves no temporary file", () => {
    const project = makeTempProject({ files: { "docs/MEMORY.md": "old" } });
    const path = `${project}/docs/MEMORY.md`;
    chmodSync(path, 0o644);
    replaceProjectFile(project, path, "old", "new");
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(readdirSync(`${project}/docs`)).toEqual(["MEMORY.md"]);
  });

  test("that somebody changed meanwhile stays as it is", () => {
    const project = makeTempProject({ files: { "MEMORY.md": "theirs" } });
    replaceProjectFile(project, `${project}/MEMORY.md`, "old", "new");
    expect(readFileSync(`${project}/MEMORY.md`, "utf8")).toBe("theirs");
  });

  test("that is a link, or lies outside behind one, is not written", () => {
    const outside = makeTempProject({ files: { "MEMORY.md": "old" } });
    const project = makeTempProject({ files: { "docs/a/MEMORY.md": "old" } });
    renameSync(`${project}/docs/a/MEMORY.md`, `${project}/real.md`);
    symlinkSync(`${project}/real.md`, `${project}/docs/a/MEMORY.md`);
    replaceProjectFile(project, `${project}/docs/a/MEMORY.md`, "old", "new");
    symlinkSync(outside, `${project}/docs/b`);
    replaceProjectFile(project, `${project}/docs/b/MEMORY.md`, "old", "new");
    expect(readFileSync(`${project}/real.md`, "utf8")).toBe("old");
    expect(readFileSync(`${outside}/MEMORY.md`, "utf8")).toBe("old");
    expect(readdirSync(`${project}/docs/a`)).toEqual(["MEMORY.md"]);
  });
});
