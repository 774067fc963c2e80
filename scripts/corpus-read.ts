// Reads one whole transcript.
import { createOutcome, streamItems } from "../src/transcript/read-since.ts";

export interface FileReading {
  path: string;
  bytes: number;
  milliseconds: number;
  records: number;
  damagedLines: number;
  foreign: boolean;
  kinds: Record<string, number>;
  failures: Record<string, number>;
  unknownShapes: Record<string, number>;
  /** Why it could not be read. The reader should never throw. */
  problem: string | null;
}

export async function readTranscriptFile(path: string): Promise<FileReading> {
  const startedAt = performance.now();
  const outcome = createOutcome();
  const kinds: Record<string, number> = {};
  const failures: Record<string, number> = {};
  let problem: string | null = null;
  try {
    for await (const item of streamItems(path, outcome)) {
      kinds[item.kind] = (kinds[item.kind] ?? 0) + 1;
      if (item.kind === "tool-result" && item.failure)
        failures[item.failure] = (failures[item.failure] ?? 0) + 1;
    }
  } catch (error) {
    problem = `thrown: ${error instanceof Error ? error.stack : String(error)}`;
  }
  const { records, damagedLines, foreignRecords, unknownShapes } = outcome.report;
  return {
    path,
    bytes: Bun.file(path).size,
    milliseconds: performance.now() - startedAt,
    records,
    damagedLines,
    foreign: foreignRecords > 0 && foreignRecords === records,
    kinds,
    failures,
    unknownShapes: Object.fromEntries(unknownShapes),
    problem: problem ?? outcome.problem?.message ?? null,
  };
}
