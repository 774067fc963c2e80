// A line of a session as it may be shown to strangers, in an issue or a pull request.
import { clip, oneLine } from "./clip.ts";
import { printable } from "./printable.ts";
import { redact } from "./redaction/redact.ts";

export interface PrivateFolders {
  home: string;
  projectDir: string;
}

/** On one line, without secrets, the person's folders, hidden characters and comment delimiters. */
export function publicLine(text: string, { home, projectDir }: PrivateFolders, max: number): string {
  const withoutFolders = [[projectDir, "."] as const, [home, "~"] as const]
    .filter(([folder]) => folder.length > 1)
    .reduce((line, [folder, sign]) => shorten(line, folder, sign), oneLine(redact(text).text));
  const shown = printable(clip(withoutFolders, max).toWellFormed());
  return shown.replaceAll("<!--", "<! --").replaceAll("-->", "-- >");
}

/** Not where the name of another folder only begins like this one. */
function shorten(line: string, folder: string, sign: string): string {
  return line
    .split(folder)
    .reduce((before, after) => `${before}${/^[\w-]/.test(after) ? folder : sign}${after}`);
}
