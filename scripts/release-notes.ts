/** The part of CHANGELOG.md about `version`, without its heading. Empty where it has none. */
export function releaseNotes(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.startsWith(version) && !/^[\w.-]/.test(text.slice(version.length)));
  return part === undefined ? "" : `${part.slice(part.indexOf("\n")).trim()}\n`;
}
