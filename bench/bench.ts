// `npm run bench [-- --json] [-- --rounds N] [-- --pairs N] [-- --client-rounds N] [-- --no-client] [-- --million] [-- --strict]`
// `--transcripts DIR` ingests real transcripts, repeated, instead of made-up ones; `--no-history` leaves that out.
// `--million` also measures with 1,000,000 observations, which takes a minute or two to make.
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { commandCases, comparisons, floorCase, hookCases } from "./cases.ts";
import { measureClient } from "./client-cost.ts";
import { type ClientRow, measureClientTimes } from "./client-times.ts";
import { gateCases } from "./gate-cases.ts";
import { measureInterleaved } from "./measure.ts";
import { memoryCases } from "./memory-cases.ts";
import { recallCases } from "./recall-cases.ts";
import { type BenchReport, describeMachine, makeRows, type Row, renderReport } from "./report.ts";
import { setStage } from "./stage.ts";
import { measureThroughput, type Throughput } from "./throughput.ts";
import { triageCases } from "./triage-cases.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "80" },
    pairs: { type: "string", default: "5" },
    "client-rounds": { type: "string", default: "10" },
    "no-client": { type: "boolean", default: false },
    million: { type: "boolean", default: false },
    transcripts: { type: "string" },
    "no-history": { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
  },
});
const rounds = Math.max(1, Number(values.rounds));
const pairs = Math.max(1, Number(values.pairs));
const clientRounds = Math.max(1, Number(values["client-rounds"]));

const notes = describeDoubts();
const stage = await setStage();
show("making past work");
const recall = await recallCases(stage, values.million ? [10_000, 1_000_000] : [10_000]);
const memories = await memoryCases(stage, 10_000);
const cases = [
  floorCase(stage),
  ...hookCases(stage),
  ...(await gateCases(stage)),
  ...triageCases(stage),
  ...recall,
  ...memories,
  ...commandCases(stage),
  ...comparisons(stage),
];
const times = await measureInterleaved(stage, cases, rounds, (done) => show(`round ${done} of ${rounds}`));
const client = values["no-client"]
  ? null
  : await measureClient(pairs, (done) => show(`client pair ${done} of ${pairs}`));
const clientRows = values["no-client"]
  ? []
  : await measureClientTimes(stage, clientRounds, (done) => show(`client round ${done} of ${clientRounds}`));
const throughput = values["no-history"] ? [] : await measureThroughput(values.transcripts ?? null, show);
show("");

const report: BenchReport = {
  ...describeMachine(),
  rounds,
  rows: makeRows(times),
  throughput,
  client,
  clientRows,
  notes,
};
console.log(values.json ? JSON.stringify(report, null, 2) : renderReport(report));
process.exit(values.strict && [...report.rows, ...clientRows, ...report.throughput].some(isMissed) ? 1 : 0);

function isMissed(row: Row | ClientRow | Throughput): boolean {
  return "over" in row ? row.over : row.under;
}

/** Reasons to doubt the numbers. */
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

/** Shows progress, only on a terminal and never among the results. */
function show(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
