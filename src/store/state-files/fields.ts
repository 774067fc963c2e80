// Reads one field of a state file. What has the wrong type counts as absent; what is too much is cut.
import type { StateFields } from "./read-state-file.ts";

/** One line: these texts end up in a reason and on a screen. */
export function lineField(fields: StateFields, key: string, most = 500): string {
  return textField(fields, key, most).replaceAll(/\s+/g, " ").trim();
}

export function textField(fields: StateFields, key: string, most = 2000): string {
  const value = fields[key];
  if (typeof value !== "string") return "";
  return value.slice(0, most).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]+/g, " ");
}

export function countField(fields: StateFields, key: string, most: number): number | null {
  const value = fields[key];
  return typeof value === "number" && value >= 0 ? Math.min(Math.floor(value), most) : null;
}
