// Why a tool's result is an error: by the client's own mark where it has one, else by how the text begins.
import type { Failure } from "../tool-item.ts";
import { type Raw, rawOf } from "./raw.ts";

const MARKS = new Map<unknown, Failure>([
  ["user-rejected", "rejected"],
  ["permission-rule", "permission"],
  ["automode-blocked", "permission"],
  ["automode-unavailable", "permission"],
  ["automode-parsing-error", "permission"],
  ["interrupted", "interrupted"],
  ["cancelled", "cancelled"],
]);

const beginnings = (): [RegExp, Failure][] => [
  [/^The user doesn't want to (proceed with this tool use|take this action right now)/, "rejected"],
  [/^\[(Request interrupted|Tool call|Agent call)/, "interrupted"],
  [/^(<tool_use_error>)?(Sibling tool call errored|Cancelled: parallel tool call)/, "cancelled"],
  [/^\w+:\S+ hook error: /, "hook"],
  [/^\w+ hook feedback:/, "hook"],
  [/^Claude requested permissions to /, "permission"],
  [/^(This command requires approval|Permission to use \S+ (with |has been denied))/, "permission"],
  [/^File content \(.{1,40}\) exceeds maximum allowed /, "too-large"],
  [/^<tool_use_error>/, "usage"],
  [/^File has not been read yet/, "usage"],
  [/^Exit code \d+/, "command"],
];

/** Before 2.0.37 a failure was its bare text. */
const BARE = new Map<string | null, Failure>([
  ["Bash", "command"],
  ["Edit", "usage"],
  ["MultiEdit", "usage"],
  ["Write", "usage"],
]);

export function failureOf(text: string, record: Raw, tool: string | null): Failure {
  const mark = MARKS.get(record.toolDenialKind);
  // Where nobody can be asked, the client marks what its settings deny as refused by the person.
  if (mark === "rejected" && rawOf(record.permissionDecision).source === "config") return "permission";
  if (mark) return mark;
  const [, failure] = beginnings().find(([beginning]) => beginning.test(text)) ?? [];
  return failure ?? BARE.get(tool) ?? "other";
}

export function exitCodeOf(text: string): number | null {
  const [, code] = /^Exit code (\d{1,3})\b/.exec(text) ?? [];
  return code === undefined ? null : Number(code);
}
