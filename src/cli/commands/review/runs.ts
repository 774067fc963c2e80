import { configuredChecks, loadConfig } from "../../../config/load-config.ts";
import { resolveLinks, workTreeTop } from "../../../platform/repository.ts";
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { describeRun } from "../../../recording/runs/run.ts";
import { type RecordedRun, withinTree } from "../../../recording/runs/run-rows.ts";
import { runsOfSession } from "../../../recording/runs/runs-of-session.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { withStore } from "../../target.ts";
import { findSessionToShow } from "./receipt.ts";

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

function print(out: Output, sessionId: string, runs: readonly ShownRun[]): void {
  const { bold, dim, red, green, yellow } = out.style;
  if (runs.length === 0) {
    out.line(`No run of a check is on record in session ${sessionId}.`);
    return;
  }
  out.line(`${bold(countNoun(runs.length, "run"))} of checks in session ${sessionId}`);
  const paint = { green, red, unknown: yellow };
  for (const run of runs) {
    const { at, kind, state, command: ran, scope, target, isHidden, agentId, isOwn, evidence } = run;
    const { folder } = run;
    const wide = scope === "suite" ? "suite" : "scope unknown";
    const ofTests = scope === "suite" || scope === "unknown" ? wide : `${scope} ${target}`;
    const what = kind === "tests" ? [ofTests] : kind === "check" ? [] : [kind];
    const notes = [
      describeRun(run)
        ?.replace(/^Tests \w+ ?/, "")
        .replace(/^\(|\)$/g, "") ?? "",
      evidence === "exit code" ? "by its exit code" : "",
      isHidden ? "the command came back without an error" : "",
      folder === "" || (scope === "folder" && target === folder) ? "" : `in ${folder}`,
      agentId === null ? "" : "by a subagent",
      isOwn ? "by holdfast" : "",
    ].filter(Boolean);
    out.line(
      `  ${dim(formatTime(at))}  ${paint[state](state.padEnd(7))}  ${printable(clipLine(ran, MAX_COMMAND))}`,
    );
    out.line(dim(`    ${printable([...what, run.check, ...notes].join(" · "))}`));
  }
  if (runs.some(({ isHidden }) => isHidden))
    out.line(
      "  Something follows the check in the command that failed; `set -o pipefail` before a pipe keeps its exit code.",
    );
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
