// Shell commands compared: what a command is about, and which repeats another one.

const MAX_SUBJECT = 300;

/** The command without its folder, environment, variables and output filters: the same for a failure and its fix. */
export function commandSubject(command: string): string {
  const bare = command
    .trim()
    .replace(/^\(([^()]*)\)$/, "$1")
    .replace(/^(?:source|\.)\s+\S*activate\s*(?:&&|;)\s*/, "")
    .replace(/^(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*)+/, "")
    .replace(/^(?:\w+=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, "")
    .replace(/(?:\s*(?:2>&1|2>\s*\/dev\/null))/g, "")
    .replace(/\s*(?:\|\s*(?:tail|head|cat|tee|less|grep)\b[^|;&]*)+$/, "")
    .replace(/\s*(?:;|&&)\s*echo\b[^;&|]*$/, "");
  return bare.replace(/\s+/g, " ").trim().slice(0, MAX_SUBJECT);
}

/** Such as with a typo corrected, or an argument added. */
export function isSimilarCommand(one: string, other: string): boolean {
  const first = new Set(one.split(/[\s/=]+/).filter(Boolean));
  const second = new Set(other.split(/[\s/=]+/).filter(Boolean));
  const both = [...first].filter((word) => second.has(word)).length;
  return both > 0 && both / Math.max(first.size, second.size) >= 0.6;
}
