import { configuredChecks, loadConfig } from "../../../config/load-config.ts";
import { projectKey, resolveLinks, workTreeTop } from "../../../platform/repository.ts";
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { describeRun } from "../../../recording/runs/run.ts";
import { type RecordedRun, withinTree } from "../../../recording/runs/run-rows.ts";
import { runsOfSession } from "../../../recording/runs/runs-of-session.ts";
import { listSessions } from "../../../store/sessions.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Caller, defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { onlyProject } from "../../other-projects.ts";
import { findProject, pickSession, withStore } from "../../target.ts";
import { findSessionIfAny } from "../hold/declared-work.ts";
import type { ReceiptSession } from "./gather-receipt.ts";

const MAX_COMMAND = 120;

type ShownRun = RecordedRun & { folder: string };

export const command = defineCommand({
  details:
    "Tests, lint, types and builds that Claude and its subagents ran, and checks that holdfast ran itself: how much of the tests,\n" +
    "and how it ended, by the program's own summary, else by the exit code where nothing else can have set it. A failure that\n" +
    "came back without an error is red here when the summary says so. `unknown`: nobody can tell.\n" +
    "The beginning of the ID is enough.",
  examples: ["holdfast runs", "holdfast runs --session 3f2a", "holdfast runs --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { projectDir, session } = await findSessionToShow(invocation, options);
    if (session === null)
      throw new UserError(
        "no-session",
        `no session was recorded in ${projectDir}`,
        "`holdfast ingest` reads past ones from Claude Code's transcripts.",
      );
    const configured = configuredChecks((await loadConfig(env, projectDir)).config);
    const runs = await withStore(env, (store) => runsOfSession(store, session.id, configured));
    const top = workTreeTop(projectDir) ?? projectDir;
    const tops = [top, await resolveLinks(top)];
    const named = runs.map((run) => {
      const name = configured.get(run.command) ?? configured.get(commandSubject(run.command));
      const shown = withinTree({ ...run, check: run.isOwn ? run.check : (name ?? run.check) }, tops);
      const isElsewhere = shown.folder === "" && run.dir !== null && !tops.includes(run.dir);
      return isElsewhere ? { ...shown, folder: run.dir ?? "" } : shown;
    });
    if (options.json) out.json(named.map(toJson));
    else print(out, session.id, named);
  },
});

/** The session that was named, the one that asks, else the one that was last active in the project. */
export async function findSessionToShow(
  invocation: Caller,
  options: { session?: string; project?: string },
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
    out.line(`No run of a check is on record in session ${sessionId}.`);
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
      isHidden ? HIDDEN : "",
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
    out.line(
      "  Something follows the check in the command that failed; `set -o pipefail` before a pipe keeps its exit code.",
    );
}

export const HIDDEN = "the command came back without an error";

type Extent = Pick<ShownRun, "kind" | "scope" | "target" | "folder">;

/** How much of the tests ran, or what else; empty where the name of the check says it. */
export function describeExtent({ kind, scope, target }: Extent, suite: string): string {
  if (kind !== "tests") return kind === "check" ? "" : kind;
  if (scope === "unknown") return "scope unknown";
  return scope === "suite" ? suite : `${scope} ${target}`;
}

/** Empty at the top of the work tree, or where the extent says it. */
export function describeFolder({ scope, target, folder }: Extent): string {
  return folder === "" || (scope === "folder" && target === folder) ? "" : `in ${folder}`;
}

/** Such as "12 passed"; empty where nothing was counted. */
export function describeCounts(run: Parameters<typeof describeRun>[0]): string {
  const described = describeRun(run) ?? "";
  return described.replace(/^Tests \w+ ?/, "").replace(/^\(|\)$/g, "");
}

/** In one order, whether it comes from a row or from the transcript. */
function toJson(run: RecordedRun) {
  const { at, kind, check, command: ran, scope, target, state, evidence, passed, failed, skipped } = run;
  const { isPiped, isHidden, taskId, dir, tree, sessionId, projectKey, toolUseId, agentId, isOwn } = run;
  return {
    ...{ at, kind, check, command: ran, scope, target, state, evidence },
    ...{ passed, failed, skipped, isPiped, isHidden, taskId, dir, tree },
    ...{ sessionId, projectKey, toolUseId, agentId, isOwn },
  };
}
