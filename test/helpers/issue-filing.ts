// A project with findings, and a stand-in for `gh` to file them with.
import { readFileSync } from "node:fs";
import type { Pattern } from "../../src/review/reflection/reflection.ts";
import { type Place, runCommand } from "./holdfast.ts";
import { leaveFindings, makePattern } from "./reviewed-findings.ts";
import { makeStandInGh, type StandInGh } from "./stand-in-gh.ts";
import { makeTempHome, makeTempProject } from "./temp.ts";

interface Setting {
  place: Place;
  gh: StandInGh;
  ids: number[];
}

export async function makeSetting(
  patterns: Pattern[] = [makePattern()],
  gh = makeStandInGh(),
): Promise<Setting> {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }), env: { PATH: gh.path } };
  return { place, gh, ids: await leaveFindings(place, patterns) };
}

/** By name, as a script would. */
export function fileAll({ place, ids }: Pick<Setting, "place" | "ids">, ...more: string[]) {
  return runCommand(place, "reflect", "review", "--issue", ids.join(","), ...more);
}

export function many(count: number): Pattern[] {
  return Array.from({ length: count }, (_, n) =>
    makePattern({ title: `Finding number ${n}`, fingerprint: `${n}`.padStart(16, "a") }),
  );
}

export function summaryOf(place: Place) {
  const path = `${place.project}/.claude/runtime/logs/s1/reflection_summary.json`;
  return JSON.parse(readFileSync(path, "utf8")) as { issues: unknown[] };
}
