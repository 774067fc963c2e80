import { expect, test } from "bun:test";
import { ReportBuilder } from "../../../../src/review/backtest/build-report.ts";
import type { Policy } from "../../../../src/review/backtest/policy.ts";
import { renderText } from "../../../../src/review/backtest/render-text.ts";
import { toJson } from "../../../../src/review/backtest/report.ts";
import { shortNames } from "../../../../src/review/backtest/wording.ts";
import type { TranscriptLines } from "../../../helpers/transcript-lines.ts";
import { leaveTask, makePolicy, replay, STRICT } from "./replay.ts";

const plain = (text: string) => text;
const STYLE = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };
const EVIL = '<img src=x onerror="alert(1)">\u001b[2J\u202e';

async function makeReport(policies: Policy[], write: (session: TranscriptLines) => unknown) {
  const builder = new ReportBuilder(policies);
  builder.add(await replay(write, ...policies));
  return builder.build({ files: 1, bytes: 1000, agentFiles: 2 });
}

const evil = (s: TranscriptLines) => {
  s.prompt(`From now on always use ${EVIL} pnpm.`);
  leaveTask(s, `do ${EVIL}`);
  s.say("Done.");
};

test("no text of a transcript can control the terminal", async () => {
  const report = await makeReport([makePolicy(), { ...STRICT, name: `${EVIL}.json` }], evil);
  const text = renderText(report, STYLE).join("\n");
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text).toContain("\\u{1b}");
});

test("two policies are shown side by side, with their difference", async () => {
  const report = await makeReport([makePolicy(), STRICT], evil);
  const text = renderText(report, STYLE).join("\n");
  expect(text).toMatch(/^ +tried +strict$/m);
  expect(text).toMatch(/^ {2}held +0 +1 {2}\+1$/m);
  expect(text).toMatch(/^ {4}tasks: open +0 +1 {2}\+1$/m);
  expect(text).toMatch(/^ {2}holds +0 \/ 0 \/ 0 +1 \/ 1 \/ 1$/m);
  expect(text).toContain('Both hold 0 stops. Only "tried" holds 0 stops, only "strict" 1 stop.');
  expect(text).toContain("2 files of subagents left out.");
});

test("policies with long paths are named by their ends, and by their paths once", async () => {
  const dir = "/home/somebody/work/settings of mine";
  const names = [`${dir}/lenient.json`, `${dir}/strict.json`];
  const report = await makeReport(
    [
      { ...makePolicy(), name: names[0] ?? "" },
      { ...STRICT, name: names[1] ?? "" },
    ],
    evil,
  );
  const text = renderText(report, STYLE).join("\n");
  expect(text).toMatch(/^ +lenient\.json +strict\.json$/m);
  expect(text).toContain('Only "lenient.json" holds 0 stops, only "strict.json" 1 stop.');
  expect(text).toContain("  strict.json: held, tasks");
  for (const name of names) expect(text.split(name)).toHaveLength(2);
});

test.each<[string[], string[]]>([
  [
    ["in force", "strict.json"],
    ["in force", "strict.json"],
  ],
  [
    ["x.json", "x.json"],
    ["1 x.json", "2 x.json"],
  ],
  [
    ["/a/the-settings-of-the-first-one.json", "/b/the-settings-of-the-first-one.json"],
    ["1 …irst-one.json", "2 …irst-one.json"],
  ],
])("%j fit a column as %j", (names, short) => {
  expect(shortNames(names, 16)).toEqual(short);
});

test("one policy is shown without column names", async () => {
  const report = await makeReport([STRICT], evil);
  const text = renderText(report, STYLE).join("\n");
  expect(text).toContain("1 session, 1 prompt, 1 stop.");
  expect(text).toContain("Not known from transcripts");
  expect(text).not.toContain("Differences");
});

test("JSON has times that can be read", async () => {
  const json = toJson(await makeReport([STRICT], evil));
  expect(json.policies[0]?.openStops[0]).toMatchObject({
    at: "2026-09-01T12:00:03.000Z",
    verdict: "blocked",
  });
  expect([json.from, json.to]).toEqual(["2026-09-01T12:00:03.000Z", "2026-09-01T12:00:03.000Z"]);
});

test("an empty backtest is reported as empty", async () => {
  const report = await new ReportBuilder([STRICT]).build({ files: 0, bytes: 0, agentFiles: 0 });
  expect(renderText(report, STYLE)[0]).toBe("0 sessions, 0 prompts, 0 stops.");
  expect(toJson(report)).toMatchObject({ from: null, to: null, sessions: 0 });
});
