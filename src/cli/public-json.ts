// What `--json` prints, in one form everywhere: names in camelCase, times in ISO 8601 (UTC), a session by its ID under
// `session`, a project by its folder under `project`. docs/json.md is for whoever reads it.

/** Objects whose keys are somebody's own words: names of stages and tools, keys of the config. */
const verbatimObjects = new WeakSet<object>();

/** Its keys are printed as they are. */
export function verbatim<T extends object>(value: T): T {
  verbatimObjects.add(value);
  return value;
}

export function toPublicJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPublicJson);
  if (typeof value !== "object" || value === null || verbatimObjects.has(value)) return value;
  const entries = Object.entries(value);
  const taken = new Set(entries.map(([key]) => key));
  return Object.fromEntries(
    entries.map(([key, part]) => {
      const name = toPublicName(key, taken);
      return [name, isTime(name, part) ? new Date(part).toISOString() : toPublicJson(part)];
    }),
  );
}

const SHORT_NAMES: Record<string, string> = { sessionId: "session", projectDir: "project" };
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

function toPublicName(key: string, taken: ReadonlySet<string>): string {
  const name = SNAKE_CASE.test(key)
    ? key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : key;
  const short = SHORT_NAMES[name];
  return short === undefined || taken.has(short) ? name : short;
}

/** Any time since 1973 has so many milliseconds, and no count. */
const MIN_TIME = 1e11;

function isTime(name: string, value: unknown): value is number {
  return /(?:^at|At|^since|^until)$/.test(name) && typeof value === "number" && value >= MIN_TIME;
}
