// Sessions made of records, and what a reflection finds in them.
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import type { ReflectionThresholds } from "../../../../src/review/reflection/detectors/detector.ts";
import { reflect } from "../../../../src/review/reflection/reflect.ts";
import type { Reflection } from "../../../../src/review/reflection/reflection.ts";
import { calls, fails, type Json, makeFile, result, toLines } from "../../transcript/records.ts";

let made = 0;

export interface Looking {
  thresholds?: Partial<ReflectionThresholds>;
  projectDir?: string;
}

export async function reflectOn(records: Json[], looking: Looking = {}): Promise<Reflection> {
  const reflected = await reflect({
    transcriptPath: makeFile(toLines(records)),
    sessionId: null,
    projectDir: looking.projectDir ?? null,
    thresholds: { ...defaultConfig().reflection.thresholds, ...looking.thresholds },
    trigger: "manual",
    now: 1,
  });
  if (!reflected.ok) throw new Error(reflected.problem.message);
  return reflected.reflection;
}

export async function idsOf(records: Json[], looking: Looking = {}): Promise<string[]> {
  return (await reflectOn(records, looking)).patterns.map(({ id }) => id);
}

/** A call with its result, `took` seconds later. */
export function does(tool: string, input: Json, output = "ok", took = 0, fields: Json = {}): Json[] {
  const id = `call-${made++}`;
  return [
    calls(id, tool, input, { timestamp: at(0) }),
    result(id, output, { timestamp: at(took), ...fields }),
  ];
}

export function failsAt(tool: string, input: Json, output: string, fields: Json = {}): Json[] {
  const id = `call-${made++}`;
  return [calls(id, tool, input), fails(id, output, fields)];
}

export function runs(command: string, output = "ok", took = 0, fields: Json = {}): Json[] {
  return does("Bash", { command }, output, took, fields);
}

export function times(count: number, make: (n: number) => Json[]): Json[] {
  return Array.from({ length: count }, (_, n) => make(n)).flat();
}

export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 2) + seconds * 1000).toISOString();
}
