/** The fingerprint of a command's exit code and the lines of its output that matter. */
export function hashEvidence(exitCode: number | null, lines: readonly string[] = []): string {
  return Bun.hash(`${exitCode}\n${lines.join("\n")}`).toString(36);
}
