// The commands that mend a registration, for the scope it stands in.
import type { FoundHook } from "./found-hooks.ts";

type Source = FoundHook["source"];

export function installAgain(source: Source): string {
  if (source === "managed") return "Ask your administrator to mend the managed settings.";
  if (source === "plugin") return "Run `claude plugin update holdfast`.";
  return `Run \`holdfast install${scopeFlag(source)}\` again: it replaces our own entries.`;
}

export function keepOne(sources: readonly Source[]): string {
  const [first, ...others] = [...new Set(sources)];
  const other = others.at(-1);
  if (first === undefined) return "";
  if (other === undefined) return installAgain(first);
  if (other === "managed")
    return `Keep one: \`holdfast uninstall${scopeFlag(first)}\` leaves the managed entries.`;
  if (other === "plugin")
    return `Keep one: \`claude plugin disable holdfast\`, or \`holdfast uninstall${scopeFlag(first)}\`.`;
  return `Keep one: \`holdfast uninstall${scopeFlag(other)}\`.`;
}

function scopeFlag(source: Source): string {
  return source === "user" ? "" : ` --scope ${source}`;
}
