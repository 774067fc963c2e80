// Adds our entries to the settings and removes them. Pure: edits the text that settings-file.ts checked.
import { getNodePath, type Node } from "jsonc-parser";
import { memberOf, parseRoot, removeChild, replaceValue, setValueAt } from "../text/json-edit.ts";
import { isRecord } from "../text/unknown-values.ts";
import { fingerprint, type InstalledScope } from "./manifest.ts";
import { ownRules, type RuleChoice } from "./permission-rules.ts";
import { BLOCK_CAP_KEY, LONG_LOOPS_CAP, type WantedSettings } from "./registration.ts";
import { allowedIn, isOwnHook, onBody, ownGroups, parseBody, valueAt } from "./settings-value.ts";
import { addStatusLine, removeStatusLine } from "./status-line.ts";

/** What is known about the settings before install. */
export interface BeforeInstall {
  /** The original settings, parsed; undefined when there were none or they are unknown. */
  settings: unknown;
  /** Set when we raised the client's block cap; `before` null: the key was absent. */
  blockCap: { before: unknown } | null;
  /** The permission rules that are ours, unless the original settings have them. */
  rules: RuleChoice;
  /** Whether rules for the tools are ours too. */
  mcp: boolean;
}

export const NOTHING_KNOWN: BeforeInstall = {
  settings: undefined,
  blockCap: null,
  rules: "unlock",
  mcp: true,
};

/** Removes our entries, and containers that only they had filled. */
export function stripOwnEntries(text: string, before: BeforeInstall): string {
  return onBody(text, (body) => {
    if (body.trim() === "") return body;
    let stripped = body;
    for (let own = findOwn(stripped, before); own; own = findOwn(stripped, before)) {
      stripped = removeChild(stripped, own);
    }
    return restoreBlockCap(removeStatusLine(stripped), before);
  });
}

/** Adds our entries to a text without any. */
export function addOwnEntries(text: string, wanted: WantedSettings): string {
  return onBody(text, (body) => {
    let added = body.trim() === "" ? "{}\n" : body;
    const set = (path: readonly string[], value: unknown) => {
      added = setValueAt(added, path, value) ?? added;
    };
    for (const { event, group } of wanted.hooks) set(["hooks", event], [group]);
    for (const rule of wanted.allow) set(["permissions", "allow"], [rule]);
    if (wanted.statusLine !== null) added = addStatusLine(added, wanted.statusLine);
    if (isCapBelow(parseBody(added), wanted.blockCap)) set(["env", BLOCK_CAP_KEY], wanted.blockCap);
    return added;
  });
}

/** False when the user already set a higher cap. */
export function isCapBelow(settings: unknown, wanted: string | null): wanted is string {
  if (wanted === null) return false;
  const cap = Number(valueAt(settings, ["env", BLOCK_CAP_KEY]) ?? Number.NaN);
  return !(cap >= Number(wanted));
}

function findOwn(text: string, before: BeforeInstall): Node | null {
  const root = parseRoot(text);
  const hook = ownHooks(root)[0];
  // A group with no other hook is removed as a whole.
  if (hook) return isOnlyChild(hook) ? findOutermostEmptied(groupOf(hook), before) : hook;
  const own = ownRules(before.rules, before.mcp);
  const known = allowedIn(before.settings);
  const rule = memberOf(memberOf(root, "permissions"), "allow")?.children?.find(
    ({ value }) => own.includes(value) && !known.includes(value),
  );
  return rule ? findOutermostEmptied(rule, before) : null;
}

function ownHooks(root: Node): Node[] {
  const events = memberOf(root, "hooks")?.children ?? [];
  const groups = events.flatMap((property) => property.children?.[1]?.children ?? []);
  return groups
    .flatMap((group) => memberOf(group, "hooks")?.children ?? [])
    .filter((hook) => isOwnHook(hookValue(hook)));
}

/** The outermost container that removing `child` would leave empty and that the original settings did not have. */
export function findOutermostEmptied(child: Node, before: Pick<BeforeInstall, "settings">): Node {
  const container = child.parent;
  const property = container?.parent;
  if (!container || !property || !isOnlyChild(child)) return child;
  if (valueAt(before.settings, getNodePath(container)) !== undefined) return child;
  return findOutermostEmptied(property, before);
}

function restoreBlockCap(text: string, before: BeforeInstall): string {
  const { blockCap } = before;
  const cap = memberOf(memberOf(parseRoot(text), "env"), BLOCK_CAP_KEY);
  // Somebody else has set a different value since.
  if (!blockCap || !cap?.parent || cap.value !== LONG_LOOPS_CAP) return text;
  if (blockCap.before !== null) return replaceValue(text, cap, blockCap.before);
  return removeChild(text, findOutermostEmptied(cap.parent, before));
}

const isOnlyChild = (node: Node) => node.parent?.children?.length === 1;

function groupOf(hook: Node): Node {
  const group = hook.parent?.parent?.parent;
  if (!group) throw new Error("groupOf was given a node outside a group");
  return group;
}

function hookValue(hook: Node): unknown {
  return {
    command: memberOf(hook, "command")?.value,
    args: memberOf(hook, "args")?.children?.map((arg) => arg.value),
  };
}

/** `current` is null when there is no file; `known` is undefined at the first install here, or when the manifest was lost. */
export function planSettings(
  current: string | null,
  known: InstalledScope | undefined,
  wanted: WantedSettings,
) {
  const original = planWithoutOwn(current, known);
  const before = parseBody(original ?? "");
  const raisesCap = isCapBelow(before, wanted.blockCap);
  const planned = addOwnEntries(original ?? "", wanted);
  return {
    // Another tool may have added its entries after ours: their order does not matter.
    text: current !== null && isSameInAnyOrder(current, planned) ? current : planned,
    /** What uninstall restores if nobody else changes the file; null for no file. */
    original,
    blockCap: raisesCap ? { before: valueAt(before, ["env", BLOCK_CAP_KEY]) ?? null } : null,
  };
}

/** The settings after uninstall: the original bytes if nobody else changed them since, otherwise without our entries. */
export function planWithoutOwn(current: string | null, known: InstalledScope | undefined): string | null {
  if (current === null) return null;
  if (!known) {
    // Without our hooks, a rule for `holdfast status` is the user's own.
    return ownGroups(parseBody(current)).length > 0 ? stripOwnEntries(current, NOTHING_KNOWN) : current;
  }
  if (fingerprint(current) === known.hash) return known.original;
  const stripped = stripOwnEntries(current, beforeInstall(known));
  const isEmpty = Object.keys(parseBody(stripped) as object).length === 0;
  return known.original === null && isEmpty ? null : stripped;
}

function isSameInAnyOrder(settings: string, others: string): boolean {
  return unordered(parseBody(settings)) === unordered(parseBody(others));
}

/** Equal for values with the same entries, in any order. */
export function unordered(value: unknown): string {
  return JSON.stringify(sortEntries(value));
}

function sortEntries(value: unknown): unknown {
  // Nested quoting would make a deep text exponentially long; fingerprints stay short.
  const shorten = (part: unknown) => fingerprint(JSON.stringify(part));
  if (Array.isArray(value)) return value.map((item) => shorten(sortEntries(item))).sort();
  if (!isRecord(value)) return value;
  return Object.entries(value)
    .map(([key, part]) => shorten([key, sortEntries(part)]))
    .sort();
}

function beforeInstall({ original, blockCap, rules, mcp = false }: InstalledScope): BeforeInstall {
  return {
    settings: original === null ? undefined : parseBody(original),
    blockCap,
    rules: rules ?? "listed",
    mcp,
  };
}
