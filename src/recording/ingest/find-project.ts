// Which project a transcript belongs to, and whether it may be recorded.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { isExcludedProject } from "../../config/place.ts";
import { projectKey } from "../../platform/repository.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { CaptureRules } from "../capture/redact-call.ts";
import { redactAndShorten } from "../capture/redact-fully.ts";
import type { SessionProject } from "./read-session.ts";

export interface ProjectMatch {
  project: SessionProject;
  rules: CaptureRules;
  leftOut: "excluded" | "project" | null;
}

export interface ProjectFinder {
  env: Environment;
  /** null: sessions of every project. */
  wantedKey: string | null;
  known: Map<string, Promise<ProjectMatch>>;
}

const MAX_PATH = 1000;

export async function matchProject(
  finder: ProjectFinder,
  path: string,
  items: readonly TranscriptItem[],
): Promise<ProjectMatch> {
  const dir = projectDirOf(path, items);
  const known = finder.known.get(dir ?? "") ?? loadProject(finder, dir);
  finder.known.set(dir ?? "", known);
  return known;
}

/** Where the client was started, after which it names the folder of transcripts; else the first folder in the records. */
export function projectDirOf(path: string, items: readonly TranscriptItem[]): string | null {
  const folder = path.split("/").at(-2) ?? "";
  const dirs = new Set(items.flatMap(({ cwd }) => (cwd?.startsWith("/") ? [cwd] : [])));
  const named = [...dirs].find((dir) => dir.replace(/[^A-Za-z0-9]/g, "-") === folder);
  const dir = named ?? [...dirs][0];
  return dir === undefined ? null : redactAndShorten(dir, MAX_PATH);
}

async function loadProject({ env, wantedKey }: ProjectFinder, dir: string | null): Promise<ProjectMatch> {
  const key = dir === null ? null : await projectKey(dir);
  const { config } = await loadConfig(env, dir);
  const { enabled, exclude, rowKilobytes } = config.capture;
  const excluded = !enabled || isExcludedProject(dir, exclude, env.home);
  return {
    project: { projectDir: dir, projectKey: key },
    rules: { exclude, maxCharacters: rowKilobytes * 1024 },
    leftOut: excluded ? "excluded" : wantedKey !== null && wantedKey !== key ? "project" : null,
  };
}
