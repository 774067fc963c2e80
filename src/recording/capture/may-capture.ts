import type { Config } from "../../config/config.ts";
import type { HookContext } from "../../store/event-context.ts";
import { isExcludedProject } from "./exclusion.ts";

/** Recording is on, here. */
export function mayCapture({ env, projectDir }: HookContext, { capture }: Config): boolean {
  return capture.enabled && !isExcludedProject(projectDir, capture.exclude, env.home);
}
