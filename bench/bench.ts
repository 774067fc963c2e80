// `npm run bench [-- --json] [-- --rounds N] [-- --pairs N] [-- --no-client] [-- --strict]`
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { comparisons, floorCase, hookCases } from "./cases.ts";
import { measureClient } from "./client-cost.ts";
import { measureInterleaved } from "./measure.ts";
import { type BenchReport, describeMachine, makeRows, renderReport } from "./report.ts";
import { setStage } from "./stage.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "80" },
    pairs: { type: "string", default: "5" },
    "no-client": { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
  },
});
const rounds = Math.max(1, Number(values.rounds));
const pairs = Math.max(1, Number(values.pairs));

const notes = describeDoubts();
const stage = await setStage();
const cases = [floorCase(stage), ...hookCases(stage), ...comparisons(stage)];
const times = await measureInterleaved(stage, cases, rounds, (done) => show(`round ${done} of ${rounds}`));
const client = values["no-client"]
  ? null
  : await measureClient(pairs, (done) => show(`client pair ${done} of ${pairs}`));
show("");

const report: BenchReport = {
  ...describeMachine(),
  rounds,
  rows: makeRows(times),
  client,
  notes,
};
console.log(values.json ? JSON.stringify(report, null, 2) : renderReport(report));
process.exit(values.strict && report.rows.some((row) => row.over) ? 1 : 0);

/** What a reader should know before believing the numbers. */
function describeDoubts(): string[] {
  const missing = ["bash", "jq", "node"].filter((tool) => !Bun.which(tool));
  const [load = 0] = loadavg();
  return [
    ...missing.map((tool) => `${tool} is not here: a row was left out.`),
    ...(load > cpus().length / 2
      ? [`The machine was busy (load ${load.toFixed(1)}): do not trust the ratios.`]
      : []),
  ];
}

/** Progress, on a terminal only, and never among the results. */
function show(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
