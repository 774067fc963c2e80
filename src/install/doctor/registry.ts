// Every check, in the order of the report. The slow one comes last.
import type { DoctorCheck } from "./check.ts";
import { agents } from "./checks/agents.ts";
import { database, privateFiles } from "./checks/database.ts";
import { mod, statusLine } from "./checks/display.ts";
import { judge } from "./checks/judge.ts";
import { faults, latency } from "./checks/past-runs.ts";
import { executable, path } from "./checks/program.ts";
import { config, lock, newTests, stages, switches, trust } from "./checks/project.ts";
import { capture, history, memories, recall, reflection } from "./checks/records.ts";
import { cap, foreignTimeouts, registration, settings } from "./checks/registration.ts";
import { selfTest } from "./checks/self-test.ts";
import { sync } from "./checks/sync.ts";
import { tools } from "./checks/tools.ts";

export const CHECKS: readonly DoctorCheck[] = [
  executable,
  settings,
  registration,
  agents,
  foreignTimeouts,
  path,
  cap,
  mod,
  statusLine,
  tools,
  switches,
  trust,
  stages,
  newTests,
  config,
  database,
  capture,
  recall,
  history,
  memories,
  sync,
  reflection,
  judge,
  privateFiles,
  faults,
  latency,
  lock,
  selfTest,
];
