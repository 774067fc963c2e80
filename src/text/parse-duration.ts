/** Days, hours, minutes and seconds in this order, at least one of them, not all zero. Also for the JSON Schema. */
export const DURATION_PATTERN =
  "^(?=.*[1-9])(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,6})s)?$";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const UNITS_MS = [24 * HOUR_MS, HOUR_MS, MINUTE_MS, SECOND_MS];

/** "8h", "30m", "90s", "2d" or "1h30m" in milliseconds; null when it is no duration or zero. */
export function parseDuration(text: string): number | null {
  const match = new RegExp(DURATION_PATTERN).exec(text);
  if (!match) return null;
  return UNITS_MS.reduce((total, unit, index) => total + Number(match[index + 1] ?? 0) * unit, 0);
}
