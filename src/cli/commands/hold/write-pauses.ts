import type { Environment } from "../../../config/environment.ts";
import { pausePath } from "../../../config/paths.ts";
import type { Pause } from "../../../config/pause.ts";
import { ensurePrivateFolder, writeWhole } from "../../../platform/atomic-file.ts";

export function writePauses(env: Environment, pauses: readonly Pause[]): void {
  ensurePrivateFolder(env.holdfastHome);
  writeWhole(pausePath(env), `${JSON.stringify(pauses, null, 2)}\n`);
}

export function isSamePlace(a: Pick<Pause, "scope" | "target">, b: Pick<Pause, "scope" | "target">): boolean {
  return a.scope === b.scope && a.target === b.target;
}
