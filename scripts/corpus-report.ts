// Sums up the readings of a corpus, for people and as JSON.
import type { FileReading } from "./corpus-read.ts";

const SLOWEST = 5;

export interface Corpus {
  files: number;
  megabytes: number;
  seconds: number;
  megabytesPerSecond: number;
  records: number;
  damagedLines: number;
  foreignFiles: number;
  items: Record<string, number>;
  toolFailures: Record<string, number>;
  unknownShapes: Record<string, number>;
  failures: { path: string; problem: string }[];
  slowest: { path: string; milliseconds: number; megabytes: number }[];
}

export function summariseCorpus(readings: FileReading[], milliseconds: number): Corpus {
  const megabytes = sum(readings.map(({ bytes }) => bytes)) / 1e6;
  return {
    files: readings.length,
    megabytes,
    seconds: milliseconds / 1000,
    megabytesPerSecond: megabytes / (milliseconds / 1000),
    records: sum(readings.map(({ records }) => records)),
    damagedLines: sum(readings.map(({ damagedLines }) => damagedLines)),
    foreignFiles: readings.filter(({ foreign }) => foreign).length,
    items: addCounts(readings.map(({ kinds }) => kinds)),
    toolFailures: addCounts(readings.map(({ failures }) => failures)),
    unknownShapes: addCounts(readings.map(({ unknownShapes }) => unknownShapes)),
    failures: readings.flatMap(({ path, problem }) => (problem === null ? [] : [{ path, problem }])),
    slowest: readings
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, SLOWEST)
      .map(({ path, bytes, milliseconds: ms }) => ({ path, milliseconds: ms, megabytes: bytes / 1e6 })),
  };
}

export function printCorpus(corpus: Corpus): void {
  console.log(
    `${corpus.files} files, ${corpus.megabytes.toFixed(1)} MB, ${corpus.records} records in ` +
      `${corpus.seconds.toFixed(2)} s: ${corpus.megabytesPerSecond.toFixed(0)} MB/s`,
  );
  console.log(`${corpus.damagedLines} damaged lines, ${corpus.foreignFiles} files of another tool`);
  printCounts("items", corpus.items);
  printCounts("why tools failed", corpus.toolFailures);
  printCounts("unknown shapes", corpus.unknownShapes);
  console.log("\nslowest files");
  for (const { path, milliseconds, megabytes } of corpus.slowest)
    console.log(`${milliseconds.toFixed(0).padStart(8)} ms ${megabytes.toFixed(1).padStart(7)} MB  ${path}`);
  console.log(`\n${corpus.failures.length} failures`);
  for (const { path, problem } of corpus.failures) console.log(`  ${path}: ${problem}`);
}

function printCounts(title: string, counts: Record<string, number>): void {
  console.log(`\n${title}${Object.keys(counts).length === 0 ? ": none" : ""}`);
  for (const [name, count] of Object.entries(counts)) console.log(`${String(count).padStart(8)}  ${name}`);
}

/** The most frequent first. */
function addCounts(all: Record<string, number>[]): Record<string, number> {
  const total = new Map<string, number>();
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) total.set(name, (total.get(name) ?? 0) + count);
  return Object.fromEntries([...total].toSorted(([, a], [, b]) => b - a));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
