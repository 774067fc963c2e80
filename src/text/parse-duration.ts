/** Days, hours, minutes and seconds in this order, at least one of them, not all zero. Also for the JSON Schema. */
export const DURATION_PATTERN =
  "^(?=.*[1-9])(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,6})s)?$";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const UNITS = [
  ["d", 24 * HOUR_MS],
  ["h", HOUR_MS],
  ["m", MINUTE_MS],
  ["s", SECOND_MS],
] as const;
const MAX_DIGITS = 6;

/** "8h", "30m", "90s", "2d" or "1h30m" in milliseconds; null when invalid or zero. Without a pattern, because a process's first one is slow. */
export function parseDuration(text: string): number | null {
  let rest = text;
  let total = 0;
  for (const [unit, ms] of UNITS) {
    const end = rest.indexOf(unit);
    if (end === -1) continue;
    const number = readNumber(rest.slice(0, end));
    if (number === null) return null;
    total += number * ms;
    rest = rest.slice(end + 1);
  }
  return rest === "" && total > 0 ? total : null;
}

function readNumber(digits: string): number | null {
  if (digits === "" || digits.length > MAX_DIGITS) return null;
  for (const digit of digits) if (digit < "0" || digit > "9") return null;
  return Number(digits);
}
