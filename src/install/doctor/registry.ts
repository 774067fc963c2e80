// Every check, in the order of the report. The slow one comes last.
import type { Check } from "./check.ts";
import { cap } from "./checks/cap.ts";
import { capture } from "./checks/capture.ts";
import { config } from "./checks/config.ts";
import { database } from "./checks/database.ts";
import { executable } from "./checks/executable.ts";
import { faults } from "./checks/faults.ts";
import { foreignTimeouts } from "./checks/foreign-timeouts.ts";
import { history } from "./checks/history.ts";
import { latency } from "./checks/latency.ts";
import { lock } from "./checks/lock.ts";
import { memories } from "./checks/memories.ts";
import { path } from "./checks/path.ts";
import { privateFiles } from "./checks/private-files.ts";
import { recall } from "./checks/recall.ts";
import { reflection } from "./checks/reflection.ts";
import { registration } from "./checks/registration.ts";
import { selfTest } from "./checks/self-test.ts";
import { settings } from "./checks/settings.ts";
import { stages } from "./checks/stages.ts";
import { switches } from "./checks/switches.ts";
import { trust } from "./checks/trust.ts";

export const CHECKS: readonly Check[] = [
  executable,
  settings,
  registration,
  foreignTimeouts,
  path,
  cap,
  switches,
  trust,
  stages,
  config,
  database,
  capture,
  recall,
  history,
  memories,
  reflection,
  privateFiles,
  faults,
  latency,
  lock,
  selfTest,
];
