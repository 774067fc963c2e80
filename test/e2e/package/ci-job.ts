// The job of docs/ci.md and action.yml, run step by step like GitHub's runner, in a clone, with the installed package and the real client.
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { buildEnvironment } from "../../helpers/client-process.ts";
import { npmEnvironment, ROOT, requireTool, run } from "../../helpers/npm-package.ts";
import { startScriptedApi } from "../../helpers/scripted-api.ts";
import { makeTempFolder, makeTempProject } from "../../helpers/temp.ts";
import { type Answer, say, write } from "../../helpers/turns.ts";

interface Step {
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

const ACTION = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as {
  inputs: Record<string, { default: string }>;
  runs: { steps: (Step & { shell: string })[] };
};
const [, , JOB = ""] = readFileSync(join(ROOT, "docs/ci.md"), "utf8").split(/^```yaml\n/m);
const STEPS = (parse(JOB.split(/^```$/m)[0] ?? "") as { jobs: { claude: { steps: Step[] } } }).jobs.claude
  .steps;

const CONFIG = {
  quality: {
    stages: { tests: [{ run: 'if grep -qs bad b.txt; then echo "b.txt:1: error: bad"; exit 1; fi' }] },
  },
};

export function describeCiJob(getPackage: () => string): void {
  test("runs Claude, says how it ended, and fails if a check fails or the checks were changed", async () => {
    const script = (project: string) => [write(`${project}/b.txt`, "bad\n"), say("Done.")];
    const job = await runJob(script, getPackage());
    const report = (name: string) => readFileSync(`${job.project}/reports/holdfast.${name}`, "utf8");
    expect({ failed: job.failed, output: job.output() }).toMatchObject({ failed: ["Checks"] });
    expect(job.output()).toContain("complete: nothing held it");
    expect(job.output()).toMatch(/^::error file=b\.txt,line=1,title=tests%3A .*::error: bad$/m);
    expect(report("xml")).toContain('tests="1" failures="1"');

    writeFileSync(`${job.project}/b.txt`, "good\n");
    expect(await job.again("The checks are still those of the commit")).toBe(true);
    expect(await job.again("Checks")).toBe(true);
    expect(report("xml")).toContain('tests="1" failures="0"');
    expect(readFileSync(job.summary, "utf8")).toMatch(/❌ failed[\s\S]*✅ passed/);
    writeFileSync(`${job.project}/.claude/holdfast.json`, "{}");
    expect(await job.again("The checks are still those of the commit")).toBe(false);
  });
}

async function runJob(script: (project: string) => Answer[], installed: string) {
  const folder = makeTempFolder("runner");
  const origin = makeTempProject({
    git: true,
    files: { "a.txt": "good\n", ".claude/holdfast.json": JSON.stringify(CONFIG) },
  });
  const project = `${folder}/work`;
  const api = startScriptedApi(script(project));
  const home = `${folder}/home`;
  for (const path of [home, `${folder}/bin`, `${folder}/npm`]) mkdirSync(path);
  symlinkSync(join(ROOT, "node_modules/.bin/claude"), `${folder}/bin/claude`);
  const [variables, summary, outputs] = [`${folder}/env`, `${folder}/summary.md`, `${folder}/outputs`];
  for (const file of [variables, summary, outputs]) writeFileSync(file, "");
  const base: Record<string, string> = {
    ...buildEnvironment({ home, project }, api.url),
    ...(await npmEnvironment()),
    npm_config_prefix: `${folder}/npm`,
    PATH: `${folder}/npm/bin:${folder}/bin:${process.env.PATH}`,
    GITHUB_ACTIONS: "true",
    GITHUB_ENV: variables,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: outputs,
  };
  const failed: string[] = [];
  let output = "";

  const readSet = (file: string): Record<string, string> =>
    Object.fromEntries(
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.includes("="))
        .map((line) => line.split(/=(.*)/, 2)),
    );

  const runScript = async (step: Step, inputs: Record<string, string>) => {
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [
      name,
      evaluate(value, inputs, readSet(outputs)),
    ]);
    const env = { ...base, ...readSet(variables), ...Object.fromEntries(own) };
    expect(step.run).not.toContain("${{");
    const bash = [requireTool("bash"), "--noprofile", "--norc", "-eo", "pipefail", "-c", step.run ?? ""];
    const ran = await run({ folder: project, home, env }, bash);
    output += ran.stdout + ran.stderr;
    return ran.exitCode === 0;
  };

  const runAction = async (given: Record<string, unknown>) => {
    const defaults = Object.entries(ACTION.inputs).map(([name, input]) => [name, input.default]);
    const set = Object.entries(given).map(([name, value]) => [name, String(value)]);
    const inputs = Object.fromEntries([...defaults, ["package", installed], ...set]);
    for (const step of ACTION.runs.steps) {
      const [, name = "", wanted] = /^inputs\.(\w+) == '(\w+)'$/.exec(step.if ?? "") ?? [];
      if (step.if !== undefined && inputs[name] !== wanted) continue;
      if (!(await runScript(step, inputs))) return false;
    }
    return true;
  };

  const runStep = async (step: Step) => {
    const { uses = "" } = step;
    if (uses.startsWith("actions/checkout@")) {
      const cloned = Bun.spawnSync(["git", "clone", "-q", origin, project]);
      base.GITHUB_SHA = Bun.spawnSync(["git", "rev-parse", "HEAD"], { cwd: project })
        .stdout.toString()
        .trim();
      return cloned.exitCode === 0;
    }
    if (/^OWNER\/holdfast@v\d/.test(uses)) return runAction(step.with ?? {});
    // The client and Node are already installed.
    if (uses.startsWith("actions/") || step.run === "npm install --global @anthropic-ai/claude-code")
      return true;
    expect(uses).toBe("");
    return runScript(step, { prompt: "Do it; $(not a command)" });
  };

  for (const step of STEPS) {
    if (failed.length > 0 && step.if !== "always()") continue;
    if (!(await runStep(step))) failed.push(step.name ?? step.uses ?? "");
  }
  await api.stop();
  const again = (name: string) => runStep(STEPS.find((step) => step.name === name) ?? {});
  return { project, summary, failed, output: () => output, again };
}

function evaluate(text: string, inputs: Record<string, string>, outputs: Record<string, string>): string {
  return text
    .replace(/\$\{\{ steps\.\w+\.outputs\.(\w+) \}\}/g, (_, name: string) => outputs[name] ?? "")
    .replace(/\$\{\{ (inputs|secrets)\.(\w+) \}\}/g, (_, kind: string, name: string) =>
      kind === "secrets" ? "scripted" : (inputs[name] ?? ""),
    );
}
