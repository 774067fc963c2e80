/** Names what a command said by what is telling in it: nothing, when it said nothing. */
export function hashEvidence(exitCode: number | null, lines: readonly string[] = []): string {
  return Bun.hash(`${exitCode}\n${lines.join("\n")}`).toString(36);
}
