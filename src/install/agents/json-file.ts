// Our hooks in a JSON file of an agent.
import { type Node, type ParseError, parse } from "jsonc-parser";
import { memberOf, parseRoot, removeChild, setValueAt } from "../../text/json-edit.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { findOutermostEmptied, unordered } from "../settings-edit.ts";
import { checkHooksFile } from "../settings-file.ts";
import { bodyOf, isOwnHook, onBody } from "../settings-value.ts";
import type { AgentFile } from "./agent-file.ts";

interface JsonFile extends Pick<AgentFile, "path" | "what"> {
  /** Whose file it is, for messages. */
  client: string;
  allowsComments: boolean;
  /** What a new file has beside our entries. */
  preamble: Record<string, unknown>;
  /** By event. */
  hooks: Record<string, readonly object[]>;
  /** The line that the hooks run. */
  command: string;
  /** Whether nothing else belongs into the file. */
  isOwnFile: boolean;
}

export function jsonFile(spec: JsonFile): AgentFile {
  const { path, what, client, allowsComments } = spec;
  return {
    path,
    what,
    check: (text) => checkHooksFile(path, bodyOf(text), { client, allowsComments }),
    add: (text) => addEntries(text ?? "", spec),
    remove: (text, original) => removeEntries(text, original, spec),
    isSame: (one, other) => unordered(parseSettings(one)) === unordered(parseSettings(other)),
  };
}

function addEntries(text: string, { preamble, hooks }: JsonFile): string {
  return onBody(text, (body) => {
    let added = body.trim() === "" ? "{}\n" : body;
    const set = (path: readonly string[], value: unknown) => {
      added = setValueAt(added, path, value) ?? added;
    };
    for (const [key, value] of Object.entries(preamble)) set([key], value);
    for (const [event, entries] of Object.entries(hooks)) set(["hooks", event], entries);
    return added;
  });
}

function removeEntries(text: string, original: string | null | undefined, spec: JsonFile): string | null {
  const before = { settings: typeof original === "string" ? parseSettings(original) : undefined };
  // Without our hooks, a rule for one of our commands is the person's own.
  if (original === undefined && ownHooks(text, spec).length === 0) return text;
  const stripped = onBody(text, (body) => {
    if (body.trim() === "") return body;
    let rest = body;
    for (let own = findOwn(rest, before, spec); own; own = findOwn(rest, before, spec)) {
      rest = removeChild(rest, own);
    }
    return rest;
  });
  const isOurs = original === null || (original === undefined && spec.isOwnFile);
  return isOurs && Bun.deepEquals(parseSettings(stripped), spec.preamble) ? null : stripped;
}

function findOwn(text: string, before: { settings: unknown }, spec: JsonFile): Node | null {
  const [hook] = ownHooks(text, spec);
  if (!hook) return null;
  // A group with no other hook is removed as a whole.
  return isOnlyInGroup(hook) ? findOutermostEmptied(groupOf(hook), before) : hook;
}

/** Of the entries that run something: an event has them itself, or in groups. */
function ownHooks(text: string, { command }: JsonFile): Node[] {
  const body = bodyOf(text);
  const events = body.trim() === "" ? [] : (memberOf(parseRoot(body), "hooks")?.children ?? []);
  return events
    .flatMap((property) => property.children?.[1]?.children ?? [])
    .flatMap((group) => memberOf(group, "hooks")?.children ?? [group])
    .filter((entry) => {
      const line: unknown = (memberOf(entry, "command") ?? memberOf(entry, "bash"))?.value;
      return line === command || isOwnHook({ command: line });
    });
}

/** Also true for an entry without a group. */
function isOnlyInGroup(hook: Node): boolean {
  return groupOf(hook) === hook || hook.parent?.children?.length === 1;
}

/** The element of the event's list. */
function groupOf(hook: Node): Node {
  const property = hook.parent?.parent;
  const isGrouped = property?.children?.[0]?.value === "hooks" && property.parent?.parent?.type === "array";
  return isGrouped && property.parent ? property.parent : hook;
}

function parseSettings(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(bodyOf(text), errors);
  return isRecord(value) ? value : {};
}
