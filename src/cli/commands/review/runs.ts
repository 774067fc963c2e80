import { loadConfig } from "../../../config/load-config.ts";
import { projectKey, resolveLinks, workTreeTop } from "../../../platform/repository.ts";
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { listConfiguredChecks } from "../../../recording/runs/other-checks.ts";
import { describeRun } from "../../../recording/runs/run.ts";
import { locateRun, type RecordedRun } from "../../../recording/runs/run-rows.ts";
import { listSessionRuns } from "../../../recording/runs/runs-of-session.ts";
import { listSessions } from "../../../store/sessions.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Caller, defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { onlyProject } from "../../other-projects.ts";
import { findProject, pickSession, type Target, withStore } from "../../target.ts";
import { findSessionIfAny } from "../hold/declared-work.ts";
import type { ReceiptSession } from "./gather-receipt.ts";

const MAX_COMMAND = 120;

type ShownRun = RecordedRun & { folder: string };

export const command = defineCommand({
  details:
    "Lists tests, lint, types and builds that Claude, its subagents and holdfast ran, with scope and result. The result\n" +
    "comes from the program's own summary, otherwise from its exit code if nothing can have hidden it; if neither is\n" +
    "certain, it is `unknown`. The beginning of a session ID is enough.",
  examples: ["holdfast runs", "holdfast runs --session 3f2a", "holdfast runs --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { projectDir, session } = await findSessionToShow(invocation, options);
    if (session === null)
      throw new UserError(
        "no-session",
        `no session was recorded in ${projectDir}`,
        "`holdfast ingest` reads past sessions from Claude Code's transcripts.",
      );
    const configured = listConfiguredChecks((await loadConfig(env, projectDir)).config);
    const runs = await withStore(env, (store) => listSessionRuns(store, session.id, configured));
    const top = workTreeTop(projectDir) ?? projectDir;
    const tops = [top, await resolveLinks(top)];
    const named = runs.map((run) => {
      const name = configured.get(run.command) ?? configured.get(commandSubject(run.command));
      const shown = locateRun({ ...run, check: run.isOwn ? run.check : (name ?? run.check) }, tops);
      const isElsewhere = shown.folder === "" && run.dir !== null && !tops.includes(run.dir);
      return isElsewhere ? { ...shown, folder: run.dir ?? "" } : shown;
    });
    if (options.json) out.json(named);
    else print(out, session.id, named);
  },
});

/** The named session, the one we run inside, or the project's most recently active one. */
export async function findSessionToShow(
  invocation: Caller,
  options: Target,
): Promise<{ projectDir: string; session: ReceiptSession | null }> {
  const { env } = invocation;
  const project = await findProject(invocation, options.project);
  if (options.session !== undefined) {
    const own = await onlyProject(invocation);
    const row = await withStore(env, (store) => pickSession(store, options.session ?? "", own));
    const session = { id: row.session_id, transcriptPath: row.transcript_path };
    return { projectDir: row.project_dir ?? project.dir, session };
  }
  const asking = env.sessionId === null ? null : await findSessionIfAny(invocation, options);
  if (asking) return { projectDir: project.dir, session: asking };
  const key = await projectKey(project.dir);
  const [last] = await withStore(env, (store) => listSessions(store, { key, dir: project.dir }, 1));
  const session = last ? { id: last.session_id, transcriptPath: last.transcript_path } : null;
  return { projectDir: project.dir, session };
}

function print(out: Output, sessionId: string, runs: readonly ShownRun[]): void {
  const { bold, dim, red, green, yellow } = out.style;
  if (runs.length === 0) {
    out.line(`No runs of checks on record in session ${sessionId}.`);
    return;
  }
  out.line(`${bold(countNoun(runs.length, "run"))} of checks in session ${sessionId}`);
  const paint = { green, red, unknown: yellow };
  for (const run of runs) {
    const { at, state, check, command: ran, isHidden, agentId, isOwn, evidence } = run;
    const notes = [
      describeExtent(run, "suite"),
      check,
      describeCounts(run),
      evidence === "exit code" ? "by its exit code" : "",
      isHidden ? HIDDEN_FAILURE : "",
      describeFolder(run),
      agentId === null ? "" : "by a subagent",
      isOwn ? "by holdfast" : "",
    ].filter(Boolean);
    out.line(
      `  ${dim(formatTime(at))}  ${paint[state](state.padEnd(7))}  ${printable(clipLine(ran, MAX_COMMAND))}`,
    );
    out.line(dim(`    ${printable(notes.join(" · "))}`));
  }
  if (runs.some(({ isHidden }) => isHidden))
    out.line("  Something after the check hides its exit code; `set -o pipefail` before a pipe keeps it.");
}

export const HIDDEN_FAILURE = "the command reported success";

type Extent = Pick<ShownRun, "kind" | "scope" | "target" | "folder">;

/** The scope of a test run, or the kind of check; empty if the check's name says it. */
export function describeExtent({ kind, scope, target }: Extent, suite: string): string {
  if (kind !== "tests") return kind === "check" ? "" : kind;
  if (scope === "unknown") return "scope unknown";
  return scope === "suite" ? suite : `${scope} ${target}`;
}

/** Empty for the top of the work tree, or if the scope names the folder. */
export function describeFolder({ scope, target, folder }: Extent): string {
  return folder === "" || (scope === "folder" && target === folder) ? "" : `in ${folder}`;
}

/** Such as "12 passed"; empty without counts. */
export function describeCounts(run: Parameters<typeof describeRun>[0]): string {
  const described = describeRun(run) ?? "";
  return described.replace(/^Tests \w+ ?/, "").replace(/^\(|\)$/g, "");
}
