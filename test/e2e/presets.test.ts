// `holdfast init --strict` in the real client: what it holds, and that a person can live with it.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readDecisions, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { vouchFor } from "../helpers/trust.ts";
import { edit, say, together, useTool, write } from "../helpers/turns.ts";

const create = (subject: string) => useTool("TaskCreate", { subject, description: `Do ${subject}` });
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const SECRET = `export const token = "${TOKEN}";\n`;
const NOTES = Array.from({ length: 6 }, (_, n) => `// TODO part ${n}\n`).join("");

test("tasks of this prompt hold unless Claude asks; ignored files do not; a secret is reported before six notes", async () => {
  const place = await makeInstalledPlace({ git: true, files: { ".gitignore": ".env\n" } });
  const written = await runCommand(place, "init", "--strict", "--yes");
  expect(written.exitCode).toBe(0);
  await vouchFor(`${place.home}/.holdfast`, place.project);
  const file = `${place.project}/src/b.ts`;
  const session = startStreamingClaude({
    ...place,
    script: [
      ...[together(create("first"), create("second")), say("All done.")],
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
  expect(told.indexOf("a secret")).toBeLessThan(told.indexOf("a note of open work"));
  const stops = readDecisions(place)
    .filter(({ event }) => event === "Stop")
    .reverse();
  const explain = async (stop: number) =>
    (await runCommand(place, "explain", String(stops[stop]?.id))).stdout;
  const explained = await explain(3);
  expect(explained).toContain("all 6:");
  expect(explained).toContain('src/b.ts:6: a note of open work: "// TODO part 5"');
  expect(`${told}${explained}`).not.toContain(TOKEN);
  expect(await explain(1)).toContain("asks the user something");
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
