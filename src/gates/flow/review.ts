// A subagent's report as evidence: is it a review, and does it name an open blocker?

const REVIEWER = /review|adversar|\bcritic(s|ique)?\b|\baudit|red[ -]?team/i;

export function isReviewer(agentType: string, description: string): boolean {
  return REVIEWER.test(agentType) || REVIEWER.test(description);
}

/**
 * The first open blocker: a line that begins with "BLOCKER" or "[blocker]", the first entry under a heading "Blockers",
 * or a verdict that is not a pass. "Blockers: none" is none. Text in code blocks does not count.
 */
export function findBlocker(report: string): string | null {
  const lines = withoutCode(report).split("\n").map(plain);
  for (const [index, line] of lines.entries()) {
    const blocker = /^\[?blockers?\]?(?:\s*\(\d+\))?\s*(?:[:：–—-]+\s*|$)(.*)$/i.exec(line);
    if (blocker) {
      const said = blocker[1] || lines.slice(index + 1).find((next) => next !== "") || "";
      if (!isNothing(said) && !(blocker[1] === "" && isOtherHeading(said))) return clip(said);
    } else if (/^\[blocker\]\s*\S/i.test(line)) {
      return clip(line.replace(/^\[blocker\]\s*/i, ""));
    }
    const verdict = /^(?:final |overall )?verdict\s*[:：–—-]\s*(.+)$/i.exec(line)?.[1];
    if (verdict && FAILING.test(verdict)) return clip(line);
  }
  return null;
}

const FAILING =
  /^(fail|failed|failing|reject|rejected|block|blocked|no[- ]?go|not (ok|okay|approved|ready|passed|good)|changes? (requested|required|needed)|needs? (work|changes|fixes))\b/i;

const NOTHING =
  /^((none|nothing|nil|zero|0|n\/a)\b|no (open |remaining |known )?(blockers?|issues?|findings?)\b|no\.?$|[-–—✓✅]*$)/i;

function isNothing(text: string): boolean {
  return NOTHING.test(text);
}

function isOtherHeading(text: string): boolean {
  return /^(verdict|summary|majors?|minors?|nits?|notes?|suggestions?|warnings?)\b/i.test(text);
}

/** A line without the signs of Markdown around its words. */
function plain(line: string): string {
  return line
    .replace(/^[\s>#*+•-]*(\d+[.)]\s+)?/, "")
    .replaceAll(/[*_`]+/g, "")
    .trim();
}

function withoutCode(text: string): string {
  return text.replaceAll(/^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm, "");
}

function clip(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 159)}…`;
}
