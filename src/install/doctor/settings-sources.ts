// The settings files the client reads, each with what it says or why it cannot be used.
import { stat } from "node:fs/promises";
import type { Environment } from "../../config/environment.ts";
import { UserError } from "../../text/user-error.ts";
import { readSettings, readText } from "../read-settings.ts";
import { SCOPES, type Scope, settingsPath } from "../scope.ts";
import { parseBody, valueAt } from "../settings-value.ts";

export interface SettingsSource {
  name: Scope | "managed";
  path: string;
  exists: boolean;
  /** What the client takes from it; undefined when it takes nothing. */
  value: unknown;
  refusal: { message: string; hint: string } | null;
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
  // In the home folder the project's file is the user's.
  const distinct = places.filter(
    ({ path }, index) => places.findIndex((other) => other.path === path) === index,
  );
  return Promise.all(distinct.map(({ name, path }) => readSource(name, path)));
}

/** What holds when several files say something: the last one that does. */
export function valueInForce(
  sources: readonly SettingsSource[],
  path: readonly string[],
): { value: unknown; source: SettingsSource } | null {
  const source = sources.findLast((candidate) => valueAt(candidate.value, path) !== undefined);
  return source ? { value: valueAt(source.value, path), source } : null;
}

/** Where an administrator puts settings that nobody overrules. */
export function managedSettingsPath(platform: string): string {
  return platform === "darwin"
    ? "/Library/Application Support/ClaudeCode/managed-settings.json"
    : "/etc/claude-code/managed-settings.json";
}

async function readSource(name: SettingsSource["name"], path: string): Promise<SettingsSource> {
  const absent = { name, path, exists: false, value: undefined, refusal: null };
  const found = await stat(path).catch(() => null); // Unreadable folders are the reader's to tell.
  if (found && !found.isFile()) return { ...absent, exists: true, refusal: notAFile(path) };
  try {
    const { text } = await readSettings(path);
    return text === null ? absent : { ...absent, exists: true, value: parseBody(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof UserError ? error.hint : "Check its type and permissions.";
    return { ...absent, exists: true, value: await parseAnyway(path), refusal: { message, hint } };
  }
}

/** We do not edit some files that the client takes all the same, such as one with a doubled key. */
async function parseAnyway(path: string): Promise<unknown> {
  try {
    return parseBody((await readText(path, path)) ?? "");
  } catch {
    return undefined; // The client cannot read it either.
  }
}

function notAFile(path: string): { message: string; hint: string } {
  return { message: `${path} is not a file`, hint: "Remove it, or make it a plain file." };
}
