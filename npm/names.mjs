// Who publishes the package, and under which names: npm/names.json is the only place that says so.
import { readFileSync } from "node:fs";

export const NAMES = JSON.parse(readFileSync(new URL("names.json", import.meta.url), "utf8"));

/** The package with the executable for `platform`, such as "linux-x64". */
export function packageFor(platform) {
  return `${NAMES.scope}/${NAMES.package}-${platform}`;
}
