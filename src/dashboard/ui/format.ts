// Times and numbers for people.
import { SharedValue } from "./shared-value.ts";

// With LANG=C, Chromium reports a language that it does not support, and uPlot fails on it while loading: so main.tsx loads
// this module first.
const LOCALE = isKnown(navigator.language) ? navigator.language : "en";
if (LOCALE !== navigator.language) Object.defineProperty(navigator, "language", { value: LOCALE });

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
const DATE = { day: "numeric", month: "short" } as const;

export const formatClock = formatter(CLOCK);
export const formatDayAndClock = formatter({ ...DATE, ...CLOCK });
export const formatDay = formatter({ ...DATE, year: "numeric" });
export const formatShortDay = formatter(DATE);
export const formatExactly = formatter({ dateStyle: "medium", timeStyle: "medium" });
export const formatNumber: (value: number) => string = new Intl.NumberFormat("en").format;

function formatter(options: Intl.DateTimeFormatOptions): (at: number) => string {
  return new Intl.DateTimeFormat(LOCALE, options).format;
}

/** "1 session", "1,200 sessions". */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(n)} ${n === 1 ? noun : plural}`;
}

/** Such as "12 min ago"; older than a week, the day. */
export function formatAge(at: number, now: number): string {
  const age = now - at;
  if (age < MINUTE) return "just now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)} d ago`;
  return formatDay(at);
}

/** Such as "3 h 20 min"; below a minute "42 s". */
export function formatLength(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d`;
}

/** Hook times: with tenths below 10 ms. */
export function formatMs(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

export function formatShare(part: number, all: number): string {
  if (all === 0) return "–";
  const share = (100 * part) / all;
  return share > 0 && share < 1 ? "<1%" : `${Math.round(share)}%`;
}

/** For the whole page. */
export const clock = new SharedValue(Date.now());
setInterval(() => clock.set(Date.now()), 15_000);
