// Code and quotes stay in their place but cannot be read: "`decided`" decides nothing.

/** By the mark that such a span begins with. */
const SPANS: readonly (readonly [mark: string, span: () => RegExp])[] = [
  ["`", () => /`[^`\n]{1,300}`/g],
  ["://", () => /https?:\/\/\S+/g],
  ['"', () => /"[^"\n]{1,300}"/g],
  ["“", () => /“[^”\n]{1,300}”/g],
  ["„", () => /„[^“”\n]{1,300}[“”]/g],
  ["«", () => /«[^»\n]{1,300}»/g],
  ["「", () => /「[^」\n]{1,300}」/g],
  ["'", () => /(?<=^|[\s(:])'[^'\n]{2,200}'(?=$|[\s.,;:!?)])/g],
];

/** The same length as the line. */
export function maskSpans(line: string): string {
  let text = line.replaceAll("’", "'");
  for (const [mark, span] of SPANS)
    if (text.includes(mark)) text = text.replace(span(), (found) => "x".repeat(found.length));
  return text;
}
