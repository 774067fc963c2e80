// A home with holdfast installed, examined by the built program, and repaired after each test.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { CheckReport, CheckResult, CheckStatus } from "../../src/install/doctor/check.ts";
import { EXECUTABLE, type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace } from "../helpers/installed.ts";
import { makeTempFolder, writeFileIn } from "../helpers/temp.ts";

export interface Report {
  healthy: boolean;
  problems: number;
  warnings: number;
  checks: CheckReport[];
}

export interface DoctorPlace {
  place: Place;
  tmp: string;
  program: string;
  settings: string;
  database: string;
  at(path: string): string;
  examine(): Promise<{ exitCode: number; report: Report }>;
  /** Changes the file until `repair`. */
  edit(path: string, change: (text: string) => string): void;
  editSettings(change: (settings: Record<string, unknown>) => object): void;
  setMode(path: string, mode: number): void;
  moveAway(path: string): void;
  replaceProgram(script: string): void;
  writeProject(path: string, text: string): void;
  afterwards(repair: () => void): void;
  repair(): void;
}

export async function makeDoctorPlace(): Promise<DoctorPlace> {
  const installed = await makeInstalledPlace();
  const tmp = makeTempFolder("doctor-tmp");
  const PATH = `${join(installed.home, ".local/bin")}:/usr/bin:/bin`;
  const place: Place = { ...installed, env: { PATH, TMPDIR: tmp } };
  const undo: (() => void)[] = [];
  const at = (path: string) => join(place.home, path);
  const program = at(".holdfast/bin/holdfast");
  // A copy of its own, which it may damage.
  rmSync(program);
  copyFileSync(EXECUTABLE, program);
  const settings = at(".claude/settings.json");

  function moveAway(path: string): void {
    renameSync(path, `${path}.away`);
    undo.push(() => renameSync(`${path}.away`, path));
  }

  function edit(path: string, change: (text: string) => string): void {
    const isThere = existsSync(path);
    const original = `${path}.kept`;
    if (!existsSync(original)) {
      if (isThere) copyFileSync(path, original);
      undo.push(() => (isThere ? renameSync(original, path) : rmSync(path)));
    }
    writeFileSync(path, change(isThere ? readFileSync(path, "utf8") : ""), { mode: 0o600 });
  }

  return {
    place,
    tmp,
    program,
    settings,
    database: at(".holdfast/holdfast.db"),
    at,
    edit,
    moveAway,
    editSettings: (change) => edit(settings, (text) => JSON.stringify(change(JSON.parse(text)))),
    setMode(path, mode) {
      const usual = statSync(path).mode;
      chmodSync(path, mode);
      undo.push(() => chmodSync(path, usual));
    },
    replaceProgram(script) {
      moveAway(program);
      writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    },
    writeProject(path, text) {
      writeFileIn(place.project, path, text);
      undo.push(() => rmSync(join(place.project, ".claude"), { recursive: true, force: true }));
    },
    afterwards: (repair) => void undo.push(repair),
    repair() {
      for (const step of undo.splice(0).reverse()) step();
    },
    examine: () => examine(place),
  };
}

export async function examine(place: Place): Promise<{ exitCode: number; report: Report }> {
  const { exitCode, stdout, stderr } = await runCommand(place, "doctor", "--json");
  if (stderr !== "") throw new Error(stderr);
  return { exitCode, report: JSON.parse(stdout) };
}

export function found(report: Report, id: string, status: CheckStatus): CheckResult[] {
  const check = report.checks.find((candidate) => candidate.id === id);
  return (check?.results ?? []).filter((result) => result.status === status);
}

export function textOf(results: CheckResult[]): string {
  return results.map(({ message, nextStep }) => `${message} ${nextStep ?? ""}`).join("\n");
}
