// This project's config, its trust, and its stages.
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { checkConfig, describeLocated } from "../../../config/check-config.ts";
import { trustPath } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { readTrust, readTrustFile, type TrustState } from "../../../config/trust.ts";
import { type Check, listStages } from "../../../gates/commands/check.ts";
import { permittedStages } from "../../../gates/commands/permitted.ts";
import { openGh } from "../../../platform/process/gh.ts";
import { quote } from "../../../text/printable.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";

export const config: DoctorCheck = {
  id: "config",
  async run({ env, projectDir }) {
    const { problems, files } = await checkConfig(env, projectDir);
    if (problems.length > 0) return problems.map((found) => problem(describeLocated(found), found.hint));
    const read = files.filter((file) => file.state === "read").map((file) => file.path);
    const { waiting } = await loadConfig(env, projectDir);
    return [
      ok(read.length === 0 ? "no config files: the defaults apply" : `valid: ${read.join(", ")}`),
      ...(waiting.length > 0
        ? [warn(`not in force without trust: ${waiting.join(", ")}`, HOW_TO_TRUST)]
        : []),
    ];
  },
};

const HOW_TO_TRUST = "See `holdfast trust --show`, then run `holdfast trust` in your own terminal.";

const TRUST_RESULTS: Record<TrustState, CheckResult> = {
  trusted: ok("this project's files are as you trusted them"),
  nothing: ok("this project has no file with commands"),
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
    const file = await readTrustFile(env);
    if (file.state === "refused") {
      return [
        problem(`${trustPath(env)}: ${file.message}; no project is trusted`, "Repair or remove that file."),
      ];
    }
    return [TRUST_RESULTS[(await readTrust(env, projectDir)).state]];
  },
};

/** For all commands of one stop together. */
const MAX_STOP_S = 120;

/** Whether the project's stages can run, and fit into a stop. */
export const stages: DoctorCheck = {
  id: "stages",
  title: "checks",
  async run({ env, projectDir, variables }) {
    const loaded = await loadConfig(env, projectDir);
    const all = listStages(loaded, projectDir);
    const ci = await judgeCi(loaded.config.quality.stages, { projectDir, variables });
    if (all.length === 0)
      return ci.length > 0 ? ci : [ok("no stages are configured here; `holdfast init` proposes some")];
    const { refused } = await permittedStages(env, loaded, projectDir);
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

/** A stage `{"ci": true}` is silent while `gh` cannot answer: this is where it is said. */
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
  const program = programOf(command.run);
  const isThere =
    program === null ||
    (program.includes("/")
      ? existsSync(isAbsolute(program) ? program : join(folder, program))
      : Bun.which(program, { PATH: env.path }) !== null);
  const isLong = !command.background && command.timeoutMs > MAX_STOP_S * 1000;
  return [
    ...(isThere ? [] : [warn(`${about}: ${program} is not on the PATH`, "Install it, or fix the command.")]),
    ...(isLong
      ? [warn(`${about} may take longer than a stop waits (${MAX_STOP_S} s)`, 'Give it "background": true.')]
      : []),
  ];
}

/** The first word if it is plainly a program; null when only a shell can tell. */
function programOf(run: string): string | null {
  const word = /^[\w./@+-]+(?=\s|$)/.exec(run)?.[0] ?? null;
  return word === null || SHELL_BUILTINS.has(word) ? null : word;
}

const SHELL_BUILTINS = new Set(
  "cd set test true false exit export if for while case eval exec echo printf . source".split(" "),
);
