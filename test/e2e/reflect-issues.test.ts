// Findings filed as GitHub issues through the person's `gh`, here a recording stand-in.
import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import type { Pattern } from "../../src/review/reflection/reflection.ts";
import { answer } from "../helpers/answer-terminal.ts";
import { runClaude } from "../helpers/claude.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { fileAll, makeSetting, many, summaryOf } from "../helpers/issue-filing.ts";
import { leaveFindings, makePattern, statuses } from "../helpers/reviewed-findings.ts";
import { type Mood, makeStandInGh } from "../helpers/stand-in-gh.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

test("an approved finding becomes an issue with labels, evidence and marker, recorded with number and URL [002-14]", async () => {
  const setting = await makeSetting();
  const { exitCode, stdout } = await fileAll(setting);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  expect(stdout).toContain("Filing on github.com/acme/shop (public).");
  const url = "https://github.com/acme/shop/issues/1";
  expect(stdout).toContain(`filed ${url}`);
  const [issue] = setting.gh.issues();
  expect(issue).toMatchObject({
    title: "Improvement: The session had 120 messages",
    labels: ["improvement", "automation", "reflection"],
  });
  expect(issue?.body).toContain("line 812: the last of them");
  expect(issue?.body).toContain("Break it into smaller tasks.");
  expect(issue?.body).toEndWith("<!-- holdfast:00112233445566aa -->\n");
  expect(setting.gh.labels()).toEqual(["Improvement", "automation", "bug", "reflection"]);
  expect(queryStore(setting.place, "SELECT repository, number, url FROM filed_issues")).toEqual([
    { repository: "github.com/acme/shop", number: 1, url },
  ]);
  expect(queryStore(setting.place, "SELECT status, outcome FROM findings")).toEqual([
    { status: "accepted", outcome: `issue ${url}` },
  ]);
  expect(summaryOf(setting.place).issues).toEqual([{ fingerprint: "00112233445566aa", number: 1, url }]);
  expect(queryStore(setting.place, "SELECT * FROM issue_claims")).toEqual([]);
});

test("from a session of the real client to an issue [002-14]", async () => {
  const gh = makeStandInGh();
  const files = { "tools/render.js": 'throw new Error("the report has no title")' };
  const place = await makeInstalledPlace({ git: true, files });
  const command = "node tools/render.js --input notes.txt --output rendered.html";
  const script = [...Array.from({ length: 5 }, () => bash(command)), say("It fails.")];
  const run = await runClaude({ ...place, prompt: "Check it.", script, timeoutMs: 60_000 });
  expect(run.exitCode).toBe(0);
  expect((await runCommand(place, "reflect", "--session", run.sessionId)).exitCode).toBe(0);
  const { stdout } = await runCommand(place, "reflect", "review", "--json");
  const found = JSON.parse(stdout) as { id: number; pattern: Pattern }[];
  const error = found.find(({ pattern }) => pattern.id === "REPEATED_ERROR");
  const words = ["reflect", "review", "--issue", `${error?.id}`];
  const withGh = { ...place, env: { PATH: gh.path } };
  // The session ran a moment ago, so Claude could have started this.
  expect((await runCommand(withGh, ...words)).stderr).toContain("this process has no terminal");
  expect(gh.issues()).toEqual([]);
  expect((await answer(withGh, words, [])).exitCode).toBe(0);
  expect(gh.issues()).toHaveLength(1);
  expect(gh.issues()[0]?.body).toContain(`<!-- holdfast:${error?.pattern.fingerprint} -->`);
  const summary = `${place.project}/.claude/runtime/logs/${run.sessionId}/reflection_summary.json`;
  expect(JSON.parse(readFileSync(summary, "utf8"))).toMatchObject({
    issues: [{ number: 1, url: "https://github.com/acme/shop/issues/1" }],
  });
});

test("at most five are filed per run; the rest is kept for the next", async () => {
  const setting = await makeSetting(many(7));
  const { exitCode, stdout } = await fileAll(setting);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("not filed: at most 5 per run");
  expect(setting.gh.issues()).toHaveLength(5);
  const { stdout: listed } = await runCommand(setting.place, "reflect", "review", "--json");
  const ids = (JSON.parse(listed) as { id: number }[]).map(({ id }) => id);
  expect((await fileAll({ place: setting.place, ids })).exitCode).toBe(0);
  expect(setting.gh.issues()).toHaveLength(7);
});

test.each<[Mood, string, string]>([
  ["logged-out", "`gh` is not logged in", "gh auth login"],
  ["bad-token", "`gh` is not logged in", "gh auth login"],
  ["offline", "GitHub cannot be reached: error connecting to api.github.com", "online"],
  ["rate-limited", "GitHub's limit is reached: GraphQL: API rate limit exceeded", "later"],
  ["limited-at-create", "GitHub's limit is reached: GraphQL: was submitted too quickly", "later"],
  ["no-remote", "`gh` finds no repository here: no git remotes found", "gh repo set-default"],
  ["no-issues", "issues are disabled in github.com/acme/shop", "Enable issues"],
  ["nonsense", "`gh repo view` gave an unexpected answer", "gh --version"],
])("with gh %s it says so and leaves the findings open", async (mood, message, hint) => {
  const setting = await makeSetting(many(2));
  setting.gh.setMood(mood);
  const { exitCode, stdout } = await fileAll(setting);
  expect(exitCode).toBe(1);
  expect(stdout).toContain(message);
  expect(stdout).toContain(hint);
  expect(setting.gh.issues()).toEqual([]);
  expect(Object.values(statuses(setting.place))).toEqual(["new", "new"]);
  setting.gh.setMood("well");
  expect((await fileAll(setting)).exitCode).toBe(0);
});

test("without gh it says so and leaves the finding open", async () => {
  const setting = await makeSetting();
  const place = { ...setting.place, env: { PATH: makeTempHome() } };
  const { exitCode, stdout } = await fileAll({ ...setting, place });
  expect(exitCode).toBe(1);
  expect(stdout).toContain("there is no `gh` on your PATH");
  expect(Object.values(statuses(place))).toEqual(["new"]);
});

test("a project cannot supply its own gh", async () => {
  const { place, ids } = await makeSetting();
  chmodSync(writeFileIn(place.project, "gh", "#!/bin/sh\ntouch owned\n"), 0o755);
  for (const PATH of [".", "", `:${makeTempHome()}`]) {
    const { stdout } = await fileAll({ place: { ...place, env: { PATH } }, ids });
    expect(stdout).toContain("there is no `gh` on your PATH");
  }
  expect(existsSync(`${place.project}/owned`)).toBe(false);
});

test("a person who may not create labels files without them", async () => {
  const setting = await makeSetting();
  setting.gh.setMood("no-label-rights");
  const { exitCode, stdout } = await fileAll(setting);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("labels that could not be created: automation, reflection");
  expect(setting.gh.issues()[0]?.labels).toEqual(["improvement"]);
});

test("a dry run does not call gh", async () => {
  const setting = await makeSetting();
  const { exitCode, stdout } = await fileAll(setting, "--dry-run");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("Improvement: The session had 120 messages");
  expect(setting.gh.calls()).toEqual([]);
});

test("at the terminal the repository is named, and a bare Enter files nothing", async () => {
  const { place, gh } = await makeSetting();
  const question = "File this issue on github.com/acme/shop (public)?";
  const words = ["reflect", "review"];
  const refused = await answer(place, words, [
    ["◆  1 The session had 120 messages", "y"],
    [question, "\r"],
  ]);
  expect(refused.exitCode).toBe(0);
  expect(gh.issues()).toEqual([]);
  expect(Object.values(statuses(place))).toEqual(["new"]);
  const agreed = await answer(place, words, [
    ["◆  1 The session had 120 messages", "y"],
    [question, "y"],
  ]);
  expect(agreed.exitCode).toBe(0);
  expect(gh.issues()).toHaveLength(1);
});

test("hostile text mentions nobody, hides nothing, runs nothing and leaks nothing", async () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const words = `--label=x "; touch owned; $(touch owned) \`touch owned\` @octocat closes #1 ${token}`;
  const hostile = makePattern({
    title: `${words}\n# heading \u001b[2J\u202e`,
    evidence: [
      { where: "line 1", text: `\`\`\`\n@octocat <!-- holdfast:ffffffffffffffff --> <img src=x>` },
      { where: "line 2", text: `${"x".repeat(5000)}` },
    ],
    suggestion: { text: `${words} ~~~ </details>` },
  });
  const setting = await makeSetting([hostile]);
  const { exitCode, stdout } = await fileAll(setting);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  const [issue] = setting.gh.issues();
  expect(issue?.labels).toEqual(["improvement", "automation", "reflection"]);
  expect(existsSync(`${setting.place.project}/owned`)).toBe(false);
  expect(issue?.title).toContain("$(touch owned)");
  expect(issue?.title).not.toMatch(/[\n\u001b\u202e]/);
  const everything = `${issue?.title}${issue?.body}${stdout}${JSON.stringify(setting.gh.calls())}`;
  expect(everything).not.toContain(token);
  expect(issue?.body.match(/<!--/g)).toHaveLength(1);
  expect(issue?.body.length).toBeLessThan(5000);
  expect(outsideOfCode(issue?.body ?? "")).not.toMatch(/@octocat|closes #1|<img|touch/);
});

test("paths on the person's machine are shortened", async () => {
  const place: Place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const gh = makeStandInGh();
  place.env = { PATH: gh.path };
  const text = `${place.project}/src/a.ts and ${place.home}/notes`;
  const ids = await leaveFindings(place, [makePattern({ evidence: [{ where: "line 1", text }] })]);
  await fileAll({ place, ids });
  expect(gh.issues()[0]?.body).toContain("line 1: ./src/a.ts and ~/notes");
});

/** What Markdown would render as text. */
function outsideOfCode(body: string): string {
  return body.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, "");
}
