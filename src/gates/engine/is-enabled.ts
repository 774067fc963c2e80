import type { Config } from "../../config/config.ts";

/** A gate without a switch of its own is on: what it asks is a list, empty by default. */
export function isEnabled({ gates }: Pick<Config, "gates">, id: string): boolean {
  const entry: unknown = Object.hasOwn(gates, id) ? gates[id as keyof typeof gates] : null;
  return !(typeof entry === "object" && entry !== null && "enabled" in entry && entry.enabled === false);
}
