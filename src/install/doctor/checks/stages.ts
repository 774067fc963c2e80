// The project's own checks: can they run, and will they fit into a stop?
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { loadConfig } from "../../../config/load-config.ts";
import { type Check as Command, listStages } from "../../../gates/quality/check.ts";
import { permittedStages } from "../../../gates/quality/permitted-stages.ts";
import { quote } from "../../../text/printable.ts";
import { type Check, type CheckResult, ok, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";

/** What all commands of one stop may take together. */
const STOP_S = 120;

export const stages: Check = {
  id: "stages",
  title: "checks",
  async run({ env, projectDir }) {
    const loaded = await loadConfig(env, projectDir);
    const all = listStages(loaded.config.quality);
    if (all.length === 0) return [ok("no stages are configured here; `holdfast init` proposes some")];
    const { refused } = await permittedStages(env, loaded, projectDir);
    const commands = all.flatMap(({ checks }) => checks);
    const names = all.map(({ name, checks }) => `${name} (${checks.length})`).join(", ");
    return [
      refused === null
        ? ok(`stages: ${names}`)
        : warn(`stages that do not run: ${names}`, "`holdfast trust --show`, then `holdfast trust`."),
      ...emptyCommands(loaded.config.quality.stages),
      ...commands.flatMap((command) => judgeCommand(command, projectDir, env)),
    ];
  },
};

function emptyCommands(configured: Record<string, { run: string }[]>): CheckResult[] {
  const empty = Object.entries(configured).filter(([, commands]) =>
    commands.some(({ run }) => run.trim() === ""),
  );
  return empty.map(([name]) => warn(`stage ${name} has an empty command`, "Give it a command in `run`."));
}

function judgeCommand(command: Command, projectDir: string, env: DoctorContext["env"]): CheckResult[] {
  const folder = isAbsolute(command.cwd) ? command.cwd : join(projectDir, command.cwd);
  const about = `stage ${command.stage}: ${quote(command.run, 80)}`;
  if (!existsSync(folder)) return [warn(`${about} runs in ${folder}, which is not there`, "Mend its `cwd`.")];
  const program = programOf(command.run);
  const isThere =
    program === null ||
    (program.includes("/")
      ? existsSync(isAbsolute(program) ? program : join(folder, program))
      : Bun.which(program, { PATH: env.path }) !== null);
  const isLong = !command.background && command.timeoutMs > STOP_S * 1000;
  return [
    ...(isThere ? [] : [warn(`${about}: ${program} is not on the PATH`, "Install it, or mend the command.")]),
    ...(isLong
      ? [warn(`${about} may take longer than a stop waits (${STOP_S} s)`, 'Give it "background": true.')]
      : []),
  ];
}

/** The first word where it plainly is a program; null where only a shell can tell. */
function programOf(run: string): string | null {
  const word = /^[\w./@+-]+(?=\s|$)/.exec(run)?.[0] ?? null;
  return word === null || BUILT_IN.has(word) ? null : word;
}

const BUILT_IN = new Set(
  "cd set test true false exit export if for while case eval exec echo printf . source".split(" "),
);
