// One file of an agent in which we have entries, and the plan to add or remove them.
import { type FileRecord, fingerprint } from "../manifest.ts";
import { openSettings, type SettingsFile } from "../settings-file.ts";

/** Pure, but for `check`. */
export interface AgentFile {
  path: string;
  /** What is ours in it, such as "hooks for 8 events". */
  what: string;
  /** Throws for a text that cannot be edited safely. */
  check(text: string): void;
  /** `text` has none of our entries; null for no file. */
  add(text: string | null): string;
  /** `original`: before install, null for no file; undefined when it is unknown. Returns null for no file. */
  remove(text: string, original: string | null | undefined): string | null;
  /** Whether they say the same, in any order. */
  isSame(one: string, other: string): boolean;
}

export interface FileEdit extends Pick<AgentFile, "what"> {
  settings: SettingsFile;
  /** After the edit; null for no file. */
  text: string | null;
  /** Without our entries. */
  original: string | null;
}

export async function planFile(
  file: AgentFile,
  known: FileRecord | undefined,
  isWanted: boolean,
): Promise<FileEdit> {
  const settings = await openSettings(file.path);
  const current = settings.text;
  if (current !== null) file.check(current);
  const original = current === null ? null : withoutOwn(file, current, known);
  const planned = isWanted ? file.add(original) : original;
  const isSame = planned !== null && current !== null && file.isSame(planned, current);
  return { settings, what: file.what, original, text: isSame ? current : planned };
}

/** The original bytes if nobody changed the file since. */
function withoutOwn(file: AgentFile, current: string, known: FileRecord | undefined): string | null {
  if (known && fingerprint(current) === known.hash) return known.original;
  return file.remove(current, known?.original);
}

export function isChanged({ settings, text }: FileEdit): boolean {
  return text !== settings.text;
}
