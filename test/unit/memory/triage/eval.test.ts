import { describe, expect, test } from "bun:test";
import { PARTS, readCorpus } from "../../../../eval/corpus.ts";
import { type Judged, judgeCorpus } from "../../../../eval/judge.ts";
import { confuse, isWrong, measureCategories } from "../../../../eval/measure.ts";
import { renderQuality } from "../../../../eval/render.ts";
import { renderReport, reportOn } from "../../../../eval/report.ts";
import type { Category } from "../../../../src/memory/category.ts";

const GOAL = { precision: 0.9, recall: 0.8 };
/** Of ordinary talk, so much at most may be taken for something worth remembering. */
const MOST_FALSE_ALARMS = 0.05;
const judged = await judgeCorpus(await readCorpus());

test.each(PARTS)("triage is right as often as promised on the %s part", (part) => {
  const qualities = measureCategories(judged.filter((one) => one.part === part));
  console.log(renderQuality(part, qualities));
  const failing = qualities.filter(
    ({ precision, recall }) => precision < GOAL.precision || recall < GOAL.recall,
  );
  expect(failing.map(({ category }) => category)).toEqual([]);
});

test.each(PARTS)("ordinary talk is left alone in the %s part", (part) => {
  const ordinary = judged.filter((one) => one.part === part && one.category === null);
  expect(ordinary.length).toBeGreaterThan(300);
  expect(ordinary.filter(isWrong).length / ordinary.length).toBeLessThanOrEqual(MOST_FALSE_ALARMS);
});

describe("the measures", () => {
  const sample = [
    judgedAs("DECISION", true, ["DECISION"]),
    judgedAs("DECISION", true, ["DECISION", "CONSTRAINT"]),
    judgedAs("DECISION", true, []),
    judgedAs("DECISION", false, ["DECISION"], "de"),
    judgedAs("DECISION", false, [], "de"),
    judgedAs("RUNBOOK", false, ["DECISION"]),
  ];

  test("weigh a category by its own excerpts, in all languages and in each", () => {
    const [decision, runbook] = measureCategories(sample);
    expect(decision).toMatchObject({
      truePositives: 2,
      falsePositives: 1,
      falseNegatives: 1,
      trueNegatives: 1,
      precision: 2 / 3,
      recall: 2 / 3,
      languages: { en: { precision: 1, recall: 2 / 3 }, de: { precision: 0, falsePositives: 1 } },
    });
    expect(decision?.f1).toBeCloseTo(2 / 3);
    expect(runbook).toMatchObject({ precision: 0, recall: 0, f1: 0, trueNegatives: 1 });
  });

  test("show which categories fired on whose excerpts", () => {
    const [held, not] = confuse(sample);
    expect(held).toMatchObject({ label: true, excerpts: 3, fired: { DECISION: 2, CONSTRAINT: 1, none: 1 } });
    expect(not).toMatchObject({ label: false, excerpts: 2, fired: { DECISION: 1, none: 1 } });
    expect(confuse(sample)[3]).toMatchObject({ category: "RUNBOOK", label: false, fired: { DECISION: 1 } });
  });
});

describe("npm run eval", () => {
  test("names what was misjudged in the tuning part, never in the held-back one", () => {
    const report = reportOn(judged, PARTS, true);
    expect(report.map(({ part, wrong }) => [part, Array.isArray(wrong)])).toEqual([
      ["tuning", true],
      ["held-back", false],
    ]);
    const ids = judged.filter(({ part }) => part === "held-back").map(({ id }) => id);
    const text = renderReport(report);
    expect(ids.filter((id) => text.includes(` ${id}`))).toEqual([]);
  });

  test("shows one part alone", () => {
    const shown = renderReport(reportOn(judged, ["held-back"], false));
    expect(shown).toContain("held-back");
    expect(shown).not.toContain("tuning");
  });

  test("refuses a part it does not know", () => {
    const script = `${import.meta.dir}/../../../../eval/eval.ts`;
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, script, "--part", "other"]);
    expect(exitCode).toBe(2);
    expect(stderr.toString()).toContain("--part tuning|held-back");
  });
});

function judgedAs(category: Category, label: boolean, fired: Category[], lang = "en"): Judged {
  return { id: "one", part: "tuning", category, label, lang, excerpt: [], fired };
}
