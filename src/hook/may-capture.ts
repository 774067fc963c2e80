import { isExcludedProject } from "../capture/exclusion.ts";
import type { Config } from "../config/config.ts";
import type { HookContext } from "./context.ts";

/** Recording is on, here. */
export function mayCapture({ env, projectDir }: HookContext, { capture }: Config): boolean {
  return capture.enabled && !isExcludedProject(projectDir, capture.exclude, env.home);
}
