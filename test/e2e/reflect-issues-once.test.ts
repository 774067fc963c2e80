// The same finding becomes one issue, whoever files it, whenever, and however often.
import { expect, setDefaultTimeout, test } from "bun:test";
import { EXECUTABLE, runCommand } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { fileAll, makeSetting, many, summaryOf } from "../helpers/issue-filing.ts";
import { leaveFindings, makePattern, statuses } from "../helpers/reviewed-findings.ts";
import { makeTempProject } from "../helpers/temp.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

test("an issue is not filed again when its finding recurs in a later session", async () => {
  const setting = await makeSetting();
  await fileAll(setting);
  await leaveFindings(setting.place, [makePattern()]);
  expect((await runCommand(setting.place, "reflect", "review")).stdout).toContain("No open findings");
  expect(summaryOf(setting.place).issues).toHaveLength(1);
  expect(setting.gh.issues()).toHaveLength(1);
});

test("an issue is not filed again by another clone of the same repository", async () => {
  const first = await makeSetting();
  await fileAll(first);
  const second = { ...first.place, project: makeTempProject({ git: true }) };
  const ids = await leaveFindings(second, [makePattern()]);
  const { stdout } = await fileAll({ place: second, ids });
  expect(stdout).toContain("already filed as https://github.com/acme/shop/issues/1");
  expect(first.gh.issues()).toHaveLength(1);
});

test.each([
  ["GitHub's search", false],
  ["the newest issues, when the search lags", true],
])("an issue is not filed again by another machine, which recognises it from %s", async (_name, late) => {
  const setting = await makeSetting();
  setting.gh.addIssue({ body: "Ours.\n\n<!-- holdfast:00112233445566aa -->\n" });
  if (!late) for (const { title } of many(120)) setting.gh.addIssue({ title });
  if (late) setting.gh.delaySearch();
  const before = setting.gh.issues().length;
  const { stdout, exitCode } = await fileAll(setting);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("already filed as https://github.com/acme/shop/issues/1");
  expect(setting.gh.issues()).toHaveLength(before);
});

test("text that only resembles the marker does not count", async () => {
  const setting = await makeSetting();
  setting.gh.addIssue({ body: "see holdfast 00112233445566aa" });
  await fileAll(setting);
  expect(setting.gh.issues()).toHaveLength(2);
});

test("an issue is not filed twice by two simultaneous reviews", async () => {
  const setting = await makeSetting(many(3));
  const runs = await Promise.all([fileAll(setting), fileAll(setting), fileAll(setting)]);
  expect(
    setting.gh
      .issues()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(many(3).map(({ title }) => `Improvement: ${title}`));
  expect(runs.every(({ exitCode }) => exitCode < 2)).toBe(true);
  expect(Object.values(statuses(setting.place))).toEqual(["accepted", "accepted", "accepted"]);
});

test("an issue is not filed again after a review that was killed in the middle", async () => {
  const setting = await makeSetting();
  const { place, gh, ids } = setting;
  gh.setMood("slow-to-say");
  const child = Bun.spawn([EXECUTABLE, "reflect", "review", "--issue", String(ids[0])], {
    cwd: place.project,
    env: { HOME: place.home, ...place.env },
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
  });
  await waitUntil(() => gh.issues().length === 1);
  process.kill(-child.pid, "SIGKILL");
  await child.exited;
  gh.setMood("well");
  expect(Object.values(statuses(place))).toEqual(["new"]);

  // GitHub already has it: it is found, not filed again.
  const { stdout, exitCode } = await fileAll(setting);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("already filed as https://github.com/acme/shop/issues/1");
  expect(gh.issues()).toHaveLength(1);
  expect(queryStore(place, "SELECT * FROM issue_claims")).toEqual([]);
});

test("an issue is not filed while a dead review may still have it in progress", async () => {
  const setting = await makeSetting();
  const { place } = setting;
  const claim = (age: number) =>
    queryStore(
      place,
      `INSERT OR REPLACE INTO issue_claims VALUES ('github.com/acme/shop', '00112233445566aa', ${Date.now() - age})`,
    );
  claim(1000);
  const { exitCode, stdout } = await fileAll(setting);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("try again in two minutes");
  expect(setting.gh.issues()).toEqual([]);
  claim(600_000);
  expect((await fileAll(setting)).exitCode).toBe(0);
  expect(setting.gh.issues()).toHaveLength(1);
});
