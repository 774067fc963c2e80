// Can a new test fail? In the real client: a vacuous test is named to the person after the turn, or wakes Claude once.
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isResult } from "../helpers/client-messages.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { queryStore, stopVerdicts } from "../helpers/installed.ts";
import { eventuallyGone, readPids } from "../helpers/processes.ts";
import { type CheckedPlace, makeCheckedPlace, onceStarted } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, read, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(90_000);

const OLD = "export const total = (a) => a;\n";
const NEW = "export const total = (a) => a * 2;\n";
const head = `import test from "node:test";\nimport assert from "node:assert";\nimport { total } from "./cart.mjs";\n`;
const VACUOUS = 'test("is a number", () => {\n  assert.equal(typeof total(1), "number");\n});\n';
const REAL = 'test("doubles", () => {\n  assert.equal(total(2), 4);\n});\n';

const makePlace = (newTests: string, rest: object = {}) =>
  makeCheckedPlace({
    stages: {},
    files: { "cart.mjs": OLD },
    config: { quality: { newTests } },
    ...rest,
  });
const results = (place: CheckedPlace) =>
  queryStore(place, "SELECT outcome, telling FROM check_results WHERE stage = 'new tests'");
const changeWith = (place: CheckedPlace, tests: string) => [
  onceStarted(place, read(`${place.project}/cart.mjs`)),
  write(`${place.project}/cart.mjs`, NEW),
  write(`${place.project}/cart.test.mjs`, head + tests),
];
const temporary = (place: CheckedPlace) =>
  readdirSync(`${place.home}/tmp`).filter((name) => name.startsWith("holdfast-tree"));

async function withTemp(place: CheckedPlace): Promise<CheckedPlace> {
  Bun.spawnSync(["mkdir", "-p", `${place.home}/tmp`]);
  return { ...place, env: { ...place.env, TMPDIR: `${place.home}/tmp` } };
}

test("a vacuous test is named to the person, a real one is not, and `checks` shows the result", async () => {
  const place = await withTemp(await makePlace("advise"));
  const session = startStreamingClaude({
    ...place,
    script: [...changeWith(place, VACUOUS + REAL), say("Done."), say("Bye.")],
  });
  await session.send("Change it.");
  await waitUntil(() => results(place).length === 1);
  await waitUntil(() => queryStore(place, "SELECT 1 FROM messages").length > 0);
  const line =
    "1 of 2 new tests in cart.test.mjs also passes without the change (fine for a refactoring): `is a number`";
  const shown = (await runCommand(place, "checks")).stdout;
  expect(shown).toMatch(
    /new tests +node cart\.test\.mjs +weak \(1 of 2 new tests.*`is a number`\).*this tree/,
  );
  expect((await runCommand(place, "checks", "--markdown")).stdout).toMatch(
    /\| `new tests` \|.*1 of 2 new tests/,
  );
  await session.send("Bye?");
  const run = await session.close();
  expect(systemMessages(run).map(({ text }) => text)).toEqual([expect.stringContaining(line)]);
  expect(stopVerdicts(place)).toEqual(["complete", "complete"]);
  expect(temporary(place)).toEqual([]);
  expect(await readFaultLines(place)).toEqual([]);
});

test("tests that fail without the change are only shown by `checks`, and an untrusted project runs nothing", async () => {
  const place = await withTemp(await makePlace("advise"));
  const session = startStreamingClaude({
    ...place,
    script: [...changeWith(place, REAL), say("Done."), say("Bye.")],
  });
  await session.send("Change it.");
  await waitUntil(() => results(place).length === 1);
  await session.send("Bye?");
  const run = await session.close();
  expect(results(place)).toEqual([{ outcome: "passed", telling: "1 new test fails without the change" }]);
  expect(systemMessages(run)).toEqual([]);
  const stranger = await withTemp(await makePlace("advise", { trusted: false }));
  const ran = startStreamingClaude({
    ...stranger,
    script: [
      ...changeWith(
        stranger,
        `${VACUOUS}import { writeFileSync } from "node:fs";\nwriteFileSync(process.env.HOME + "/ran", "");\n`,
      ),
      say("Done."),
      say("Bye."),
    ],
  });
  await ran.send("Change it.");
  await Bun.sleep(1500);
  await ran.close();
  expect(results(stranger)).toEqual([]);
  expect(readdirSync(stranger.home)).not.toContain("ran");
});

test("nothing is said about source with uncommitted changes from before the session, and doctor says why", async () => {
  const place = await withTemp(await makePlace("block"));
  writeFileSync(`${place.project}/cart.mjs`, OLD.replace("a;", "a + 0;"));
  const session = startStreamingClaude({ ...place, script: [...changeWith(place, VACUOUS), say("Done.")] });
  await session.send("Change it.");
  await waitUntil(() => results(place).length === 1);
  await session.close();
  expect(results(place)).toMatchObject([{ outcome: "unsure" }]);
  expect((await runCommand(place, "doctor")).stdout).toMatch(
    /new tests.*cart\.mjs: it had uncommitted changes when the session began/s,
  );
  expect(queryStore(place, "SELECT 1 FROM messages")).toEqual([]);
});

test("data that a session changed is old too, with every byte of it", async () => {
  const image = (byte: number) => Buffer.from([0x89, 0xff, 0, byte]);
  const place = await withTemp(await makePlace("advise"));
  const git = (...words: string[]) => Bun.spawnSync(["git", ...words], { cwd: place.project });
  writeFileSync(`${place.project}/logo.png`, image(1));
  git("add", "-A");
  git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "Add a logo");
  const reads = `import { readFileSync } from "node:fs";\nconst logo = () => [...readFileSync(new URL("logo.png", import.meta.url)), typeof total];\n`;
  const exact =
    'test("the new logo", () => {\n  assert.deepEqual(logo(), [0x89, 0xff, 0, 2, "function"]);\n});\n';
  const paint = `printf '\\211\\377\\0\\2' > logo.png`;
  const session = startStreamingClaude({
    ...place,
    script: [
      onceStarted(place, read(`${place.project}/cart.mjs`)),
      bash(paint),
      write(`${place.project}/cart.mjs`, NEW),
      write(`${place.project}/cart.test.mjs`, `${head}${reads}${exact}${VACUOUS}`),
      say("Done."),
    ],
  });
  await session.send("Change it.");
  await waitUntil(() => results(place).length === 1);
  await session.close();
  expect([...readFileSync(`${place.project}/logo.png`)]).toEqual([...image(2)]);
  expect(results(place)).toMatchObject([
    { outcome: "weak", telling: expect.stringContaining("1 of 2 new tests in cart.test.mjs also passes") },
  ]);
  expect(results(place)[0]?.telling).toContain("`is a number`");
});

test("set to block, it wakes Claude once with the names", async () => {
  const place = await withTemp(await makePlace("block"));
  const session = startStreamingClaude({
    ...place,
    script: {
      main: [
        ...changeWith(place, VACUOUS),
        say("Done."),
        write(`${place.project}/cart.test.mjs`, head + VACUOUS.replace("is a", "is still a")),
      ],
      whenDone: say("It is a refactoring."),
    },
  });
  await session.send("Change it.");
  await session.waitFor((message) => isResult(message) && message.result === "It is a refactoring.");
  await waitUntil(() => results(place).length === 2);
  await Bun.sleep(500);
  const run = await session.close();
  const told = findTold(run.requests, /None of your new or changed tests fails without your change/);
  expect(told).toContain("`is a number`");
  const after = queryStore(place, "SELECT verdict FROM decisions WHERE event = 'background' ORDER BY id");
  expect(after.map(({ verdict }) => verdict)).toEqual(["blocked", "complete"]);
  expect(await readFaultLines(place)).toEqual([]);
});

test("set to block, it only advises if an older test in another file went from red to green", async () => {
  const older = 'test("is exact", () => {\n  assert.equal(total(3), 6);\n});\n';
  const files = { "cart.mjs": OLD, "older.test.mjs": head + older };
  const place = await withTemp(await makePlace("block", { files }));
  const session = startStreamingClaude({
    ...place,
    script: [...changeWith(place, VACUOUS), say("Done.")],
  });
  await session.send("Change it.");
  const verdicts = () => queryStore(place, "SELECT verdict FROM decisions WHERE event = 'background'");
  await waitUntil(() => verdicts().length > 0);
  await session.close();
  expect(verdicts()).toEqual([{ verdict: "complete" }]);
  expect(results(place)).toMatchObject([
    { outcome: "weak", telling: expect.stringContaining("`is a number`") },
  ]);
});

test("nothing is left behind when the run is killed", async () => {
  const place = await withTemp(await makePlace("advise"));
  const hang =
    'import { appendFileSync } from "node:fs";\nappendFileSync(process.env.HOME + "/pids", process.pid + "\\n");\ntest("hangs", () => new Promise((done) => setTimeout(() => done(total(1)), 60_000)));\n';
  const session = startStreamingClaude({
    ...place,
    script: [...changeWith(place, hang), say("Done.")],
  });
  await session.send("Change it.");
  const running = await readPids(`${place.home}/pids`, 1);
  const records = `${place.home}/.holdfast/worktrees`;
  const [record = ""] = readdirSync(records);
  expect(temporary(place)).toHaveLength(1);
  process.kill(JSON.parse(readFileSync(`${records}/${record}`, "utf8")).pid, "SIGKILL");
  await session.close();
  await runCommand(place, "prune");
  await eventuallyGone(running);
  await waitUntil(() => temporary(place).length === 0);
  expect(readdirSync(records)).toEqual([]);
});
