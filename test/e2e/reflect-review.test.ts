// Deciding about findings: by name, without a terminal, and at one.
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { Pattern } from "../../src/review/reflection/reflection.ts";
import { answer, CTRL_C, DOWN, ENTER } from "../helpers/answer-terminal.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { leaveFindings, makePattern, statuses } from "../helpers/reviewed-findings.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

setDefaultTimeout(30_000);

const SCRIPT = makePattern({
  id: "REPEATED_TOOL_USE",
  title: "The same command ran 8 times: npm test",
  suggestion: {
    kind: "script",
    text: "Make a script of it.",
    payload: { name: "npm-test", command: "npm test -- --run" },
  },
  fingerprint: "1111111111111111",
});
const MEMORY = makePattern({
  id: "REPEATED_ERROR",
  title: "The same error came 4 times",
  suggestion: {
    kind: "memory",
    text: "Keep the fix.",
    payload: { category: "RUNBOOK", title: "Start redis before the tests", body: "docker compose up redis" },
  },
  fingerprint: "2222222222222222",
});
const GATE = makePattern({
  id: "WRONG_BLOCKS",
  title: "You marked 3 blocks of the tasks gate as wrong",
  suggestion: {
    kind: "gate",
    text: "Switch it off here.",
    payload: { key: "gates.tasks.enabled", value: false },
  },
  fingerprint: "3333333333333333",
});
const PERMISSION = makePattern({
  id: "PERMISSION_DENIALS",
  title: "4 calls had no permission",
  suggestion: { kind: "permission", text: "Allow it.", payload: { rule: "Bash(npm test:*)" } },
  fingerprint: "4444444444444444",
});

async function makePlace(patterns: Pattern[]): Promise<{ place: Place; ids: number[] }> {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  return { place, ids: await leaveFindings(place, patterns) };
}

const drafts = (place: Place) => `${place.project}/.claude/runtime/reflection`;
const configOf = (place: Place) => `${place.project}/.claude/holdfast.json`;

test("without a terminal nothing is done, and it says how to choose", async () => {
  const { place, ids } = await makePlace([SCRIPT, GATE]);
  const { exitCode, stdout, stderr } = await runCommand(place, "reflect", "review");
  expect(exitCode).toBe(1);
  expect(stdout).toContain(`${ids[0]}  The same command ran 8 times: npm test`);
  expect(stdout).toContain("yes: draft a script");
  expect(stdout).toContain('+    "tasks": {');
  expect(stderr).toContain("there is no terminal to ask at, so nothing was done.");
  expect(stderr).toContain("--accept ID");
  expect(Object.values(statuses(place))).toEqual(["new", "new"]);
  expect(existsSync(drafts(place))).toBe(false);
});

test("a script is drafted private and not executable, and decided on once", async () => {
  const { place, ids } = await makePlace([SCRIPT]);
  const { exitCode, stdout } = await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  const path = `${drafts(place)}/npm-test.sh`;
  expect(stdout).toContain(`drafted ${path}`);
  expect(readFileSync(path, "utf8")).toContain("\nnpm test -- --run\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(queryStore(place, "SELECT status, outcome FROM findings")).toEqual([
    { status: "accepted", outcome: `drafted ${path}` },
  ]);
  const again = await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain(`there is no open finding ${ids[0]} here`);
});

test("a draft that the person edited is not overwritten", async () => {
  const { place, ids } = await makePlace([SCRIPT]);
  const path = writeFileIn(place.project, ".claude/runtime/reflection/npm-test.sh", "mine\n");
  await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect(readFileSync(path, "utf8")).toBe("mine\n");
  expect(readdirSync(drafts(place)).sort()).toEqual(["npm-test-2.sh", "npm-test.sh"]);
});

test("a memory is saved among the others, and the same one is not saved twice", async () => {
  const twin = { ...MEMORY, fingerprint: "2222222222222223" };
  const { place, ids } = await makePlace([MEMORY, twin]);
  const first = await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect(first.exitCode).toBe(0);
  const [file] = readdirSync(`${place.project}/.claude/memory/runbooks`);
  const text = readFileSync(`${place.project}/.claude/memory/runbooks/${file}`, "utf8");
  expect(text).toContain("Start redis before the tests");
  expect(text).toContain("docker compose up redis");
  const second = await runCommand(place, "reflect", "review", "--accept", String(ids[1]));
  expect(second.stdout).toContain("already known as memory");
  expect(readdirSync(`${place.project}/.claude/memory/runbooks`)).toHaveLength(1);
});

test("a config change keeps every other byte", async () => {
  const { place, ids } = await makePlace([GATE]);
  const before = '{\n\t"budget": { "blocks": 3 },\n\t"gates": {"lock":{"max":7}}\n}\n';
  writeFileIn(place.project, ".claude/holdfast.json", before);
  const { exitCode, stdout } = await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect(exitCode).toBe(0);
  expect(stdout).toContain("holdfast trust");
  const after = readFileSync(configOf(place), "utf8");
  expect(after).toBe(
    '{\n\t"budget": { "blocks": 3 },\n\t"gates": {"lock":{"max":7}, "tasks": {"enabled": false}}\n}\n',
  );
});

test.each([
  ["is not JSON", "{ not json", GATE],
  ["does not know the key", "{}\n", withKey("gates.nonsense.enabled")],
  ["has another value in the way", '{"gates": 7}\n', GATE],
])("a config that %s is left alone", async (_name, text, pattern) => {
  const { place, ids } = await makePlace([pattern]);
  writeFileIn(place.project, ".claude/holdfast.json", text);
  const { exitCode } = await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect(exitCode).toBe(1);
  expect(readFileSync(configOf(place), "utf8")).toBe(text);
  expect(Object.values(statuses(place))).toEqual(["new"]);
});

function withKey(key: string): Pattern {
  return { ...GATE, suggestion: { kind: "gate", text: "", payload: { key, value: false } } };
}

test("a permission goes into the person's own settings of the project, beside what is there", async () => {
  const { place, ids } = await makePlace([PERMISSION]);
  const path = `${place.project}/.claude/settings.local.json`;
  writeFileIn(place.project, ".claude/settings.local.json", '{"permissions":{"allow":["Read"]}}');
  const { exitCode } = await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect(exitCode).toBe(0);
  expect(readFileSync(path, "utf8")).toBe('{"permissions":{"allow":["Read","Bash(npm test:*)"]}}');
});

test("a rejected finding is not reported again", async () => {
  const { place, ids } = await makePlace([SCRIPT]);
  const { exitCode } = await runCommand(place, "reflect", "review", "--reject", String(ids[0]));
  expect(exitCode).toBe(0);
  await leaveFindings(place, [SCRIPT]);
  const { stdout, exitCode: next } = await runCommand(place, "reflect", "review");
  expect(stdout).toContain("No open findings here.");
  expect(next).toBe(0);
});

test("a dry run shows everything and changes nothing", async () => {
  const { place, ids } = await makePlace([SCRIPT, MEMORY, GATE, PERMISSION, makePattern()]);
  const named = ["--accept", ids.slice(0, 4).join(), "--issue", String(ids[4])];
  const { exitCode, stdout } = await runCommand(place, "reflect", "review", "--dry-run", ...named);
  expect(exitCode).toBe(0);
  for (const part of [
    "npm test -- --run",
    "RUNBOOK: Start redis",
    '+    "tasks"',
    "Bash(npm test:*)",
    "Improvement: The session had 120 messages",
    "labels: improvement, automation, reflection",
    "<!-- holdfast:00112233445566aa -->",
    "Nothing was done: this is a dry run.",
  ]) {
    expect(stdout).toContain(part);
  }
  expect(new Set(Object.values(statuses(place)))).toEqual(new Set(["new"]));
  expect(readdirSync(`${place.project}/.claude`)).toEqual(["runtime"]);
});

test("Claude may look, but not decide", async () => {
  const { place, ids } = await makePlace([SCRIPT]);
  const inside = { ...place, env: { CLAUDECODE: "1" } };
  const { exitCode, stderr } = await runCommand(inside, "reflect", "review", "--accept", String(ids[0]));
  expect(exitCode).toBe(1);
  expect(stderr).toContain("only a person can decide");
  expect((await runCommand(inside, "reflect", "review", "--dry-run")).exitCode).toBe(0);
  const { stdout } = await runCommand(inside, "reflect", "review", "--json");
  expect(JSON.parse(stdout)).toMatchObject([{ id: ids[0], actions: ["script", "issue"] }]);
  expect(Object.values(statuses(place))).toEqual(["new"]);
});

test("y at the terminal accepts every suggestion", async () => {
  const { place } = await makePlace([SCRIPT, GATE]);
  const { exitCode, shown } = await answer(place, ["reflect", "review"], [["Act on these 2 findings?", "y"]]);
  expect(exitCode).toBe(0);
  expect(shown).toContain("drafted ");
  expect(existsSync(`${drafts(place)}/npm-test.sh`)).toBe(true);
  expect(JSON.parse(readFileSync(configOf(place), "utf8"))).toEqual({ gates: { tasks: { enabled: false } } });
});

test.each([
  ["n", "n", 0],
  ["Ctrl-C", CTRL_C, 1],
  ["a bare Enter", ENTER, 0],
])("%s at the terminal does nothing, and the findings stay open", async (_name, key, expected) => {
  const { place } = await makePlace([SCRIPT, GATE]);
  const { exitCode, shown } = await answer(place, ["reflect", "review"], [["Act on these 2 findings?", key]]);
  expect(exitCode).toBe(expected);
  expect(shown).toContain("Nothing was done.");
  expect(Object.values(statuses(place))).toEqual(["new", "new"]);
  expect(existsSync(drafts(place))).toBe(false);
});

test("select asks about one after the other: yes, no, something else, later", async () => {
  const { place, ids } = await makePlace([SCRIPT, MEMORY, GATE, PERMISSION]);
  const [script, memory, gate, permission] = ids;
  const { exitCode } = await answer(
    place,
    ["reflect", "review"],
    [
      ["Act on these 4 findings?", "s"],
      [`◆  ${script} The same command`, "y"],
      [`◆  ${memory} The same error`, "n"],
      [`◆  ${gate} You marked`, "s"],
      [`What to do with ${gate}?`, `${DOWN}${ENTER}`],
      [`◆  ${permission} 4 calls`, "l"],
    ],
  );
  expect(exitCode).toBe(0);
  expect(statuses(place)).toEqual({
    [Number(script)]: "accepted",
    [Number(memory)]: "dismissed",
    [Number(gate)]: "dismissed",
    [Number(permission)]: "new",
  });
  expect(existsSync(configOf(place))).toBe(false);
});

test("leaving in the middle of a selection does nothing at all", async () => {
  const { place, ids } = await makePlace([SCRIPT, GATE]);
  const { exitCode } = await answer(
    place,
    ["reflect", "review"],
    [
      ["Act on these 2 findings?", "s"],
      [`◆  ${ids[0]} The same command`, "y"],
      [`◆  ${ids[1]} You marked`, CTRL_C],
    ],
  );
  expect(exitCode).toBe(1);
  expect(Object.values(statuses(place))).toEqual(["new", "new"]);
  expect(existsSync(drafts(place))).toBe(false);
});

test("text from a session cannot move the cursor, leave the folder or run", async () => {
  const hostile = {
    ...SCRIPT,
    title: "\u001b[2J\u001b]0;owned\u0007$(touch /tmp/owned)\u202e",
    suggestion: {
      kind: "script" as const,
      text: "`reboot`\u001b[1A",
      payload: { name: "../../../../etc/cron.d/x", command: "echo $(id)\u001b[2J" },
    },
  };
  const { place, ids } = await makePlace([hostile]);
  const listed = await runCommand(place, "reflect", "review");
  const acted = await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect(listed.stdout + acted.stdout).not.toContain("\u001b");
  expect(listed.stdout).not.toContain("\u202e");
  expect(acted.exitCode).toBe(0);
  expect(readdirSync(drafts(place))).toEqual(["etc-cron-d-x.sh"]);
});

test("a link planted for the drafts is not followed", async () => {
  const { place, ids } = await makePlace([SCRIPT]);
  const elsewhere = makeTempHome();
  await Bun.$`rm -rf ${drafts(place)} && ln -s ${elsewhere} ${drafts(place)}`.quiet();
  const { exitCode, stdout } = await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect(exitCode).toBe(1);
  expect(stdout).toContain("is not a plain folder");
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(Object.values(statuses(place))).toEqual(["new"]);
});
