// Reads the client's settings files, each with its value or the reason why it cannot be used.
import { stat } from "node:fs/promises";
import type { Environment } from "../../config/environment.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import { UserError } from "../../text/user-error.ts";
import { SCOPES, type Scope, settingsPath } from "../client-files.ts";
import { BLOCK_CAP_KEY } from "../registration.ts";
import { readSettings, readText } from "../settings-file.ts";
import { parseBody, valueAt } from "../settings-value.ts";

export interface SettingsSource {
  name: Scope | "managed";
  path: string;
  exists: boolean;
  /** The value as the client reads it; undefined when it ignores the file. */
  value: unknown;
  problem: { message: string; hint: string } | null;
}

/** Lowest precedence first. */
export async function readSources(
  env: Pick<Environment, "claudeDir">,
  projectDir: string,
  managedPath: string,
): Promise<SettingsSource[]> {
  const places = [
    ...SCOPES.map((name) => ({ name, path: settingsPath(env, name, projectDir) })),
    { name: "managed" as const, path: managedPath },
  ];
  // In the home folder, the project's file and the user's are the same.
  const distinct = places.filter(
    ({ path }, index) => places.findIndex((other) => other.path === path) === index,
  );
  return Promise.all(distinct.map(({ name, path }) => readSource(name, path)));
}

/** The value with the highest precedence. */
export function effectiveValue(
  sources: readonly SettingsSource[],
  path: readonly string[],
): { value: unknown; source: SettingsSource } | null {
  const source = sources.findLast((candidate) => valueAt(candidate.value, path) !== undefined);
  return source ? { value: valueAt(source.value, path), source } : null;
}

/** Where an administrator puts settings that nobody can override. */
export function managedSettingsPath(platform: string): string {
  return platform === "darwin"
    ? "/Library/Application Support/ClaudeCode/managed-settings.json"
    : "/etc/claude-code/managed-settings.json";
}

async function readSource(name: SettingsSource["name"], path: string): Promise<SettingsSource> {
  const absent = { name, path, exists: false, value: undefined, problem: null };
  const found = await stat(path).catch(() => null); // Unreadable files are reported below.
  if (found && !found.isFile()) {
    const problem = { message: `${path} is not a file`, hint: "Remove it, or replace it with a plain file." };
    return { ...absent, exists: true, problem };
  }
  try {
    const { text } = await readSettings(path);
    return text === null ? absent : { ...absent, exists: true, value: parseBody(text) };
  } catch (error) {
    const message = errorMessage(error);
    const hint = error instanceof UserError ? error.hint : "Check its type and permissions.";
    return { ...absent, exists: true, value: await parseAnyway(path), problem: { message, hint } };
  }
}

/** We refuse to edit some files that the client still reads, such as one with a repeated key. */
async function parseAnyway(path: string): Promise<unknown> {
  try {
    return parseBody((await readText(path, path)) ?? "");
  } catch {
    return undefined; // The client cannot read it either.
  }
}

export const DEFAULT_BLOCK_CAP = 8;

/**
 * The client's own limit of consecutive blocks without a tool call, which may end a turn before our budget does; Infinity if
 * there is none. `from`: where it was set; null for the client's default.
 */
export function findBlockCap({
  sources,
  variables,
}: {
  sources: readonly SettingsSource[];
  variables: Record<string, string | undefined>;
}) {
  // The settings' `env` overrides the client's environment.
  const inForce = effectiveValue(sources, ["env", BLOCK_CAP_KEY]);
  const text = inForce ? String(inForce.value) : (variables[BLOCK_CAP_KEY] ?? "");
  const blocks = Number.parseInt(text, 10);
  if (Number.isNaN(blocks)) return { blocks: DEFAULT_BLOCK_CAP, from: null };
  const from = inForce ? inForce.source.path : "from the environment";
  return { blocks: blocks > 0 ? blocks : Number.POSITIVE_INFINITY, from };
}
