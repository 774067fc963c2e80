// Follows what a session has done since its last save: files, commits, tests. Talking and reading do not count.
import { readRunOfResult } from "../../../recording/runs/run.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/shell-command.ts";
import type { ToolCall, ToolResult } from "../../../transcript/tool-item.ts";
import type { CandidateEvidence, TriageFinding } from "../candidate.ts";
import { emptyProgress, MAX_FILES, type SessionProgress } from "../state.ts";
import { makeTitle, plainLine } from "../title.ts";

const memoryFilePattern = () => /(?:^|\/)\.claude\/memory\//;
const savePattern = () => /\bholdfast memory (?:save|accept)\b/;
const committedPattern = () => /^\[[^\]\n]+ [0-9a-f]{4,40}\] (.+)$/m;
const messagePattern = () => /\bcommit\b.*?\s-[a-z]*m\s*["']([^"'\n]+)/;
const MAX_COMMITS = 20;
const FILE = 0.3;
const COMMIT = 0.62;
const CHECKS = 0.32;

export function followProgress(item: TranscriptItem, progress: SessionProgress): void {
  if (item.kind === "prompt" && item.place === "turn-start" && progress.request === "") {
    progress.request = makeTitle(item.text);
  }
  if (item.kind === "tool-result" && !item.isError && item.call) noteResult(item, item.call, progress);
}

/** Files changed by an edit, or by a command if the client reports them. */
export function filesChangedBy({ call, changedFiles }: ToolResult): string[] {
  const path = call?.input.file_path ?? call?.input.notebook_path;
  const isEdit = /^(?:Edit|Write|MultiEdit|NotebookEdit)$/.test(call?.tool ?? "");
  return isEdit && typeof path === "string" ? [path, ...changedFiles] : changedFiles;
}

function noteResult(item: ToolResult, { tool, input }: ToolCall, progress: SessionProgress): void {
  const files = filesChangedBy(item);
  const command = tool === "Bash" && typeof input.command === "string" ? input.command : "";
  if (savePattern().test(command) || files.some((path) => memoryFilePattern().test(path))) {
    Object.assign(progress, { ...emptyProgress(), saves: progress.saves + 1 });
    return;
  }
  progress.files = [...new Set([...progress.files, ...files])].slice(0, MAX_FILES);
  if (/\bgit\b.*\b(?:commit|cherry-pick|revert|merge)\b/.test(command)) {
    const [, subject] = committedPattern().exec(item.text) ?? messagePattern().exec(command) ?? [];
    if (subject && !/nothing to commit|no changes added/.test(item.text))
      progress.commits = [...progress.commits, plainLine(subject, 100)].slice(-MAX_COMMITS);
  }
  if (command === "" || isReadOnlyCommand(command)) return;
  if (!isTestCommand(command) || isGreen(item)) progress.checks++;
}

function isGreen(item: ToolResult): boolean {
  const run = readRunOfResult(item);
  return run?.state === "green" && run.evidence === "summary";
}

export function summarizeProgress(progress: SessionProgress, sessionId: string): TriageFinding[] {
  const { files, commits, checks, saves, request } = progress;
  const parts: readonly (readonly [strength: number, line: string])[] = [
    [several(FILE, files.length), `${countNoun(files.length, "file")} changed`],
    [several(COMMIT, commits.length), `committed: ${commits.slice(-3).join("; ")}`],
    [checks > 0 && files.length > 0 ? CHECKS : 0, "checks or builds pass"],
  ];
  const found = parts.filter(([strength]) => strength > 0);
  if (found.length === 0) return [];
  const subject = commits.at(-1) ?? (request || "Session");
  return [
    {
      category: "SESSION_SUMMARY",
      title: `${subject} (${countNoun(files.length, "file")}, ${countNoun(commits.length, "commit")})`,
      source: "session-summary",
      strength: combine(found.map(([strength]) => strength)),
      evidence: found.map(
        ([, line]): CandidateEvidence => ({ line, who: "tool", why: "new since the last save" }),
      ),
      identity: `${sessionId} ${saves}`,
    },
  ];
}

function several(strength: number, count: number): number {
  return 1 - (1 - strength) ** count;
}

/** Combines independent strengths: one strong piece of evidence is enough, more add to it. */
function combine(strengths: readonly number[]): number {
  return 1 - strengths.reduce((doubt, strength) => doubt * (1 - strength), 1);
}
