import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { loadConfig } from "../../../config/load-config.ts";
import { isExcludedProject } from "../../../config/place.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { processPending } from "../../../review/reflection/process-pending.ts";
import { reflect } from "../../../review/reflection/reflect.ts";
import type { Pattern, Reflection } from "../../../review/reflection/reflection.ts";
import { metricLines, renderMarkdown } from "../../../review/reflection/render-markdown.ts";
import {
  renderSummary,
  type SummaryFile,
  saveReflection,
} from "../../../review/reflection/save-reflection.ts";
import type { Store } from "../../../store/open.ts";
import { findSession, newestSession, type SessionRow } from "../../../store/sessions.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import {
  defineCommand,
  flag,
  type Invocation,
  type Output,
  option,
  requireAtMostOne,
} from "../../command.ts";
import { onlyProject } from "../../limit-to-project.ts";
import { requireOwnTranscript } from "../../own-transcripts.ts";
import {
  findByBeginning,
  findProject,
  LIST_SESSIONS_HINT,
  withStore,
  withStoreInBackground,
} from "../../target.ts";
import { findNewestFile, findSessionFile } from "../history/transcripts.ts";

const OPTIONS = {
  session: option("ID", "a session; the beginning of the ID is enough"),
  last: flag("the last session of the project (the default)"),
  project: option("DIR", "use another project"),
  markdown: flag("print Markdown"),
  json: flag("print JSON"),
  pending: flag("reflect on all ended sessions that are due, and print how many"),
};

export const command = defineCommand({
  usage: "[FILE]",
  details:
    "Reads a session's transcript and shows what was repeated, failed or slow, or what you had to correct, with quotes and\n" +
    "suggestions. It changes nothing: `holdfast reflect review` asks what to do.",
  examples: [
    "holdfast reflect",
    "holdfast reflect --session 3f6c --markdown > reflection.md",
    "holdfast reflect session.jsonl --json",
  ],
  options: OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    if (env.reflecting) {
      out.error("CLAUDE_REFLECTION_MODE=1: a reflection does not start another one.");
      return options.pending ? 0 : 1;
    }
    if (options.pending) return reflectOnPending(invocation);
    requireAtMostOne({ FILE: positionals[0], "--session": options.session, "--last": options.last });
    const { reflection, saved } = await withStore(env, (store) => reflectOn(invocation, store));
    if (options.json) out.json(JSON.parse(renderSummary(reflection, [])));
    else if (options.markdown) out.line(renderMarkdown(reflection));
    else printReflection(out, reflection, saved);
  },
});

async function reflectOnPending({ options, env, out }: Invocation<typeof OPTIONS>): Promise<number> {
  const done = await withStoreInBackground(env, (store) => processPending(env, store));
  if (options.json) out.json(done);
  else if (done.busy) out.line("Another reflection is running.");
  else {
    const counts = `${done.skipped.length} skipped, ${done.failed} failed`;
    out.line(`Reflected on ${countNoun(done.reflected.length, "session")}, ${counts}.`);
    for (const { session, why } of done.skipped) out.line(`  ${session}: ${why}`);
  }
  return done.failed > 0 ? 1 : 0;
}

async function reflectOn(
  invocation: Invocation<typeof OPTIONS>,
  store: Store,
): Promise<{ reflection: Reflection; saved: SummaryFile | null }> {
  const { env, positionals, cwd } = invocation;
  const [file] = positionals;
  const found =
    file === undefined
      ? await find(invocation, store)
      : { path: resolve(cwd, file), sessionId: null, projectDir: null };
  await requireOwnTranscript(invocation, found.path);
  const { config } = await loadConfig(env, found.projectDir);
  const reflected = await reflect({
    transcriptPath: found.path,
    sessionId: found.sessionId,
    projectDir: found.projectDir,
    thresholds: config.reflection.thresholds,
    trigger: "manual",
    now: Date.now(),
  });
  if (!reflected.ok) {
    const { message } = reflected.problem;
    throw new UserError("no-transcript", `${found.path}: ${message}`, LIST_SESSIONS_HINT);
  }
  const { reflection } = reflected;
  const { sessionId, projectDir } = reflection;
  const { enabled, exclude } = config.capture;
  // A transcript from elsewhere belongs to no project on this machine.
  const isRecorded = sessionId !== null && findSession(store, sessionId) !== null;
  const maySave = isRecorded && enabled && !isExcludedProject(projectDir, exclude, env.home);
  return { reflection, saved: maySave ? await saveReflection(store, reflection) : null };
}

/** In the store, otherwise in the client's own folder. */
async function find(invocation: Invocation<typeof OPTIONS>, store: Store) {
  const { options, env } = invocation;
  if (options.session !== undefined) {
    const row = findByBeginning(store, options.session, await onlyProject(invocation));
    const id = row?.session_id ?? options.session;
    const path = recordedFile(row) ?? (isSessionId(id) ? findSessionFile(env, id) : null);
    if (path !== null)
      return {
        path,
        sessionId: row?.session_id ?? basename(path, ".jsonl"),
        projectDir: row?.project_dir ?? null,
      };
    throw new UserError("no-session", `there is no transcript of session ${id}`, LIST_SESSIONS_HINT);
  }
  const { dir: projectDir, foundBy } = await findProject(invocation, options.project);
  const row = newestSession(store, projectDir);
  const recorded = recordedFile(row);
  const path = recorded ?? findNewestFile(env, projectDir);
  if (path !== null) return { path, sessionId: recorded && (row?.session_id ?? null), projectDir };
  throw new UserError(
    "no-session",
    `there is no session of ${projectDir} (${foundBy})`,
    "Give a session (--session ID) or the file of a transcript.",
  );
}

function recordedFile(row: SessionRow | null): string | null {
  const path = row?.transcript_path ?? null;
  return path !== null && statSync(path, { throwIfNoEntry: false })?.isFile() ? path : null;
}

function printReflection(out: Output, reflection: Reflection, saved: SummaryFile | null): void {
  const { bold, dim } = out.style;
  out.line(bold(`Session ${reflection.sessionId ?? "without an ID"}`));
  for (const { name, value } of metricLines(reflection)) out.line(`  ${name}: ${value}`);
  if (reflection.metrics.messages === 0) out.error("It has no messages: is it a transcript of Claude Code?");
  out.line();
  const { patterns } = reflection;
  out.line(bold(patterns.length === 0 ? "No findings." : `Findings: ${patterns.length}`));
  for (const [index, pattern] of patterns.entries()) printPattern(out, pattern, index + 1);
  out.line();
  if (saved === null) out.line(dim("Not saved: this session is not recorded."));
  else {
    out.line(
      dim(saved.path === null ? `Saved in the database only: ${saved.problem}` : `Saved to ${saved.path}`),
    );
    if (patterns.length > 0) out.line("`holdfast reflect review` asks what to do.");
  }
}

/** Text of a transcript must not control the terminal. */
function printPattern(out: Output, pattern: Pattern, number: number): void {
  const { cyan, dim, green } = out.style;
  out.line();
  out.line(`${number}. ${printable(pattern.title)}  ${cyan(pattern.id)}`);
  for (const { where, text } of pattern.evidence) out.line(dim(`   ${where}: ${printable(text)}`));
  out.line(`   ${green("→")} ${printable(pattern.suggestion.text)}`);
}
