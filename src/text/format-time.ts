/** Local time, the same everywhere: `2026-11-15 07:34`. */
export function formatTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const MINUTE = 60_000;

/** "5 min ago". Unlike a local time it needs no time zone, which is slow to load. */
export function formatAge(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** "45 s", "5 min", "2 h 5 min" or "3 d 2 h". */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE);
  if (minutes === 0) return `${Math.round(milliseconds / 1000)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  const days = Math.floor(hours / 24);
  return days === 0 ? `${hours} h ${minutes % 60} min` : `${days} d ${hours % 24} h`;
}
