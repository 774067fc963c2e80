// What the settings become, and what they were: pure, on texts.
import { fingerprint, type InstalledScope } from "./manifest.ts";
import { BLOCK_CAP_KEY, type WantedSettings } from "./registration.ts";
import { addOwn, type BeforeInstall, isCapBelow, NOTHING_KNOWN, stripOwn } from "./settings-edit.ts";
import { hasWanted, ownGroups, parseBody, valueAt } from "./settings-value.ts";

export interface SettingsPlan {
  text: string;
  /** What uninstall restores if nobody else changes the file; null: no file. */
  original: string | null;
  blockCap: { before: unknown } | null;
}

/** `current` null: there is no file. `known` undefined: the first install here, or the manifest was lost. */
export function planSettings(
  current: string | null,
  known: InstalledScope | undefined,
  wanted: WantedSettings,
): SettingsPlan {
  const original = withoutOwn(current, known);
  const before = parseBody(original ?? "");
  const raisesCap = isCapBelow(before, wanted.blockCap);
  return {
    text: current !== null && isInstalled(current, wanted) ? current : addOwn(original ?? "", wanted),
    original,
    blockCap: raisesCap ? { before: valueAt(before, ["env", BLOCK_CAP_KEY]) ?? null } : null,
  };
}

/** The settings after uninstall: the original bytes if nobody else wrote since, else without our entries. */
export function withoutOwn(current: string | null, known: InstalledScope | undefined): string | null {
  if (current === null) return null;
  if (!known) {
    // Without our hooks in it, a rule for `holdfast status` is the user's own.
    return ownGroups(parseBody(current)).length > 0 ? stripOwn(current, NOTHING_KNOWN) : current;
  }
  if (fingerprint(current) === known.hash) return known.original;
  const stripped = stripOwn(current, beforeInstall(known));
  return known.original === null && isEmpty(stripped) ? null : stripped;
}

function isInstalled(current: string, wanted: WantedSettings): boolean {
  const settings = parseBody(current);
  return hasWanted(settings, wanted) && !isCapBelow(settings, wanted.blockCap);
}

function beforeInstall({ original, blockCap }: InstalledScope): BeforeInstall {
  return { settings: original === null ? undefined : parseBody(original), blockCap };
}

function isEmpty(text: string): boolean {
  return Object.keys(parseBody(text) as object).length === 0;
}
