const formPattern = (): RegExp => /^(?=.*[1-9])(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/;

/** The same rule for the JSON Schema. */
export const DURATION_PATTERN = formPattern().source;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "8h", "30m", "90s", "2d" or "1h30m" in milliseconds; null when it is no duration or zero. */
export function parseDuration(text: string): number | null {
  const match = formPattern().exec(text);
  if (!match) return null;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = match;
  return Number(days) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
}
