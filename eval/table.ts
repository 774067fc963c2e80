/** Prints a table in Markdown, so that it can be copied into a document. */
export function printTable(
  print: (line: string) => void,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? "").length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  print(line(columns));
  print(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of cells.slice(1)) print(line(row));
}
