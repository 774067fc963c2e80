// What the files of an agent say about our hooks, for doctor.
import { existsSync, readFileSync } from "node:fs";
import { parse } from "jsonc-parser";
import type { Environment } from "../../config/environment.ts";
import { folderOf, type HostRegistration } from "../../protocol/registration.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { bodyOf, isOwnHook } from "../settings-value.ts";

export interface RegisteredHook {
  /** The agent's own name of the event. */
  theirs: string;
  /** As a line for the shell. */
  command: string;
  /** Its place in the event's list, and in the group there. */
  at: [group: number, hook: number];
}

/** Ours; null when the agent has no such file. Throws when it cannot be read. */
export function findRegisteredHooks(env: Environment, host: HostRegistration): RegisteredHook[] | null {
  const path = `${folderOf(host, env)}/${host.file}`;
  if (!existsSync(path)) return null;
  const settings: unknown = parse(bodyOf(readFileSync(path, "utf8")));
  const events = isRecord(settings) && isRecord(settings.hooks) ? settings.hooks : {};
  return Object.entries(events).flatMap(([theirs, groups]) =>
    listOf(groups).flatMap((group, n) =>
      (isRecord(group) && Array.isArray(group.hooks) ? group.hooks : [group]).flatMap((hook: unknown, m) => {
        const command = isRecord(hook) ? (hook.command ?? hook.bash) : undefined;
        return isOwnHook({ command })
          ? [{ theirs, command: String(command), at: [n, m] as [number, number] }]
          : [];
      }),
    ),
  );
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export interface CodexState {
  /** `hooks = false` among the features: none runs. */
  isOff: boolean;
  /** Of these hooks, those that the person has not trusted, or has switched off. Codex skips them silently. */
  skipped: RegisteredHook[];
}

/** Codex notes in its config which hooks the person has trusted, by the hook's place in the file. */
export function readCodexState(
  env: Environment,
  host: HostRegistration,
  hooks: readonly RegisteredHook[],
): CodexState {
  const folder = folderOf(host, env);
  const config = readToml(`${folder}/config.toml`);
  const features = isRecord(config.features) ? config.features : {};
  const known = isRecord(config.hooks) && isRecord(config.hooks.state) ? config.hooks.state : {};
  const skipped = hooks.filter(({ theirs, at }) => {
    const event = theirs.replace(/(?<=[a-z])[A-Z]/g, "_$&").toLowerCase();
    const state = known[`${folder}/${host.file}:${event}:${at.join(":")}`];
    return !isRecord(state) || typeof state.trusted_hash !== "string" || state.enabled === false;
  });
  return { isOff: features.hooks === false, skipped };
}

function readToml(path: string): Record<string, unknown> {
  try {
    return Bun.TOML.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  } catch {
    return {}; // Absent, or Codex itself refuses it.
  }
}
