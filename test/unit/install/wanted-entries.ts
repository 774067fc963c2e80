import type { WantedSettings } from "../../../src/install/registration.ts";
import { allowedIn, ownGroups } from "../../../src/install/settings-value.ts";

/** Whether the settings contain exactly the wanted entries, once. */
export function hasWantedEntries(
  settings: unknown,
  wanted: Pick<WantedSettings, "hooks" | "allow">,
): boolean {
  const found = ownGroups(settings);
  return (
    found.length === wanted.hooks.length &&
    wanted.hooks.every(({ event, group }) =>
      found.some((own) => own.event === event && Bun.deepEquals(own.group, group, true)),
    ) &&
    wanted.allow.every((rule) => allowedIn(settings).includes(rule))
  );
}
