import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import type { Environment } from "../../../config/environment.ts";
import { pausePath } from "../../../config/paths.ts";
import type { Pause } from "../../../config/pause.ts";

export function writePauses(env: Environment, pauses: readonly Pause[]): void {
  mkdirSync(env.holdfastHome, { recursive: true, mode: 0o700 });
  const draft = `${pausePath(env)}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(pauses, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, pausePath(env));
}

export function isSamePlace(a: Pick<Pause, "scope" | "target">, b: Pick<Pause, "scope" | "target">): boolean {
  return a.scope === b.scope && a.target === b.target;
}
