// Shared by the views: texts, times, projects and cursors.

import { clip, clipLine } from "../text/clip.ts";
import { printable } from "../text/printable.ts";
import { UserError } from "../text/user-error.ts";

/** ISO 8601 in UTC. */
export type Time = string;

export interface Page<Row> {
  rows: Row[];
  /** The `cursor` of the next page; null at the end. */
  next: string | null;
}

const MAX_LINE = 300;
const MAX_TEXT = 20_000;
const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Rows of a page. */
export const PAGE_SIZE = 50;

/** Makes characters that hide or reorder text visible. Stored text has no secrets. */
export function line(text: string, max = MAX_LINE): string {
  return printable(clipLine(text, max));
}

export function paragraph(text: string, max = MAX_TEXT): string {
  return printable(clip(text, max));
}

export function lineOrNull(text: string | null | undefined, max = MAX_LINE): string | null {
  return text === null || text === undefined || text.trim() === "" ? null : line(text, max);
}

export function iso(at: number): Time {
  return new Date(at).toISOString();
}

export function isoOrNull(at: number | null | undefined): Time | null {
  return at === null || at === undefined ? null : iso(at);
}

/** The project of something. It is named after its folder; null if unknown. */
export function projectRef(projectKey: string | null, project: string | null) {
  const folder = projectKey || project;
  const name = folder === null ? null : folder.slice(folder.lastIndexOf("/") + 1) || folder;
  return {
    projectKey,
    project: project === null ? null : printable(project),
    name: name === null ? null : line(name, 80),
  };
}

/** For rows of `sessions`: without a project key, the folder is the key. */
export const OF_PROJECT = "(project_key = $project OR (project_key IS NULL AND project_dir = $project))";
export const SESSIONS_OF_PROJECT = `SELECT session_id FROM sessions WHERE ${OF_PROJECT}`;

export type Query = Partial<Record<string, string>>;

/** null if not given. */
export function sinceOf({ since }: Query): number | null {
  if (since === undefined) return null;
  const at = Date.parse(since);
  if (Number.isFinite(at)) return at;
  const wanted = "a time such as 2026-11-16T09:30:00.000Z";
  throw new UserError("bad-query", `since=${line(since, 60)} is not ${wanted}`, `Give ${wanted}.`);
}

/** From `since`, or `earliest`, until now. At most a year. */
export function spanOf(query: Query, earliest: (until: number) => number): { since: number; until: number } {
  const until = Date.now();
  return { since: Math.max(sinceOf(query) ?? earliest(until), until - MAX_DAYS * DAY_MS), until };
}

const MAX_DAYS = 366;

/** Tolerates rows that another version wrote in another form. */
export function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // One damaged row must not break the page.
  }
}

export function parseStrings(text: string): string[] {
  return parseList(text).filter((one) => typeof one === "string");
}

/** Hours for a few days, otherwise days. */
export function bucketsOf(since: number, until: number): { bucketMs: number; starts: number[] } {
  const isShort = until - since <= 3 * DAY_MS;
  return { bucketMs: isShort ? HOUR_MS : DAY_MS, starts: buckets(since, until, isShort ? "hour" : "day") };
}

/** Starts of hours or days from `since` to `until`; days in local time. */
export function buckets(since: number, until: number, unit: "hour" | "day"): number[] {
  const starts: number[] = [];
  const at = new Date(since);
  at.setMinutes(0, 0, 0);
  if (unit === "day") at.setHours(0);
  while (at.getTime() < until) {
    starts.push(at.getTime());
    if (unit === "day") at.setDate(at.getDate() + 1);
    else at.setTime(at.getTime() + HOUR_MS);
  }
  return starts;
}

/** The index of a time's bucket; -1 before the first. */
export function bucketOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
