// What the settings become with our entries and without them: pure, as edits of the text that settings-file.ts checked.
import { getNodePath, type Node } from "jsonc-parser";
import {
  appendItem,
  appendMember,
  memberOf,
  parseRoot,
  removeChild,
  replaceValue,
} from "../text/json-edit.ts";
import { fingerprint, type InstalledScope } from "./manifest.ts";
import { allowRules, type RuleChoice } from "./permission-rules.ts";
import { BLOCK_CAP_KEY, LONG_LOOPS_CAP, type WantedSettings } from "./registration.ts";
import { allowedIn, hasWanted, isOwnHook, onBody, ownGroups, parseBody, valueAt } from "./settings-value.ts";
import { addStatusLine, hasStatusLine, removeStatusLine } from "./status-line.ts";

/** What is known about the file before install. */
export interface BeforeInstall {
  /** The original, parsed; undefined when there was none or it is unknown. */
  settings: unknown;
  /** Set when we raised the client's block cap; `before` null: the key was absent. */
  blockCap: { before: unknown } | null;
  /** Which permission rules are ours, unless they were there before. */
  rules: RuleChoice;
  /** With those for the tools. */
  mcp: boolean;
}

export const NOTHING_KNOWN: BeforeInstall = {
  settings: undefined,
  blockCap: null,
  rules: "unlock",
  mcp: true,
};

/** Removes our own entries, and containers that only we had filled. */
export function stripOwn(text: string, before: BeforeInstall): string {
  return onBody(text, (body) => {
    if (body.trim() === "") return body;
    let stripped = body;
    for (let own = findOwn(stripped, before); own; own = findOwn(stripped, before)) {
      stripped = removeChild(stripped, own);
    }
    return restoreBlockCap(removeStatusLine(stripped), before);
  });
}

/** Adds what is wanted to a text without entries of ours. */
export function addOwn(text: string, wanted: WantedSettings): string {
  return onBody(text, (body) => {
    let added = body.trim() === "" ? "{}\n" : body;
    for (const { event, group } of wanted.hooks) added = appendAt(added, "hooks", event, group);
    const present = allowedIn(parseBody(added));
    for (const rule of wanted.allow)
      if (!present.includes(rule)) added = appendAt(added, "permissions", "allow", rule);
    if (wanted.statusLine !== null) added = addStatusLine(added, wanted.statusLine);
    return isCapBelow(parseBody(added), wanted.blockCap) ? setBlockCap(added, wanted.blockCap) : added;
  });
}

/** A cap the user already set higher is left alone. */
export function isCapBelow(settings: unknown, wanted: string | null): wanted is string {
  if (wanted === null) return false;
  const cap = Number(valueAt(settings, ["env", BLOCK_CAP_KEY]) ?? Number.NaN);
  return !(cap >= Number(wanted));
}

function findOwn(text: string, before: BeforeInstall): Node | null {
  const root = parseRoot(text);
  const hook = ownHooks(root)[0];
  // A group is the item that holds the hook: it goes as a whole when nothing else is in it.
  if (hook) return isOnlyChild(hook) ? outermostEmptied(groupOf(hook), before) : hook;
  const own = allowRules(before.rules, before.mcp);
  const known = allowedIn(before.settings);
  const rule = memberOf(memberOf(root, "permissions"), "allow")?.children?.find(
    ({ value }) => own.includes(value) && !known.includes(value),
  );
  return rule ? outermostEmptied(rule, before) : null;
}

function ownHooks(root: Node): Node[] {
  const events = memberOf(root, "hooks")?.children ?? [];
  const groups = events.flatMap((property) => property.children?.[1]?.children ?? []);
  return groups
    .flatMap((group) => memberOf(group, "hooks")?.children ?? [])
    .filter((hook) => isOwnHook(hookValue(hook)));
}

/** Climbs from a child to the outermost container that would be left empty and was not there before us. */
function outermostEmptied(child: Node, before: BeforeInstall): Node {
  const container = child.parent;
  const property = container?.parent;
  if (!container || !property || !isOnlyChild(child)) return child;
  if (valueAt(before.settings, getNodePath(container)) !== undefined) return child;
  return outermostEmptied(property, before);
}

function restoreBlockCap(text: string, before: BeforeInstall): string {
  const { blockCap } = before;
  const cap = memberOf(memberOf(parseRoot(text), "env"), BLOCK_CAP_KEY);
  // A different value was set by somebody else since.
  if (!blockCap || !cap?.parent || cap.value !== LONG_LOOPS_CAP) return text;
  if (blockCap.before !== null) return replaceValue(text, cap, blockCap.before);
  return removeChild(text, outermostEmptied(cap.parent, before));
}

function setBlockCap(text: string, value: string): string {
  const root = parseRoot(text);
  const env = memberOf(root, "env");
  if (!env) return appendMember(text, root, "env", { [BLOCK_CAP_KEY]: value });
  const cap = memberOf(env, BLOCK_CAP_KEY);
  return cap ? replaceValue(text, cap, value) : appendMember(text, env, BLOCK_CAP_KEY, value);
}

function appendAt(text: string, outer: string, inner: string, item: unknown): string {
  const root = parseRoot(text);
  const object = memberOf(root, outer);
  if (!object) return appendMember(text, root, outer, { [inner]: [item] });
  const array = memberOf(object, inner);
  return array ? appendItem(text, array, item) : appendMember(text, object, inner, [item]);
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

/** `current` null: there is no file. `known` undefined: the first install here, or the manifest was lost. */
export function planSettings(
  current: string | null,
  known: InstalledScope | undefined,
  wanted: WantedSettings,
) {
  const original = withoutOwn(current, known);
  const before = parseBody(original ?? "");
  const raisesCap = isCapBelow(before, wanted.blockCap);
  return {
    text: current !== null && isInstalled(current, known, wanted) ? current : addOwn(original ?? "", wanted),
    /** What uninstall restores if nobody else changes the file; null: no file. */
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
    hasStatusLine(settings, wanted.statusLine) &&
    !isCapBelow(settings, wanted.blockCap) &&
    !(known && hasRulesBeyond(wanted.allow, settings, beforeInstall(known)))
  );
}

/** The person chose fewer rules than at the last install. */
function hasRulesBeyond(wanted: readonly string[], settings: unknown, before: BeforeInstall): boolean {
  const kept = [...wanted, ...allowedIn(before.settings)];
  return allowRules(before.rules, before.mcp).some(
    (rule) => allowedIn(settings).includes(rule) && !kept.includes(rule),
  );
}

function beforeInstall({ original, blockCap, rules, mcp = false }: InstalledScope): BeforeInstall {
  return {
    settings: original === null ? undefined : parseBody(original),
    blockCap,
    rules: rules ?? "listed",
    mcp,
  };
}

function isEmpty(text: string): boolean {
  return Object.keys(parseBody(text) as object).length === 0;
}
