// Where a session's declared work is kept: `<stateDir>/<session_id>/`.
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { isSessionId } from "../../protocol/parse-event.ts";

/** A project's own config cannot move it: a stranger's repository must not choose where we write. */
export function stateDir(
  env: Pick<Environment, "holdfastHome" | "home">,
  loaded: Pick<LoadedConfig, "config" | "origins">,
): string {
  const own = `${env.holdfastHome}/state`;
  const { stateDir: configured } = loaded.config;
  if (configured === "" || loaded.origins.get("stateDir") !== "user") return own;
  const path = configured.startsWith("~/") ? `${env.home}${configured.slice(1)}` : configured;
  return path.startsWith("/") ? path.replace(/\/+$/, "") : own;
}

/** null for an odd session id: it never matches any state. */
export function sessionStateDir(root: string, sessionId: string | null): string | null {
  return sessionId !== null && isSessionId(sessionId) ? `${root}/${sessionId}` : null;
}

export function loopFilePath(dir: string): string {
  return `${dir}/loop.json`;
}

export function flowFilePath(dir: string): string {
  return `${dir}/orchestrator.json`;
}
