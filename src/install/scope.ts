// The client's settings scopes and the folders that belong to them.
import type { Environment } from "../config/environment.ts";
import { UserError } from "../text/user-error.ts";

export const SCOPES = ["user", "project", "local"] as const;
export type Scope = (typeof SCOPES)[number];

export function parseScope(value: string | undefined): Scope {
  const scope = SCOPES.find((name) => name === (value ?? "user"));
  if (scope) return scope;
  throw new UserError("unknown-scope", `There is no scope "${value}".`, `Use one of: ${SCOPES.join(", ")}.`);
}

/** What others read through the project is readable, what is personal is private. */
export interface FreshModes {
  file: number;
  folder: number;
}

export function freshModes(scope: Scope): FreshModes {
  return { file: scope === "project" ? 0o644 : 0o600, folder: scope === "user" ? 0o700 : 0o755 };
}

export function settingsPath(env: Pick<Environment, "claudeDir">, scope: Scope, projectDir: string): string {
  if (scope === "user") return `${env.claudeDir}/settings.json`;
  return `${projectDir}/.claude/${scope === "project" ? "settings.json" : "settings.local.json"}`;
}

/** Where skills and commands go. Local is personal: in the project they would show up in everybody's git status. */
export function clientFolder(env: Pick<Environment, "claudeDir">, scope: Scope, projectDir: string): string {
  return scope === "project" ? `${projectDir}/.claude` : env.claudeDir;
}
