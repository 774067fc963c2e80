// Why nobody can answer `judges` with these settings.
import type { Config } from "./schema.ts";

/** null if they can work. */
export function findJudgeProblem({ by }: Config["judge"]): string | null {
  if (typeof by === "string" || by.command !== "") return null;
  if (by.url === "") return "`judge.by` names neither a `command` nor a `url`";
  if (!isAllowedUrl(by.url)) return "`judge.by.url` must be https, or on this machine";
  return by.model === "" ? "`judge.by.model` is missing" : null;
}

/** What is sent must not cross a network in clear text. */
export function isAllowedUrl(url: string): boolean {
  const protocol = URL.canParse(url) ? new URL(url).protocol : "";
  return protocol === "https:" || (protocol === "http:" && isLoopback(url));
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
