// What a judge may see of a session: the person's requests, the changes, the results of checks, the plan, the last message.
import type { DigestPart } from "../../judge/digest.ts";
import { isExcludedPath } from "../../recording/capture/redact-call.ts";
import { type ActivityEntry, SessionActivity } from "../../recording/runs/session-activity.ts";
import { listPrompts } from "../../store/prompts.ts";
import { findSession } from "../../store/sessions.ts";
import { isSensitivePath } from "../../text/redaction/sensitive-path.ts";
import { readTail } from "../../transcript/read-tail.ts";
import { readContent } from "../../worktree/read-content.ts";
import { currentBudget } from "../engine/budget-rows.ts";
import type { Changes } from "../engine/changes.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { GATES, isEnabled } from "../registry.ts";

export type Part = "request" | "diff" | "plan" | "checks";

/** Said, not done: a new message alone is not new evidence. */
export const BESIDES = ["message"];

const MAX_PROMPTS = 500;
const MAX_LISTED_FILES = 300;
const MAX_RUNS = 10;
const WITHOUT_REPOSITORY = "written, the text before is not known";
const MAX_PRESENT_BYTES = 32 * 1024;
const MAX_TRANSCRIPT_BYTES = 1024 * 1024;

/** The most important parts first: the last one is cut first. `changes`: of this session. `runChecks`: see `describeForJudge`. */
export async function readDigest(
  stop: StopContext,
  changes: Changes | null,
  sees: readonly Part[],
  runChecks: AbortSignal | null,
): Promise<DigestPart[]> {
  const has = (part: Part) => sees.includes(part);
  const { event, shared } = stop;
  const message = "lastAssistantMessage" in event ? event.lastAssistantMessage : "";
  const isAgent = event.name === "SubagentStop";
  const diff = has("diff") && changes !== null ? await readDiff(stop, changes) : null;
  return [
    { name: "subagent", text: isAgent ? (event.agentType ?? "") : "" },
    { name: "task", text: isAgent && has("request") ? await shared.agentPrompt() : "" },
    { name: "request", text: has("request") ? readRequest(stop) : "" },
    { name: "files", text: diff?.files ?? (has("diff") ? "no file was changed" : "") },
    { name: "checks", text: has("checks") ? await readChecks(stop, runChecks) : "" },
    {
      name: "plan",
      text: has("plan") ? (await describeGate(stop, "plan")) || "there is no active plan" : "",
    },
    { name: "message", text: message },
    { name: "diff", text: diff?.lines ?? "" },
  ];
}

/** Since the last prompt. */
function readRequest({ store, sessionId }: StopContext): string {
  const since = currentBudget(store, sessionId, "main")?.opened_at ?? 0;
  const prompts = listPrompts(store, sessionId, MAX_PROMPTS).filter(({ at }) => at >= since);
  if (prompts.length === 0) return findSession(store, sessionId)?.original_request ?? "";
  return prompts.map(({ text }) => text).join("\n\n");
}

/** Of a file that may have secrets, or is not recorded, only the name is shown. */
async function readDiff({ config, projectDir }: StopContext, changes: Changes) {
  const { root, files } = changes;
  const isPrivate = (path: string) =>
    isSensitivePath(path) || isExcludedPath(`${root}/${path}`, projectDir, config.capture.exclude);
  const { lines, removed, skipped } = await changes.addedLines();
  const hasRepository = changes.start.root !== null;
  const named = files.slice(0, MAX_LISTED_FILES).map(({ path, isDeleted, old }) => {
    const written = hasRepository ? (old.length === 0 ? "new" : "changed") : WITHOUT_REPOSITORY;
    const note = isPrivate(path) ? ", not shown" : skipped.includes(path) ? ", not compared" : "";
    return `${path} (${isDeleted ? "deleted" : written}${note})`;
  });
  const rest = files.length - named.length;
  const shown = files
    .filter(({ path }) => !isPrivate(path))
    .flatMap(({ path, isDeleted }) => {
      if (!hasRepository) return isDeleted ? [] : readPresent(root, path);
      const own = [
        ...removed.filter((line) => line.path === path).map(({ text }) => `- ${text}`),
        ...lines.filter((line) => line.path === path).map(({ text }) => `+ ${text}`),
      ];
      return own.length === 0 ? [] : [path, ...own, ""];
    });
  return {
    files: [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n"),
    lines: shown.join("\n"),
  };
}

function readPresent(root: string, path: string): string[] {
  const content = readContent(root, path);
  if (content.kind !== "file" || content.bytes.includes(0)) return [];
  const text = new TextDecoder().decode(content.bytes.subarray(0, MAX_PRESENT_BYTES));
  return [`${path}, as it is now`, ...text.split("\n").map((line) => `  ${line}`), ""];
}

/** The project's checks as holdfast ran them, then what the session ran itself. */
async function readChecks(stop: StopContext, runChecks: AbortSignal | null): Promise<string> {
  const runs = (await readActivity(stop.event)).flatMap((entry) => (entry.kind === "run" ? [entry.run] : []));
  const own = runs.slice(-MAX_RUNS).map(({ command, state }) => `\`${command}\`, run by the agent: ${state}`);
  const ofProject = await describeGate(stop, "quality", isEnabled(stop.config, "quality") ? runChecks : null);
  return [ofProject, ...own].join("\n").trim() || "no check ran";
}

/** The turn is over: nothing is missing in the transcript. */
async function readActivity(event: StopContext["event"]): Promise<readonly ActivityEntry[]> {
  const isAgent = event.name === "SubagentStop";
  const path = isAgent ? event.agentTranscriptPath : event.transcriptPath;
  if (path === null) return [];
  const activity = new SessionActivity();
  // In its own transcript, a subagent is the one whose runs count.
  for (const item of (await readTail(path, { maxBytes: MAX_TRANSCRIPT_BYTES })).items)
    activity.follow(isAgent ? { ...item, sidechain: false } : item);
  return activity.entries;
}

async function describeGate(
  stop: StopContext,
  id: string,
  runChecks: AbortSignal | null = null,
): Promise<string> {
  const gate = await GATES.find((entry) => entry.id === id)?.load();
  return (await gate?.describeForJudge?.(stop, runChecks)) ?? "";
}
