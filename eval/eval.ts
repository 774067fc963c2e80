// `npm run eval [-- --part tuning|held-back] [-- --json] [-- --wrong]`: how right triage is on the labelled corpus.
import { parseArgs } from "node:util";
import { PARTS, readCorpus } from "./corpus.ts";
import { judgeCorpus } from "./judge.ts";
import { renderReport, reportOn } from "./report.ts";

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

const report = reportOn(await judgeCorpus(await readCorpus(parts)), parts, values.wrong);
console.log(values.json ? JSON.stringify(report, null, 2) : renderReport(report));
