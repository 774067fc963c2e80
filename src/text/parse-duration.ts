/** Days, hours, minutes and seconds in this order, at least one of them, not all zero. Also for the JSON Schema. */
export const DURATION_PATTERN =
  "^(?=.*[1-9])(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,6})s)?$";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** "8h", "30m", "90s", "2d" or "1h30m" in milliseconds; null when invalid or zero. */
export function parseDuration(text: string): number | null {
  const match = new RegExp(DURATION_PATTERN).exec(text);
  if (match === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((number) => Number(number ?? 0));
  return (24 * days + hours) * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
}
