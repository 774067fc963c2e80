// `holdfast init --strict` in the real client: what it holds, and that a person can live with it.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readDecisions, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { vouchFor } from "../helpers/trust.ts";
import { type Answer, bash, edit, read, say, together, useTool, write } from "../helpers/turns.ts";

const done = (taskId: string) => useTool("TaskUpdate", { taskId, status: "completed" });
const create = (subject: string) => useTool("TaskCreate", { subject, description: `Do ${subject}` });
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const SECRET = `export const token = "${TOKEN}";\n`;
const NOTES = Array.from({ length: 6 }, (_, n) => `// TODO part ${n}\n`).join("");

test("tasks of this prompt hold unless Claude asks; ignored files do not; a secret does, beside six notes that are advice", async () => {
  const place = await makeInstalledPlace({ git: true, files: { ".gitignore": ".env\n" } });
  const written = await runCommand(place, "init", "--strict", "--yes");
  expect(written.exitCode).toBe(0);
  await vouchFor(`${place.home}/.holdfast`, place.project);
  const file = `${place.project}/src/b.ts`;
  const session = startStreamingClaude({
    ...place,
    script: [
      ...[together(create("first"), create("second")), bash("ls"), say("All done.")],
      ...[useTool("TaskUpdate", { taskId: "1", status: "completed" }), say("Which database do you want?")],
      ...[write(`${place.project}/.env`, `TOKEN=${TOKEN}\n`), say("All done.")],
      ...[write(file, `${NOTES}${SECRET}`), say("All done.")],
      ...[edit(file, SECRET, ""), say("The notes are wanted. All done.")],
    ],
    allowedTools: "Bash Edit Read Write TaskCreate TaskUpdate",
    timeoutMs: 110_000,
  });
  await session.send("Do the work.");
  await session.send("Keep the token for later.");
  await session.send("Write the module.");
  const run = await session.close();
  expect(stopVerdicts(place)).toEqual(["blocked", "asking", "complete", "blocked", "complete"]);
  expect(findTold(run.requests, /2 tasks are not done: "first", "second"\./)).toBeDefined();
  const told = findTold(run.requests, /Left over in added lines/) ?? "";
  expect(told.indexOf("a secret")).toBeGreaterThan(0);
  const stops = readDecisions(place)
    .filter(({ event }) => event === "Stop")
    .reverse();
  const explain = async (stop: number) =>
    (await runCommand(place, "explain", String(stops[stop]?.id))).stdout;
  const explained = await explain(3);
  expect(told).not.toContain("a note of open work: ");
  expect(explained).toContain("a note of open work");
  expect(`${told}${explained}`).not.toContain(TOKEN);
  expect(await explain(1)).toContain("asks the user something");
  expect(await readFaultLines(place)).toEqual([]);
}, 120_000);

/** What the documents describe as unfinished: each stop of one session, with what its hold names. */
const MUST_HOLD = (project: string): { prompt: string; script: Answer[]; held: RegExp; fix: Answer[] }[] => {
  const file = (name: string) => `${project}/src/${name}`;
  const addsLine = (name: string, line: string, held: RegExp) => ({
    prompt: `Write ${name}.`,
    script: [write(file(name), `export const x = 1;\n${line}\n`)],
    held,
    fix: [write(file(name), "export const x = 1;\n")],
  });
  const plan = `${project}/docs/plans/login/PLAN.md`;
  return [
    {
      // 001, 7.1: the plan of the branch has open items after an implementation.
      prompt: "Implement the login.",
      script: [write(file("login.ts"), "export {};\n")],
      held: /2 items of phase .*Server.* are open/,
      fix: [read(plan), edit(plan, "- [ ] route\n- [ ] store", "- [x] route\n- [x] store")],
    },
    {
      // 001, part 5: open items of a checklist.
      prompt: "Add the parser, and list your steps.",
      script: [
        together(say("Steps:\n- [ ] write the parser\n- [ ] write its tests"), write(file("p.ts"), "1;\n")),
        say("Done so far:\n- [x] write the parser\n- [ ] write its tests"),
      ],
      held: /Your list has open items.*\n- write its tests/,
      fix: [],
    },
    {
      // 004, 4.1 check 2: tasks that are pending …
      prompt: "Do both parts.",
      script: [together(create("part one"), create("part two")), bash("ls"), done("1")],
      held: /1 task is not done: "part two"/,
      fix: [done("2")],
    },
    {
      // … or in progress.
      prompt: "Do the third part.",
      script: [
        create("part three"),
        useTool("TaskUpdate", { taskId: "3", status: "in_progress" }),
        bash("ls"),
      ],
      held: /1 task is not done: "part three"/,
      fix: [done("3")],
    },
    {
      // 002: Claude says that it is finished while its own list says otherwise.
      prompt: "Do everything on your list.",
      script: [
        create("update the docs"),
        write(file("d.ts"), "export {};\n"),
        say("All tasks are complete!"),
      ],
      held: /"update the docs"/,
      fix: [done("4")],
    },
    // 004, 6.2: leftovers.
    addsLine("one.ts", "debugger;", /one\.ts:2: a debugger statement/),
    addsLine("two.py", "breakpoint()", /two\.py:2: a breakpoint/),
    addsLine("three.test.ts", 'test.only("adds", () => {});', /three\.test\.ts:2: a focused test/),
    addsLine("four.ts", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic", /four\.ts:2: a merge marker/),
    addsLine("five.ts", `const key = "${TOKEN}";`, /five\.ts:2: a secret/),
  ];
};

test("ten stops that the documents describe as unfinished are held, and allowed after the fix", async () => {
  const place = await makeInstalledPlace({
    git: true,
    files: { "docs/plans/login/PLAN.md": "# Login\n## Phase 1: Server\n- [ ] route\n- [ ] store\n" },
  });
  Bun.spawnSync(["git", "checkout", "-q", "-b", "feature/login"], { cwd: place.project });
  expect((await runCommand(place, "init", "--strict", "--yes")).exitCode).toBe(0);
  await vouchFor(`${place.home}/.holdfast`, place.project);
  const cases = MUST_HOLD(place.project);
  const session = startStreamingClaude({
    ...place,
    script: cases.flatMap(({ script, fix }) => [
      ...(script.at(-1)?.blocks[0]?.type === "text" ? script : [...script, say("All done.")]),
      ...[...fix, say("Now it is.")],
    ]),
    allowedTools: "Bash Edit Read Write TaskCreate TaskUpdate",
    timeoutMs: 110_000,
  });
  for (const { prompt } of cases) await session.send(prompt);
  const run = await session.close();
  expect(stopVerdicts(place)).toEqual(cases.flatMap(() => ["blocked", "complete"]));
  for (const { held } of cases) expect(findTold(run.requests, held)).toBeDefined();
  expect(await readFaultLines(place)).toEqual([]);
}, 120_000);

test("a preset changes only its own settings, and one replaces the other", async () => {
  const mine = '{\n\t"metrics": false,\n\t"hygiene": {"ignore": ["legacy/**"]}\n}\n';
  const place = await makeInstalledPlace({ git: true, files: { ".claude/holdfast.json": mine } });
  const config = () => JSON.parse(readFileSync(`${place.project}/.claude/holdfast.json`, "utf8"));
  expect((await runCommand(place, "init", "--strict")).stdout).toContain("holdfast init --strict --yes");
  expect((await runCommand(place, "init", "--strict", "--gentle")).exitCode).toBe(1);
  expect(readFileSync(`${place.project}/.claude/holdfast.json`, "utf8")).toBe(mine);
  await runCommand(place, "init", "--strict", "--yes");
  expect(config()).toMatchObject({ metrics: false, hygiene: { ignore: ["legacy/**"], stop: "block" } });
  await runCommand(place, "init", "--gentle", "--yes");
  expect(config()).toMatchObject({
    budget: { blocks: 2 },
    tasks: { block: "never" },
    hygiene: { stop: "advise" },
  });
  expect((await runCommand(place, "config", "check")).exitCode).toBe(0);
  expect((await runCommand(place, "init", "--gentle", "--yes")).stdout).toContain(
    "already has these settings",
  );
}, 60_000);
