// Prepares a line of a session for strangers, such as in an issue or a pull request.
import { clip, oneLine } from "./clip.ts";
import { printable } from "./printable.ts";
import { redact } from "./redaction/redact.ts";

export interface PrivateFolders {
  home: string;
  projectDir: string;
}

/** One line without secrets, the person's folders, hidden characters and comment delimiters. */
export function publicLine(text: string, { home, projectDir }: PrivateFolders, max: number): string {
  const withoutFolders = [[projectDir, "."] as const, [home, "~"] as const]
    .filter(([folder]) => folder.length > 1)
    .reduce((line, [folder, sign]) => shorten(line, folder, sign), oneLine(redact(text).text));
  const shown = printable(clip(withoutFolders, max).toWellFormed());
  return shown.replaceAll("<!--", "<! --").replaceAll("-->", "-- >");
}

/** Leaves folders alone whose name only starts with `folder`. */
function shorten(line: string, folder: string, sign: string): string {
  return line
    .split(folder)
    .reduce((before, after) => `${before}${/^[\w-]/.test(after) ? folder : sign}${after}`);
}
