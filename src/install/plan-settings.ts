// What the settings become, and what they were: pure, on texts.
import { fingerprint, type InstalledScope } from "./manifest.ts";
import { type PermissionRules, permissionRules, RULE_LISTS } from "./permission-rules.ts";
import { BLOCK_CAP_KEY, type WantedSettings } from "./registration.ts";
import { addOwn, type BeforeInstall, isCapBelow, NOTHING_KNOWN, stripOwn } from "./settings-edit.ts";
import { hasWanted, ownGroups, parseBody, rulesIn, valueAt } from "./settings-value.ts";

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
    text: current !== null && isInstalled(current, known, wanted) ? current : addOwn(original ?? "", wanted),
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

function isInstalled(current: string, known: InstalledScope | undefined, wanted: WantedSettings): boolean {
  const settings = parseBody(current);
  return (
    hasWanted(settings, wanted) &&
    !isCapBelow(settings, wanted.blockCap) &&
    !(known && hasRulesBeyond(wanted.rules, settings, beforeInstall(known)))
  );
}

/** The person chose fewer rules than at the last install. */
function hasRulesBeyond(wanted: PermissionRules, settings: unknown, before: BeforeInstall): boolean {
  const written = permissionRules(before.rules);
  return RULE_LISTS.some((list) => {
    const kept = [...wanted[list], ...rulesIn(before.settings, list)];
    return written[list].some((rule) => rulesIn(settings, list).includes(rule) && !kept.includes(rule));
  });
}

function beforeInstall({ original, blockCap, rules }: InstalledScope): BeforeInstall {
  return {
    settings: original === null ? undefined : parseBody(original),
    blockCap,
    rules: rules ?? "listed",
  };
}

function isEmpty(text: string): boolean {
  return Object.keys(parseBody(text) as object).length === 0;
}
