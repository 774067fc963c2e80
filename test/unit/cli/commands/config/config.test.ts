import { describe, expect, test } from "bun:test";
import { check, show } from "../../../../../src/cli/commands/config/config.ts";
import { renderJsonSchema } from "../../../../../src/config/json-schema.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";
import { vouchFor } from "../../../../helpers/trust.ts";
import { invoke } from "../../../config/invoke.ts";

function makePlace(files: { user?: string; project?: string; older?: string } = {}) {
  const home = makeTempHome();
  const project = makeTempProject();
  if (files.user !== undefined) writeFileIn(home, ".holdfast/config.json", files.user);
  if (files.project !== undefined) writeFileIn(project, ".claude/holdfast.json", files.project);
  if (files.older !== undefined) writeFileIn(project, ".claude/memory/memory-config.json", files.older);
  return { home, project };
}

describe("another tool's memory-config.json", () => {
  test("is shown as a source, below our own files", async () => {
    const place = makePlace({
      older:
        '{ "triage": { "max_messages": 20, "thresholds": { "decision": 0.7, "runbook": 0.6 } }, "other": 1 }',
      project: '{ "triage": { "thresholds": { "RUNBOOK": 0.3 } } }',
    });
    const { text } = await invoke(show, place);
    expect(text).toMatch(/project file +.*memory-config\.json \(read\)/);
    expect(text).toMatch(/triage\.max_messages +20 +\(project file\)/);
    expect(text).toMatch(/triage\.thresholds\.DECISION +0\.7 +\(project file\)/);
    expect(text).toMatch(/triage\.thresholds\.RUNBOOK +0\.3 +\(project file\)/);
    expect(await invoke(check, place)).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining("memory-config"),
    });
  });

  test("is not named if there is none", async () => {
    expect((await invoke(show, makePlace())).text).not.toContain("memory-config");
    expect((await invoke(check, makePlace())).text).not.toContain("memory-config");
  });

  test.each<[string, string]>([
    ["{oops", ":1:2: ignored: it is not valid JSON"],
    ["[]", "expected an object { … } as the whole file, got an array"],
    ['{"triage":[]}', ":1:11: triage: expected an object { … }, got an array"],
    [
      '{"triage":{"thresholds":{"decision":"high"}}}',
      ":1:37: triage.thresholds.DECISION: expected a number from 0.05 to 1, got a string",
    ],
    ['{"triage":{"thresholds":{"DECISON":0.5}}}', 'hint: Did you mean "DECISION"?'],
    ['{"triage":{"thresholds":3}}', "triage.thresholds: expected an object { … }, got 3"],
    ['{"triage":{"enabled":"no"}}', "triage.enabled: expected true or false, got a string"],
    ['{"triage":{"max_messages":0}}', "triage.max_messages: expected a whole number from 1 to 1000, got 0"],
  ])("with %s is reported by the check", async (older, said) => {
    const { exitCode, text } = await invoke(check, makePlace({ older }));
    expect(exitCode).toBe(1);
    expect(text).toContain(said);
    expect(text).toContain("1 problem");
    expect((await invoke(show, makePlace({ older }))).text).toContain("1 problem in these files");
  });
});

describe("config show", () => {
  test("without any config says so, and with --all lists the defaults", async () => {
    const place = makePlace();
    const { exitCode, text } = await invoke(show, place);
    expect(exitCode).toBe(0);
    expect(text).toContain(`${place.project} (--project)`);
    expect(text).toContain("Nothing is configured; the defaults apply.");
    expect(text).not.toContain("budget.blocks");
    expect(text).toContain("--all");
    expect((await invoke(show, place, { all: true })).text).toMatch(/budget\.blocks +6\n/);
    expect(text.match(/\(no file\)/g)).toHaveLength(2);
  });

  test("lists changed keys first, and fits 80 columns, with list entries below their key", async () => {
    const commands = [
      { run: "npm test -- --reporter=dot", timeout: 300 },
      { run: "npm run typecheck", paths: ["src/**"] },
    ];
    const place = makePlace({
      user: JSON.stringify({ metrics: false, quality: { stages: { test: commands } } }),
    });
    const { text } = await invoke(show, place, { all: true });
    expect(text.indexOf("metrics ")).toBeLessThan(text.indexOf("budget.blocks"));
    expect(text).toContain(`\n    ${JSON.stringify(commands[0])}\n    ${JSON.stringify(commands[1])}\n`);
    const values = text.split("\n").filter((line) => line.startsWith("  "));
    for (const line of values) expect(line.length).toBeLessThanOrEqual(80);
  });

  test("names the file that each value comes from", async () => {
    const place = makePlace({ user: '{ "metrics": false }', project: '{ "budget": { "blocks": 12 } }' });
    const waits = await invoke(show, place);
    expect(waits.text).not.toMatch(/budget\.blocks +12/);
    expect(waits.text).toContain("not in force until `holdfast trust`: budget.blocks");
    await vouchFor(`${place.home}/.holdfast`, place.project);
    const { text } = await invoke(show, place);
    expect(text).toMatch(/budget\.blocks +12 +\(project file\)/);
    expect(text).toMatch(/metrics +false +\(user file\)/);
    expect(text).not.toContain("Nothing is configured");
  });

  test("points to the check when a file has problems", async () => {
    const { exitCode, text } = await invoke(show, makePlace({ project: '{ "x": 1 }' }));
    expect(exitCode).toBe(0);
    expect(text).toContain("run `holdfast config check`");
  });

  test("--json has the config, the origins and the problems", async () => {
    const place = makePlace({ user: "{", project: '{ "metrics": false }' });
    const { json, text } = await invoke(show, place, { json: true });
    expect(text).toBe("");
    expect(json).toMatchObject({
      project: place.project,
      config: { metrics: false, budget: { blocks: 6 } },
      files: [
        { layer: "user", state: "ignored" },
        { layer: "project", state: "read" },
      ],
      problems: [{ code: "not-json" }],
    });
    expect((json as { values: unknown[] }).values).toContainEqual(
      expect.objectContaining({ key: "metrics", value: false, origin: "project" }),
    );
  });
});

describe("config check", () => {
  test("exits 0 with no problems and names the files it read", async () => {
    const place = makePlace({ project: "{}" });
    const { exitCode, text } = await invoke(check, place);
    expect(exitCode).toBe(0);
    expect(text).toContain("no problems");
    expect(text).toContain(`read       ${place.project}/.claude/holdfast.json`);
    expect(text).toContain(`no file    ${place.home}/.holdfast/config.json`);
  });

  test("exits 1 with file, line, column, cause and hint for each problem", async () => {
    const place = makePlace({ project: '{\n  "metrcs": true,\n  "budget": { "blocks": 0 }\n}' });
    const { exitCode, text } = await invoke(check, place);
    expect(exitCode).toBe(1);
    expect(text).toContain(`${place.project}/.claude/holdfast.json:2:3: metrcs: unknown key`);
    expect(text).toContain('hint: Did you mean "metrics"?');
    expect(text).toContain("holdfast.json:3:25: budget.blocks: expected a whole number from 1 to 500, got 0");
    expect(text).toEndWith("2 problems");
  });

  test("--json has the files and the problems, and the same exit code", async () => {
    const place = makePlace({ project: '{ "metrcs": true }' });
    const { exitCode, json, text } = await invoke(check, place, { json: true });
    expect([exitCode, text]).toEqual([1, ""]);
    expect(json).toMatchObject({
      project: place.project,
      files: [
        { layer: "user", state: "absent" },
        { layer: "project", state: "read" },
      ],
      problems: [{ code: "unknown-key", line: 1, column: 3, hint: 'Did you mean "metrics"?' }],
    });
    expect((await invoke(check, makePlace(), { json: true })).exitCode).toBe(0);
  });

  test("escapes control characters in a key", async () => {
    const project = '{ "\\u009b2J\\u202e": 1, "\\u001b[3J": 2 }';
    const { text } = await invoke(check, makePlace({ project }));
    for (const key of ["2J", "[3J"]) expect(text).toContain(key);
    for (const hidden of ["\u009b", "\u202e", "\u001b"]) expect(text).not.toContain(hidden);
  });
});

test("config show --schema prints the published schema", async () => {
  const { exitCode, text } = await invoke(show, makePlace(), { schema: true });
  expect(exitCode).toBe(0);
  expect(`${text}\n`).toBe(renderJsonSchema());
});
