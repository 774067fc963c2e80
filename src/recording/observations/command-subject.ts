// The same command in other words: what a failure and the run that shows it fixed have in common.

const LONGEST = 300;

/** Without the folder and the environment it is run in, variables before it, and what only shapes its output. */
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
  return bare.replace(/\s+/g, " ").trim().slice(0, LONGEST);
}

/** Written a little differently: a typo put right, an argument added. */
export function isSimilarCommand(one: string, other: string): boolean {
  const first = new Set(one.split(/[\s/=]+/).filter(Boolean));
  const second = new Set(other.split(/[\s/=]+/).filter(Boolean));
  const both = [...first].filter((word) => second.has(word)).length;
  return both > 0 && both / Math.max(first.size, second.size) >= 0.6;
}
