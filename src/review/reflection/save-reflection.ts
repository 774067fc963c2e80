// Keeps a reflection: in the store first, in one transaction, then as a file beside the session's logs.
import { lstatSync } from "node:fs";
import { isSessionId } from "../../protocol/hook-event.ts";
import type { Store } from "../../store/open.ts";
import { openRuntimeDraft } from "../../store/runtime-files.ts";
import { projectKey } from "../../worktree/project-key.ts";
import { noteFinding } from "./finding-rows.ts";
import { issuesOfProject } from "./issue-rows.ts";
import type { FiledIssue, Reflection } from "./reflection.ts";
import { findReflection, type ReflectionRow, saveReflection } from "./reflection-rows.ts";
import { renderSummary, SUMMARY_FILE } from "./render-summary.ts";

export interface Kept {
  /** Null when there is no place for it, or it could not be written. */
  path: string | null;
  problem: string | null;
}

export async function keepReflection(store: Store, reflection: Reflection): Promise<Kept> {
  const { sessionId, projectDir } = reflection;
  if (sessionId === null || !isSessionId(sessionId) || projectDir === null)
    return { path: null, problem: "its session or project is not known" };
  const key = await projectKey(projectDir);
  store
    .transaction(() => {
      saveReflection(store, toRow(reflection, sessionId, key));
      for (const pattern of reflection.patterns)
        noteFinding(store, {
          projectKey: key,
          fingerprint: pattern.fingerprint,
          patternId: pattern.id,
          title: pattern.title,
          pattern: JSON.stringify(pattern),
          sessionId,
          at: reflection.at,
        });
    })
    .immediate();
  return writeSummary(reflection, sessionId, projectDir, issuesOf(store, key, reflection));
}

/** Writes the file anew, with what became of the findings. */
export function rewriteSummary(store: Store, sessionId: string): Kept {
  const row = findReflection(store, sessionId);
  if (row?.project_dir == null) return { path: null, problem: "there is no such reflection" };
  const reflection = fromRow(row);
  const issues = issuesOf(store, row.project_key ?? row.project_dir, reflection);
  return writeSummary(reflection, sessionId, row.project_dir, issues);
}

function issuesOf(store: Store, key: string, { patterns }: Reflection): FiledIssue[] {
  const own = new Set(patterns.map(({ fingerprint }) => fingerprint));
  return issuesOfProject(store, key).filter(({ fingerprint }) => own.has(fingerprint));
}

/** The store has it already: a project that is gone or must not be written to is no reason to fail. */
function writeSummary(
  reflection: Reflection,
  sessionId: string,
  projectDir: string,
  issues: readonly FiledIssue[],
): Kept {
  if (!lstatSync(projectDir, { throwIfNoEntry: false })?.isDirectory())
    return { path: null, problem: `${projectDir} is gone` };
  try {
    const draft = openRuntimeDraft(projectDir, `logs/${sessionId}`, SUMMARY_FILE);
    try {
      draft.write(renderSummary(reflection, issues));
      draft.sync();
      draft.commit();
      return { path: draft.path, problem: null };
    } finally {
      draft.discard();
    }
  } catch (error) {
    return { path: null, problem: error instanceof Error ? error.message : String(error) };
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
    // Who asked for it by hand has seen it.
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
