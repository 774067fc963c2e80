// Copies plugin/ to where `--plugin-dir` and `claude plugin validate` find it complete.
import { chmod, cp, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { renderPluginHooks } from "./plugin-hooks.ts";

export async function buildPlugin(targetDir: string): Promise<void> {
  await rm(targetDir, { recursive: true, force: true });
  await cp(resolve(import.meta.dir, "../../plugin"), targetDir, { recursive: true });
  await writeFile(`${targetDir}/hooks/hooks.json`, renderPluginHooks());
  // Archives and some checkouts lose the bit, and a hook that cannot run is a guard switched off.
  await chmod(`${targetDir}/bin/holdfast-hook`, 0o755);
}
