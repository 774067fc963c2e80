// `npm run eval [-- --part tuning|held-back] [-- --json] [-- --wrong]`: how right triage is on the labelled corpus.
import { parseArgs } from "node:util";
import { PARTS, type Part, readCorpus } from "./corpus.ts";
import { judgeCorpus } from "./judge.ts";
import { confuse, isWrong, measureCategories } from "./measure.ts";
import { renderConfusion, renderQuality } from "./render.ts";

const { values } = parseArgs({
  options: {
    part: { type: "string" },
    json: { type: "boolean", default: false },
    wrong: { type: "boolean", default: false },
  },
});
const parts = PARTS.filter((part) => values.part === undefined || part === values.part);
if (parts.length === 0) {
  console.error("usage: npm run eval -- [--part tuning|held-back] [--json] [--wrong]");
  process.exit(2);
}

const judged = await judgeCorpus(await readCorpus(parts));
const report = parts.map((part) => {
  const own = judged.filter((one) => one.part === part);
  return { part, categories: measureCategories(own), confusion: confuse(own), ...misjudged(part) };
});
console.log(values.json ? JSON.stringify(report, null, 2) : report.map(render).join("\n\n"));

/** Never of the held-back part: who saw them would tune on them. */
function misjudged(part: Part): { wrong?: { id: string; should: boolean }[] } {
  if (!values.wrong || part === "held-back") return {};
  const wrong = judged.filter((one) => one.part === part && isWrong(one));
  return { wrong: wrong.map(({ id, label }) => ({ id, should: label })) };
}

function render({ part, categories, confusion, wrong }: (typeof report)[number]): string {
  const list = wrong?.map(({ id, should }) => `${should ? "missed" : "false "}  ${id}`) ?? [];
  return [renderQuality(part, categories), "", renderConfusion(confusion), ...list].join("\n");
}
