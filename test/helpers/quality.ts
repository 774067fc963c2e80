// A project with its own checks, installed, committed and trusted.
import { existsSync, readFileSync } from "node:fs";
import type { Place } from "./holdfast.ts";
import { makeInstalledPlace, queryStore } from "./installed.ts";
import type { Answer } from "./turns.ts";
import { waitUntil } from "./wait.ts";

export interface CheckedPlace extends Place {
  /** How often each command noted that it ran. */
  runs(name: string): number;
}

type Command = Record<string, unknown> & ({ run: string } | { ci: true });

export interface Checks {
  stages: Record<string, Command[]>;
  files?: Record<string, string>;
  baseline?: "failure" | "start" | "off";
  config?: object;
  trusted?: boolean;
  git?: boolean;
}

/** Returns a command that also counts its runs outside the tree. */
export const count = (name: string, command: string) => `echo run >> "$HOME/ran-${name}"; ${command}`;

/** Delays the turn until the baseline of the newest session is recorded. */
export function onceStarted(place: Place, turn: Answer): () => Promise<Answer> {
  const newest = `SELECT tree FROM sessions LEFT JOIN session_starts USING (session_id)
    ORDER BY sessions.started_at DESC LIMIT 1`;
  return async () => {
    await waitUntil(() => typeof queryStore(place, newest)[0]?.tree === "string");
    return turn;
  };
}

export async function makeCheckedPlace(checks: Checks): Promise<CheckedPlace> {
  const config = {
    quality: { stages: checks.stages, baseline: checks.baseline ?? "failure" },
    ...checks.config,
  };
  const place = await makeInstalledPlace({
    git: checks.git ?? true,
    files: { ".claude/holdfast.json": JSON.stringify(config, null, 2), ...checks.files },
    isTrusted: checks.trusted ?? true,
  });
  const runs = (name: string) => {
    const path = `${place.home}/ran-${name}`;
    return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").length : 0;
  };
  return { ...place, runs };
}
