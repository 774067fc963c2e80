// Saves a reflection in the store and as a file in the session's log folder.
import { lstatSync } from "node:fs";
import { projectKey } from "../../platform/repository.ts";
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import type { Store } from "../../store/open.ts";
import { inMemoryTransaction } from "../../store/open.ts";
import { openRuntimeDraft } from "../../store/runtime-files.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import { listProjectIssues, upsertFinding } from "./finding-rows.ts";
import type { FiledIssue, Reflection } from "./reflection.ts";
import { findReflection, type ReflectionRow, upsertReflection } from "./reflection-rows.ts";
import { promptsPerMessage } from "./session-metrics.ts";

const SUMMARY_FILE = "reflection_summary.json";

export interface SummaryFile {
  /** null when there is no folder for it, or it could not be written. */
  path: string | null;
  problem: string | null;
}

export async function saveReflection(store: Store, reflection: Reflection): Promise<SummaryFile> {
  const { sessionId, projectDir } = reflection;
  if (sessionId === null || !isSessionId(sessionId) || projectDir === null)
    return { path: null, problem: "its session or project is not known" };
  const key = await projectKey(projectDir);
  inMemoryTransaction(store, () => {
    upsertReflection(store, toRow(reflection, sessionId, key));
    for (const pattern of reflection.patterns)
      upsertFinding(store, pattern, { projectKey: key, sessionId, at: reflection.at });
  });
  return writeSummary(reflection, sessionId, projectDir, issuesOf(store, key, reflection));
}

/** Rewrites the file with the issues of its findings. */
export async function rewriteSummary(store: Store, sessionId: string): Promise<SummaryFile> {
  const row = findReflection(store, sessionId);
  if (row?.project_dir == null) return { path: null, problem: "there is no such reflection" };
  const reflection = fromRow(row);
  const issues = issuesOf(store, row.project_key ?? row.project_dir, reflection);
  return writeSummary(reflection, sessionId, row.project_dir, issues);
}

function issuesOf(store: Store, key: string, { patterns }: Reflection): FiledIssue[] {
  const own = new Set(patterns.map(({ fingerprint }) => fingerprint));
  return listProjectIssues(store, key).filter(({ fingerprint }) => own.has(fingerprint));
}

/** Never throws: the store already has the reflection, and the project may be gone or read-only. */
async function writeSummary(
  reflection: Reflection,
  sessionId: string,
  projectDir: string,
  issues: readonly FiledIssue[],
): Promise<SummaryFile> {
  if (!lstatSync(projectDir, { throwIfNoEntry: false })?.isDirectory())
    return { path: null, problem: `${projectDir} is gone` };
  try {
    const draft = await openRuntimeDraft(projectDir, `logs/${sessionId}`, SUMMARY_FILE);
    try {
      draft.write(renderSummary(reflection, issues));
      draft.sync();
      draft.commit();
      return { path: draft.path, problem: null };
    } finally {
      draft.discard();
    }
  } catch (error) {
    return { path: null, problem: errorMessage(error) };
  }
}

function toRow(reflection: Reflection, sessionId: string, key: string): ReflectionRow {
  const { projectDir, transcriptPath, trigger, metrics, trace, patterns, at } = reflection;
  return {
    session_id: sessionId,
    project_dir: projectDir,
    project_key: key,
    transcript_path: transcriptPath,
    trigger,
    messages: metrics.messages,
    metrics: JSON.stringify(metrics),
    trace: trace === null ? null : JSON.stringify(trace),
    patterns: JSON.stringify(patterns),
    at,
    // A manual reflection is shown immediately.
    announced_at: trigger === "manual" ? at : null,
  };
}

function fromRow(row: ReflectionRow): Reflection {
  return {
    sessionId: row.session_id,
    projectDir: row.project_dir,
    transcriptPath: row.transcript_path,
    at: row.at,
    trigger: row.trigger as Reflection["trigger"],
    metrics: JSON.parse(row.metrics),
    trace: row.trace === null ? null : JSON.parse(row.trace),
    patterns: JSON.parse(row.patterns),
  };
}

/** For other tools. Its keys are documented in docs/internals/formats.md. */
export function renderSummary(reflection: Reflection, issues: readonly FiledIssue[]): string {
  const { metrics, trace } = reflection;
  const { tokens } = metrics;
  const summary = {
    schema_version: 1,
    session_id: reflection.sessionId,
    project_dir: reflection.projectDir,
    transcript_path: reflection.transcriptPath,
    created_at: new Date(reflection.at).toISOString(),
    trigger: reflection.trigger,
    metrics: {
      total_messages: metrics.messages,
      user_messages: metrics.userMessages,
      assistant_messages: metrics.assistantMessages,
      user_to_assistant_ratio: promptsPerMessage(metrics),
      tool_uses: metrics.toolUses,
      tool_errors: metrics.toolErrors,
      compactions: metrics.compactions,
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      cache_read_tokens: tokens.cacheRead,
      cache_creation_tokens: tokens.cacheCreation,
      duration_seconds: Math.round(metrics.durationMs / 1000),
    },
    claude_trace: trace && {
      files: trace.files,
      requests: trace.requests,
      input_tokens: trace.inputTokens,
      output_tokens: trace.outputTokens,
      api_errors: trace.apiErrors,
      rate_limits: trace.rateLimits,
      slow_requests: trace.slowRequests,
    },
    patterns: reflection.patterns.map(({ id, ...pattern }) => ({ type: id, ...pattern })),
    issues: issues.map(({ fingerprint, number, url }) => ({ fingerprint, number, url })),
  };
  return `${JSON.stringify(summary, null, 2)}\n`;
}
