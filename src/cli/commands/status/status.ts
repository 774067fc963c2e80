import type { ConfigProblem } from "../../../config/config-problem.ts";
import { type LoadedConfig, ownProblems } from "../../../config/load-config.ts";
import type { Config } from "../../../config/schema.ts";
import type { LastStageResult } from "../../../gates/quality/stage-results.ts";
import { bunFile } from "../../../platform/files.ts";
import { describeUngated, findHost } from "../../../protocol/hosts.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatAge, formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { describeJudgeUse } from "../../../views/judge-use.ts";
import { describeActive, describeEnds, listButtons } from "../../../views/status/active-items.ts";
import { describeGoals, type Goal, withoutLabels } from "../../../views/status/describe-goals.ts";
import { readStatus } from "../../../views/status/read-status.ts";
import {
  type Caller,
  defineCommand,
  flag,
  type Invocation,
  type Output,
  requireAtMostOne,
  SESSION_OPTIONS,
} from "../../command.ts";
import {
  createStoreReader,
  findByBeginning,
  findProject,
  LIST_SESSIONS_HINT,
  type StoreReader,
  type Target,
} from "../../target.ts";
import { printGoal } from "../goals/print-goal.ts";

const OPTIONS = {
  watch: flag("stay, and show each change"),
  details: flag("with --json: everything the pane shows"),
  ...SESSION_OPTIONS,
};

export const command = defineCommand({
  details:
    "--json adds what the band in Claude Code shows: `on` (what is active), `buttons` with their commands, and what `ended`\n" +
    "recently. --details adds what the pane shows: why something holds, the last decisions, the inbox, what was recalled\n" +
    "for the last prompt, and faults.",
  examples: [
    "holdfast status",
    "holdfast status --watch",
    "holdfast status --json",
    "holdfast status --json --details --session 3f2a",
  ],
  options: OPTIONS,
  async run(invocation) {
    const { options, out } = invocation;
    requireAtMostOne({ "--watch": options.watch, "--json": options.json });
    if (!options.watch) return show(invocation);
    const { watchOutput } = await import("../../watch-output.ts");
    await watchOutput(out, (frame) => show({ ...invocation, out: frame }));
  },
});

async function show(invocation: Invocation<typeof OPTIONS>): Promise<undefined> {
  const { options, out } = invocation;
  const place = await findPlace(invocation, options);
  const status = await readStatus(place);
  const { env, project } = place;
  const { recorded } = status;
  if (env.modVersion !== null && recorded.sessionId !== null) {
    const { recordModLoad } = await import("../../../install/mod-seen.ts");
    await recordModLoad(env, env.modVersion, recorded.sessionId);
  }
  const { readPlan, withPlan } = await import("../../../views/status/plan.ts");
  const goals = withPlan(describeGoals(status).map(withoutLabels), await readPlan(status));
  if (options.json) {
    const details =
      options.details && (await import("../../../views/status/details.ts")).describeDetails(status);
    out.json({ ...toStatusJson(status, goals), ...(await details) });
    return;
  }
  printStatus(out, status, goals, project.foundBy);
  if (out.interactive && !options.session && recorded.session === null) {
    const { warnUnlessRegistered } = await import("../goals/warn-if-nothing-holds.ts");
    await warnUnlessRegistered(out, env, project.dir);
  }
}

async function findPlace(invocation: Caller, { session, project: explicit }: Target) {
  const readStore = createStoreReader(invocation.env);
  const inside = await inSession(invocation, readStore, session);
  const project = await findProject(inside, explicit, readStore);
  const foundBy = session !== undefined && explicit === undefined ? "--session" : project.foundBy;
  return { env: inside.env, readStore, project: { ...project, foundBy } };
}

/** As if run inside the named session. */
async function inSession(invocation: Caller, readStore: StoreReader, named?: string): Promise<Caller> {
  if (named === undefined) return invocation;
  // A broken store must not hide a lock: then any session ID is accepted.
  const row = await readStore((store) => findByBeginning(store, named, null)).catch((error: unknown) => {
    if (error instanceof UserError && error.code === "store") return undefined;
    throw error;
  });
  if (row === undefined) return { ...invocation, env: { ...invocation.env, sessionId: named } };
  if (!row) throw new UserError("no-session", `there is no session ${named}`, LIST_SESSIONS_HINT);
  // Looking up its folder again would open the store a second time.
  const projectDir = row.project_dir ?? invocation.env.projectDir;
  return { ...invocation, env: { ...invocation.env, sessionId: row.session_id, projectDir } };
}

type Status = Awaited<ReturnType<typeof readStatus>>;

function toStatusJson(status: Status, goals: readonly Goal[]) {
  const { env, project, loaded, lockFolder, foundLock, pause, gates, refused, recorded } = status;
  const { lock = null } = foundLock ?? {};
  // All of these are in the descriptions below.
  const { decisions: _, lockRounds: __, goals: ___, endedUnmet: ____, ...rows } = recorded;
  return {
    project: project.dir,
    off: env.off,
    pause,
    lock,
    lockFolder,
    lockOrigin: lock && foundLock?.origin,
    // Nearest last, because it wins.
    configFiles: loaded.files
      .filter(({ state, format }) => state === "read" && format === "holdfast")
      .map(({ path }) => path),
    gates,
    checksRefused: refused,
    ...rows,
    goals,
    on: describeActive(status),
    buttons: listButtons(status),
    ended: describeEnds(status),
  };
}

function printStatus(out: Output, status: Status, goals: readonly Goal[], foundBy: string): void {
  const { env, project, pause, loaded, foundLock, recorded, gates, refused, permitted } = status;
  const { sessionId, checks, inbox, openTasks, last, storeProblem, judge } = recorded;
  const { config, waiting } = loaded;
  let isOn = goals.length > 0;
  const row = (label: string, text: string) => {
    isOn = true;
    out.line(`  ${label.padEnd(10)} ${text}`);
  };
  const session = sessionId === null ? "" : `, session ${sessionId}`;
  out.line(`${out.style.bold(project.dir)} (${foundBy}${session})`);
  const host = recorded.session?.agent ? findHost(recorded.session.agent) : env.host;
  if (host?.isGated === false) row("agent", out.style.yellow(describeUngated(host)));
  if (env.off) row("switched", out.style.yellow("off by HOLDFAST=0"));
  if (pause)
    row(
      "paused",
      out.style.yellow(pause.until ? `until ${formatTime(pause.until)}` : "until `holdfast resume`"),
    );
  if (foundLock?.problem) row("lock", out.style.red(foundLock.problem));
  for (const goal of goals) printGoal(out, goal);
  const shown = checks.filter(({ stage }) => permitted.some(({ name }) => name === stage));
  if (refused) row("checks", describeRefused(loaded, refused, out));
  if (shown.length > 0) row(refused ? "" : "checks", describeResults(shown, out));
  const problems = ownProblems(loaded);
  if (waiting.length > 0) row("trust", describeWaiting(waiting, out));
  if (inbox > 0 || config.triage.mode === "ask") row("triage", describeTriage(config, inbox));
  if (openTasks > 0) row("tasks", `${openTasks} open`);
  if (judge) row("judge", describeJudgeUse(judge));
  const off = gates.filter(({ enabled }) => !enabled);
  if (off.length > 0)
    row("off", off.map(({ id, by }) => `${id} ${out.style.dim(`(by the ${by}'s file)`)}`).join(", "));
  if (storeProblem) row("store", out.style.red(`${storeProblem}: \`holdfast doctor\``));
  for (const text of describeProblems(problems)) row("config", out.style.red(text));
  if (!isOn) out.line("  Nothing is held here.");
  if (last) {
    const when = formatAge(Date.parse(last.at), Date.now());
    row("last stop", `${last.title} (stop ${last.id}, ${when})`);
  }
}

/** A file that cannot be read as a whole is named, with the time of its last change. */
function describeProblems(problems: readonly ConfigProblem[]): string[] {
  const ignored = problems.filter(({ path }) => path.length === 0);
  const texts = ignored.map(({ file, message }) => {
    const since = formatTime(bunFile(file).lastModified);
    return `${file}: ${message} (since ${since})`;
  });
  const others = problems.length - ignored.length;
  if (others > 0) texts.push(countNoun(others, "problem"));
  return texts.map((text, n) => (n === texts.length - 1 ? `${text}: \`holdfast config check\`` : text));
}

function describeResults(results: readonly LastStageResult[], { style }: Output): string {
  return results
    .map(({ stage, outcome, isCurrent }) => {
      if (outcome === null) return `${stage} ${style.dim("not run")}`;
      const painted = outcome === "passed" ? style.green(outcome) : style.red(outcome);
      return `${stage} ${painted}${isCurrent ? "" : style.dim(" (tree changed since)")}`;
    })
    .join(", ");
}

/** The project's checks are not trusted, or have changed since. */
function describeRefused(loaded: LoadedConfig, refused: "untrusted" | "changed", { style }: Output): string {
  const stages = Object.keys(loaded.config.quality.stages)
    .map((name) => printable(name))
    .join(", ");
  const why = refused === "untrusted" ? "not trusted" : "changed since they were trusted";
  return `${stages} ${style.yellow(why)}, so they do not run: ${style.cyan("holdfast trust")}`;
}

/** Settings of the project's file that take effect once it is trusted. */
function describeWaiting(keys: readonly string[], { style }: Output): string {
  const names = keys.map((key) => printable(key)).join(", ");
  return `${names} ${keys.length === 1 ? "waits" : "wait"} for ${style.cyan("holdfast trust")}`;
}

function describeTriage({ triage }: Config, inbox: number): string {
  const asks =
    triage.enabled && triage.mode === "ask" ? "agents are asked to save memories before they stop; " : "";
  return `${asks}${inbox} in the inbox: \`holdfast memory inbox\``;
}
