// The contract of a check: it looks at one thing, changes nothing, and says what it found and what to do.
import type { DoctorContext } from "./context.ts";

export type Status = "ok" | "warn" | "problem";

export interface CheckResult {
  status: Status;
  message: string;
  /** What a person can do about it. Every problem has one. */
  nextStep?: string;
}

export interface Check {
  id: string;
  /** One or two words for the list. */
  title: string;
  run(context: DoctorContext): Promise<CheckResult[]>;
}

export function ok(message: string): CheckResult {
  return { status: "ok", message };
}

export function warn(message: string, nextStep: string): CheckResult {
  return { status: "warn", message, nextStep };
}

export function problem(message: string, nextStep: string): CheckResult {
  return { status: "problem", message, nextStep };
}
