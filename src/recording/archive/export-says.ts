import type { ExportFile } from "./export-file.ts";
import { openExport } from "./open-export.ts";

/** In the file a quote or a line's end is written in another way, and a text may lie across two pieces. */
export async function exportSays(file: ExportFile, text: string): Promise<boolean> {
  const wanted = [text, JSON.stringify(text).slice(1, -1)].map((form) => form.toLowerCase());
  const overlap = Math.max(...wanted.map(({ length }) => length));
  const decoder = new TextDecoder();
  let seen = "";
  try {
    for await (const chunk of openExport(file)) {
      seen = seen.slice(-overlap) + decoder.decode(chunk, { stream: true }).toLowerCase();
      if (wanted.some((form) => seen.includes(form))) return true;
    }
    return false;
  } catch {
    return true; // Damaged: what it says cannot be told, and nobody else can read it either.
  }
}
