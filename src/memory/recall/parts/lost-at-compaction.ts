// After a compaction: what the client's own summary may have lost, from the rows of the session.

import { relativeToProject } from "../../../recording/capture/call-fields.ts";
import { listNewestCalls } from "../../../recording/queue/pending-queue.ts";
import { describeRun } from "../../../recording/runs/run.ts";
import { listSessionRuns } from "../../../recording/runs/runs-of-session.ts";
import type { Store } from "../../../store/open.ts";
import { findSession } from "../../../store/sessions.ts";
import { listOpenTasks } from "../../../store/tasks.ts";
import { clipList } from "../../../text/clip.ts";
import { EMPTY_QUOTE, quoteOutput, quoteSpeech } from "../../../text/quote-text.ts";
import type { ContextPart } from "../fit-parts.ts";
import type { StartContext } from "../recall-start.ts";

const CHANGES = ["Write", "Edit", "MultiEdit", "NotebookEdit"];
const MAX_CHANGES = 300;
const MAX_FILES = 10;
const MAX_TASKS = 8;

export function lostAtCompaction({ store, sessionId, projectDir }: StartContext): ContextPart | null {
  const request = findSession(store, sessionId)?.original_request ?? null;
  const tasks = listOpenTasks(store, sessionId);
  const files = changedFiles(store, sessionId, projectDir);
  const tests = lastTestRun(store, sessionId);
  const subjects = tasks
    .map(({ subject }) => `"${quoteSpeech(subject, 80)}"`)
    .filter((subject) => subject !== EMPTY_QUOTE);
  const paths = files.map((file) => quoteOutput(file, 100));
  const lines = [
    request === null ? null : `the user's first request: "${quoteSpeech(request, 400)}"`,
    subjects.length === 0 ? null : `open tasks: ${clipList(subjects, MAX_TASKS)}`,
    paths.length === 0 ? null : `files changed so far: ${clipList(paths, MAX_FILES)}`,
    tests === null ? null : `last test run: "${quoteOutput(tests, 140)}"`,
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  const sources = lines.map(() => [{ source: "session" as const, id: sessionId }]);
  return { id: "lost", heading: "Of this session, before it was compacted:", lines, sources };
}

/** The newest change first. */
function changedFiles(store: Store, sessionId: string, projectDir: string): string[] {
  const calls = listNewestCalls(store, sessionId, CHANGES, MAX_CHANGES);
  const files = calls.flatMap(({ files_touched }) => JSON.parse(files_touched) as string[]);
  return [...new Set(files.map((file) => relativeToProject(file, projectDir)))];
}

function lastTestRun(store: Store, sessionId: string): string | null {
  const run = listSessionRuns(store, sessionId).at(-1);
  const result = run && describeRun(run);
  return result ? `${result}: ${run.command}` : null;
}
