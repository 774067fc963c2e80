import type { Environment } from "../../../config/environment.ts";
import { startOverWith } from "../../../platform/start-over.ts";

/** Below this the work is done before it would pay. */
const WORTH_BYTES = 32 * 1024 * 1024;

/**
 * For reading much on all cores. The engine's last compiler takes a quarter of their time for code that is no faster: it
 * can only be switched off before a program starts.
 */
export function chooseCompiler({ compilerChosen }: Environment, files: readonly { size: number }[]): void {
  if (compilerChosen) return;
  let bytes = 0;
  for (const { size } of files) bytes += size;
  if (bytes >= WORTH_BYTES) startOverWith("BUN_JSC_useFTLJIT", "0");
}
