// Checks this project's config, trust and stages, and whatever is switched off or locked and may have been forgotten.
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { checkConfig, describeLocated } from "../../../config/check-config.ts";
import { lockPath, trustPath } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { type Pause, readPauses } from "../../../config/pause.ts";
import { findLockFolder } from "../../../config/place.ts";
import { readTrust, readTrustFile, type TrustState } from "../../../config/trust.ts";
import { type Check, listStages } from "../../../gates/commands/check.ts";
import { permittedStages } from "../../../gates/commands/permitted.ts";
import { judgeOrigin } from "../../../gates/lock/judge-origin.ts";
import { describeForeignLock, quoteTexts } from "../../../gates/lock/origin.ts";
import { findLockRow, isForeign } from "../../../gates/lock/rows.ts";
import { readLock } from "../../../gates/lock/state-file.ts";
import { GATES, isEnabled } from "../../../gates/registry.ts";
import { openGh } from "../../../platform/process/gh.ts";
import { gitRoot } from "../../../platform/repository.ts";
import { findLastNewTests } from "../../../store/check-results.ts";
import { findSession, MAX_SILENCE_MS, type SessionRow } from "../../../store/sessions.ts";
import { formatAge, formatTime } from "../../../text/format-time.ts";
import { quote } from "../../../text/printable.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import { type DoctorContext, readStoreOr } from "../context.ts";
import { findMissingProgram } from "../run-program.ts";

export const config: DoctorCheck = {
  id: "config",
  async run({ env, projectDir }) {
    const { problems, files } = await checkConfig(env, projectDir);
    if (problems.length > 0)
      return problems.map((found) =>
        (found.code === "retired" ? warn : problem)(describeLocated(found), found.hint),
      );
    const read = files.filter((file) => file.state === "read").map((file) => file.path);
    const { waiting } = await loadConfig(env, projectDir);
    return [
      ok(read.length === 0 ? "no config files: the defaults apply" : `valid: ${read.join(", ")}`),
      ...(waiting.length > 0
        ? [warn(`ignored until you trust this project: ${waiting.join(", ")}`, HOW_TO_TRUST)]
        : []),
    ];
  },
};

const HOW_TO_TRUST = "See `holdfast trust --show`, then run `holdfast trust` in your own terminal.";

const TRUST_RESULTS: Record<TrustState, CheckResult> = {
  trusted: ok("this project's files are as you trusted them"),
  nothing: ok("nothing in this project needs your trust"),
  changed: warn(
    "this project's files changed since you trusted them: their commands do not run",
    HOW_TO_TRUST,
  ),
  untrusted: warn("this project is not trusted: commands from its files do not run", HOW_TO_TRUST),
};

/** Whether commands from this project's files may run. */
export const trust: DoctorCheck = {
  id: "trust",
  async run({ env, projectDir }) {
    const file = readTrustFile(env);
    if (file.state === "refused") {
      return problem(`${trustPath(env)}: ${file.message}; no project is trusted`, "Fix or remove that file.");
    }
    const { files, waiting } = await loadConfig(env, projectDir);
    const hasOwnFile = files.some(({ layer, format, state }) => {
      return layer === "project" && format === "holdfast" && state !== "absent";
    });
    if (!hasOwnFile && waiting.length === 0) return TRUST_RESULTS.nothing;
    return TRUST_RESULTS[(await readTrust(env, projectDir)).state];
  },
};

/** For all commands of one stop together. */
export const MAX_STOP_S = 120;

/** Whether the project's stages can run within a stop. */
export const stages: DoctorCheck = {
  id: "stages",
  title: "checks",
  async run({ env, projectDir, variables }) {
    const loaded = await loadConfig(env, projectDir);
    const all = listStages(loaded, projectDir);
    const ci = await judgeCi(loaded.config.quality.stages, { projectDir, variables });
    if (all.length === 0)
      return ci.length > 0 ? ci : [ok("no stages are configured here; `holdfast init` suggests some")];
    const { refused } = await permittedStages({ env, loaded, projectDir });
    const commands = all.flatMap(({ checks }) => checks);
    const names = all.map(({ name, checks }) => `${name} (${checks.length})`).join(", ");
    return [
      refused === null
        ? ok(`stages: ${names}`)
        : warn(`stages that do not run: ${names}`, "`holdfast trust --show`, then `holdfast trust`."),
      ...emptyCommands(loaded.config.quality.stages),
      ...commands.flatMap((command) => judgeCommand(command, env)),
      ...ci,
    ];
  },
};

const GH_MS = 15_000;

/** A stage `{"ci": true}` is silent while `gh` cannot answer, so it is reported here. */
async function judgeCi(
  configured: Record<string, { ci: boolean }[]>,
  { projectDir, variables }: Pick<DoctorContext, "projectDir" | "variables">,
): Promise<CheckResult[]> {
  const stage = Object.keys(configured).find((name) => configured[name]?.some(({ ci }) => ci));
  if (stage === undefined) return [];
  const gh = openGh({ cwd: projectDir, variables, timeoutMs: GH_MS });
  const answer = await gh(["run", "list", "--limit", "1", "--json", "status"]);
  if (answer.ok) return [ok(`stage ${stage}: \`gh\` can read CI here`)];
  const { message, hint, code } = answer.problem;
  return [warn(`stage ${stage}: CI is not read: ${message}`, code === "timeout" ? "Try again later." : hint)];
}

function emptyCommands(configured: Record<string, { run: string; ci: boolean }[]>): CheckResult[] {
  const empty = Object.entries(configured).filter(([, commands]) =>
    commands.some(({ run, ci }) => run.trim() === "" && !ci),
  );
  return empty.map(([name]) => warn(`stage ${name} has an empty command`, "Give it a command in `run`."));
}

function judgeCommand(command: Check, env: DoctorContext["env"]): CheckResult[] {
  const folder = isAbsolute(command.cwd) ? command.cwd : join(command.folder, command.cwd);
  const about = `stage ${command.stage}: ${quote(command.run, 80)}`;
  if (!existsSync(folder))
    return [warn(`${about} runs in ${folder}, which does not exist`, "Fix its `cwd`.")];
  const missing = findMissingProgram(command.run, folder, env.path);
  const why = missing?.includes("/") ? "cannot be run" : "is not on the PATH";
  const isLong = !command.background && command.timeoutMs > MAX_STOP_S * 1000;
  return [
    ...(missing ? [warn(`${about}: ${missing} ${why}`, "Install it, or fix the command.")] : []),
    ...(isLong
      ? [warn(`${about} may take longer than a stop waits (${MAX_STOP_S} s)`, 'Give it "background": true.')]
      : []),
  ];
}

/** Whether new tests are run on the old source, and what the last run said. */
export const newTests: DoctorCheck = {
  id: "new-tests",
  title: "new tests",
  async run({ env, projectDir, now }) {
    const { config } = await loadConfig(env, projectDir);
    const { newTests: mode } = config.quality;
    if (mode === "off") return ok("off: new tests are not run on the old source");
    if ((await gitRoot(projectDir)) === null)
      return warn("not run on the old source: this is not a git repository", "Run `git init`, and commit.");
    if ((await readTrust(env, projectDir)).state !== "trusted")
      return warn("not run on the old source: this project is not trusted", HOW_TO_TRUST);
    const last = readStoreOr(env, (store) => findLastNewTests(store, projectDir), null);
    if (last === null) return ok(`run on the old source after a turn ("${mode}"); no result yet`);
    const when = formatAge(last.at, now);
    return last.outcome === "unsure"
      ? warn(`nothing could be said ${when}: ${last.telling}`, "`holdfast help proof` says what it needs.")
      : ok(`run on the old source after a turn ("${mode}"); ${when}: ${last.telling}`);
  },
};

/** HOLDFAST=0, pauses, and gates that are off. */
export const switches: DoctorCheck = {
  id: "switches",
  async run(context) {
    const found = [
      ...(context.env.off
        ? [warn("HOLDFAST=0 switches holdfast off in sessions started from here", "Unset HOLDFAST.")]
        : []),
      ...(await judgePauses(context)),
      ...(await judgeGates(context)),
    ];
    return found.length > 0 ? found : [ok("nothing is switched off or paused")];
  },
};

async function judgePauses({ env, now }: DoctorContext): Promise<CheckResult[]> {
  const active = (await readPauses(env)).filter(({ until }) => until === null || until > now);
  return active.map((pause) => {
    const until = pause.until === null ? "until `holdfast resume`" : `until ${formatTime(pause.until)}`;
    const by = pause.by === "claude" ? " by Claude" : pause.by === "agent" ? " by an agent" : "";
    const where = pause.scope === "project" ? "that project" : "a terminal";
    return warn(`paused${by} ${describePlace(pause)}, ${until}`, `\`holdfast resume\` in ${where} ends it.`);
  });
}

async function judgeGates({ env, projectDir }: DoctorContext): Promise<CheckResult[]> {
  const { config, origins } = await loadConfig(env, projectDir);
  return GATES.filter(({ id }) => !isEnabled(config, id)).map(({ id }) => {
    const file = `${origins.get(`gates.${id}.enabled`) ?? "default"} config`;
    return warn(
      `the gate ${id} is off in the ${file}`,
      `Remove gates.${id}.enabled there to switch it on again.`,
    );
  });
}

function describePlace({ scope, target }: Pause): string {
  if (scope === "all") return "everywhere";
  return scope === "project" ? `in ${target}` : `for the session ${target}`;
}

/** Reports a lock that no longer holds any session, or cannot be read. */
export const lock: DoctorCheck = {
  id: "lock",
  async run({ env, projectDir, now }) {
    const { config } = await loadConfig(env, projectDir);
    const folder = findLockFolder({ startDir: projectDir, projectDir });
    if (folder === null) return ok("none in this project");
    const { lock: held, problem: cause, identity } = await readLock(folder, config);
    const where = folder === projectDir ? "" : ` (from ${folder})`;
    const remove = `Remove it: \`holdfast unlock\`, or rm '${lockPath(folder)}'.`;
    if (cause) return warn(`${cause}, so it holds nothing`, remove);
    if (!held) return ok("none in this project"); // Removed meanwhile.
    const row = readStoreOr(env, (store) => findLockRow(store, folder), null);
    const origin = row?.identity === identity ? row.origin : await judgeOrigin(env, folder);
    if (isForeign(origin)) return warn(describeForeignLock(await quoteTexts(held)), remove);
    if (now >= held.expiresAt) return warn("a lock has expired", remove);
    if (held.owner === null)
      return ok(
        `${held.all ? "holds every session here" : "holds the next session that tries to stop"}${where}`,
      );
    const { owner } = held;
    const session = readStoreOr(env, (store) => findSession(store, owner), null);
    const gone = describeGone(session, now);
    return gone === null
      ? ok(`holds the session ${owner}`)
      : warn(`a lock belongs to the session ${owner}, which ${gone}`, remove);
  },
};

/** null if it still runs. */
function describeGone(session: SessionRow | null, now: number): string | null {
  if (!session) return "is not recorded";
  if (session.ended_at !== null) return "has ended";
  return now - session.last_seen_at > MAX_SILENCE_MS ? "has been silent for a day" : null;
}
