import { type LoadedConfig, loadConfig } from "../../../config/load-config.ts";
import { describeRun } from "../../../recording/runs/run.ts";
import type { RecordedRun } from "../../../recording/runs/run-rows.ts";
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

export const command = defineCommand({
  details:
    "What ran, how much of the tests it covers, and how it ended: by the runner's own summary, else by the exit code where that\n" +
    "is the tests' own. A run that a pipe hid is red here when its summary says so. `unknown`: nobody can tell.\n" +
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
    const loaded = await loadConfig(env, projectDir);
    const runs = await withStore(env, (store) => runsOfSession(store, session.id));
    const named = runs.map((run) => ({ ...run, check: configuredName(run, loaded) ?? run.check }));
    if (options.json) out.json(named.map(toJson));
    else print(out, session.id, named);
  },
});

/** The name of the quality check that has this command. */
function configuredName({ command: ran }: RecordedRun, { config }: LoadedConfig): string | null {
  const stages = Object.entries(config.quality.stages);
  const found = stages.find(([, checks]) => [checks].flat().some(({ run }) => run.trim() === ran));
  return found?.[0] ?? null;
}

function print(out: Output, sessionId: string, runs: readonly RecordedRun[]): void {
  const { bold, dim, red, green, yellow } = out.style;
  if (runs.length === 0) {
    out.line(`No run of tests is on record in session ${sessionId}.`);
    return;
  }
  out.line(`${bold(countNoun(runs.length, "run"))} of tests in session ${sessionId}`);
  const paint = { green, red, unknown: yellow };
  for (const run of runs) {
    const { at, state, command: ran, scope, target, isHidden, agentId, evidence } = run;
    const what = scope === "suite" || scope === "unknown" ? scope : `${scope} ${target}`;
    const notes = [
      describeRun(run)
        ?.replace(/^Tests \w+ ?/, "")
        .replace(/^\(|\)$/g, "") ?? "",
      evidence === "exit code" ? "by its exit code" : "",
      isHidden ? "the command came back without an error" : "",
      agentId === null ? "" : "by a subagent",
    ].filter(Boolean);
    out.line(
      `  ${dim(formatTime(at))}  ${paint[state](state.padEnd(7))}  ${printable(clipLine(ran, MAX_COMMAND))}`,
    );
    out.line(
      dim(
        `    ${printable([scope === "unknown" ? "scope unknown" : what, run.check, ...notes].join(" · "))}`,
      ),
    );
  }
  if (runs.some(({ isHidden }) => isHidden))
    out.line("  A pipe hid a failure: `set -o pipefail` before it keeps the exit code of the tests.");
}

/** In one order, whether it comes from a row or from the transcript. */
function toJson(run: RecordedRun) {
  const { at, check, command: ran, scope, target, state, evidence, passed, failed, skipped } = run;
  const { isPiped, isHidden, taskId, dir, tree, sessionId, projectKey, toolUseId, agentId } = run;
  return {
    ...{ at: new Date(at).toISOString(), check, command: ran, scope, target, state, evidence },
    ...{ passed, failed, skipped, isPiped, isHidden, taskId, dir, tree },
    ...{ sessionId, projectKey, toolUseId, agentId },
  };
}
