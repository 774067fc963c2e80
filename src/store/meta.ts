import type { Store } from "./open.ts";

export function readMeta(store: Store, key: string): string | null {
  const row = store.query("SELECT value FROM meta WHERE key = $key").get({ key }) as { value: string } | null;
  return row?.value ?? null;
}

export function writeMeta(store: Store, key: string, value: string): void {
  store
    .query(
      "INSERT INTO meta (key, value) VALUES ($key, $value) ON CONFLICT (key) DO UPDATE SET value = $value",
    )
    .run({ key, value });
}
