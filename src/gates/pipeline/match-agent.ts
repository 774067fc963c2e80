/** `*` stands for anything, `|` parts alternatives; upper and lower case are the same. */
export function matchesAgent(pattern: string, agentType: string): boolean {
  return pattern
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .some((part) => toExpression(part).test(agentType));
}

function toExpression(part: string): RegExp {
  // One star after another would only make the match slow.
  const escaped = part.replaceAll(/[\\^$.+?()[\]{}]/g, "\\$&").replaceAll(/\*+/g, ".*");
  return new RegExp(`^${escaped}$`, "is");
}
