// Where things live. Paths only; nothing here touches the disk.
import type { Environment } from "./environment.ts";

type Home = Pick<Environment, "holdfastHome">;

export const executablePath = (env: Home) => `${env.holdfastHome}/bin/holdfast`;
export const databasePath = (env: Home) => `${env.holdfastHome}/holdfast.db`;
export const userConfigPath = (env: Home) => `${env.holdfastHome}/config.json`;
export const pausePath = (env: Home) => `${env.holdfastHome}/paused.json`;
export const trustPath = (env: Home) => `${env.holdfastHome}/trust.json`;
export const manifestPath = (env: Home) => `${env.holdfastHome}/install.json`;
export const backupDir = (env: Home) => `${env.holdfastHome}/backups`;
export const logDir = (env: Home) => `${env.holdfastHome}/logs`;
export const faultLogPath = (env: Home) => `${env.holdfastHome}/logs/faults.jsonl`;
export const checkLogDir = (env: Home) => `${env.holdfastHome}/logs/checks`;
export const debugLogPath = (env: Home) => `${env.holdfastHome}/logs/debug.log`;

/** Where the plugin of the first triage design kept its settings. */
export const olderMemoryConfigPath = (projectDir: string) =>
  `${projectDir}/.claude/memory/memory-config.json`;
export const projectConfigPath = (projectDir: string) => `${projectDir}/.claude/holdfast.json`;
export const runtimeDir = (projectDir: string) => `${projectDir}/.claude/runtime`;
export const lockPath = (projectDir: string) => `${projectDir}/.claude/runtime/locks/.lock_active`;
