// Says of each other agent on this machine whether holdfast holds it, and tests its hooks.
import { existsSync } from "node:fs";
import { executablePath } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { shellCommand } from "../../../platform/system.ts";
import { describeUngated, listOtherHosts } from "../../../protocol/hosts.ts";
import {
  folderOf,
  type HostRegistration,
  hookCommand,
  REGISTRATIONS,
} from "../../../protocol/registration.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { errorMessage } from "../../../text/unknown-values.ts";
import { filesOf } from "../../agents/files-of-agent.ts";
import { findRegisteredHooks, type RegisteredHook, readCodexState } from "../../agents/registered-hooks.ts";
import { readManifest } from "../../manifest.ts";
import { openSettings } from "../../settings-file.ts";
import { sampleAgentEvent } from "../agent-events.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { MAX_STOP_S } from "./project.ts";
import { rehearseAll } from "./self-test.ts";

export const agents: DoctorCheck = {
  id: "agents",
  title: "other agents",
  async run(context) {
    const results: CheckResult[] = [];
    const held: string[] = [];
    for (const host of REGISTRATIONS) {
      const { isHeld, results: found } = await examine(host, context);
      if (isHeld) held.push(host.name);
      results.push(...found);
    }
    if (held.length > 0) results.push(...(await describeAfterTurn(held.join(", "), context)));
    for (const host of listOtherHosts()) {
      const path = Bun.which(host.program, { PATH: context.env.path });
      if (path !== null && !host.isGated) results.push(ok(`${path}: ${describeUngated(host)}`));
    }
    return results.length > 0 ? results : ok("none found");
  },
};

interface Examined {
  /** It has hooks of ours. */
  isHeld: boolean;
  results: CheckResult[];
}

async function examine(host: HostRegistration, context: DoctorContext): Promise<Examined> {
  const without = (...results: CheckResult[]): Examined => ({ isHeld: false, results });
  const { env } = context;
  const program = Bun.which(host.program, { PATH: env.path });
  const isWanted = (await readManifest(env)).manifest.agents?.[host.id]?.isWanted === true;
  const again = `Run \`holdfast install --agent ${host.id}\`.`;
  let hooks: RegisteredHook[] | null;
  try {
    hooks = findRegisteredHooks(env, host);
    await refuseMalformed(host, context);
  } catch (error) {
    return isWanted ? without(problem(`${host.name}: ${errorMessage(error)}`, again)) : without();
  }
  if (hooks === null || hooks.length === 0) {
    if (isWanted)
      return without(problem(`${host.name}: holdfast's hooks are gone, so nothing is held`, again));
    return program === null
      ? without()
      : without(ok(`${host.name}: holdfast is not installed in it. ${again}`));
  }
  const objections = [
    ...judgeEvents(host, hooks, again),
    ...judgeCommands(host, hooks, context, again),
    ...(host.id === "codex" ? judgeCodex(host, hooks, context) : []),
  ];
  const tested = await selfTest(host, hooks, context);
  const away = program === null ? ", but it is not on your PATH" : "";
  const summary = `${host.name}: hooks for ${countNoun(new Set(hooks.map(({ theirs }) => theirs)).size, "event")}${away}`;
  return { isHeld: true, results: [ok(summary), ...objections, ...tested] };
}

/** What is configured here to run after a turn. No hook of these agents runs then, and nothing could wake them. */
async function describeAfterTurn(names: string, { env, projectDir }: DoctorContext): Promise<CheckResult[]> {
  const { config } = await loadConfig(env, projectDir);
  const stages = Object.entries(config.quality.stages);
  const late = stages.flatMap(([name, checks]) => (checks.some(({ background }) => background) ? name : []));
  const skipped = [
    ...stages.flatMap(([name, checks]) => (checks.some(({ ci }) => ci) ? `stage ${name} (CI)` : [])),
    ...(config.quality.newTests === "off" ? [] : ["new tests on the old source"]),
    ...(config.judge.by === "off" ? [] : Object.keys(config.judges).map((id) => `judge ${id}`)),
  ];
  return [
    ...(late.length > 0
      ? [ok(`${names}: background checks (${late.join(", ")}) run within the stop, ${MAX_STOP_S} s at most`)]
      : []),
    ...(skipped.length > 0
      ? [warn(`${names}: not run there, because nothing can wake the agent: ${skipped.join(", ")}`, WHERE)]
      : []),
  ];
}

const WHERE = "See `holdfast help agents`.";

/** The agent would ignore such a file. */
async function refuseMalformed(host: HostRegistration, { env }: DoctorContext): Promise<void> {
  const [file] = filesOf(env, host, { rules: "none", writableRoot: false });
  const { text } = await openSettings(`${folderOf(host, env)}/${host.file}`);
  if (text !== null) file?.check(text);
}

function judgeEvents(
  { name, events }: HostRegistration,
  hooks: RegisteredHook[],
  again: string,
): CheckResult[] {
  const missing = events.filter(({ theirs }) => !hooks.some((hook) => hook.theirs === theirs));
  const names = missing.map(({ theirs }) => theirs).join(", ");
  return missing.length === 0 ? [] : [problem(`${name}: not registered for ${names}`, again)];
}

function judgeCommands(
  { name }: HostRegistration,
  hooks: RegisteredHook[],
  { env }: DoctorContext,
  again: string,
): CheckResult[] {
  const own = hookCommand(executablePath(env));
  const other = hooks.find(({ command }) => command !== own);
  if (other) return [warn(`${name}: calls another program: ${other.command}`, again)];
  return existsSync(executablePath(env))
    ? []
    : [problem(`${name}: its hooks call a program that is gone`, again)];
}

function judgeCodex(host: HostRegistration, hooks: RegisteredHook[], { env }: DoctorContext): CheckResult[] {
  const { isOff, skipped } = readCodexState(env, host, hooks);
  if (isOff)
    return [problem(`${host.name} runs no hooks: \`hooks = false\` in its config.toml`, "Remove that line.")];
  if (skipped.length === 0) return [];
  const which = `${skipped.length} of ${countNoun(hooks.length, "hook")}`;
  return [
    problem(
      `${host.name}: ${which} are not trusted, and Codex skips those silently`,
      "Start Codex, type /hooks and trust them.",
    ),
  ];
}

async function selfTest(
  host: HostRegistration,
  hooks: RegisteredHook[],
  context: DoctorContext,
): Promise<CheckResult[]> {
  const own = hookCommand(executablePath(context.env));
  // Another program is not ours to run.
  const tests = hooks
    .filter(({ command }) => command === own)
    .map(({ theirs, command }) => ({
      event: theirs,
      words: shellCommand(command),
      seconds: host.events.find((event) => event.theirs === theirs)?.timeoutS,
      payload: (folder: string) => sampleAgentEvent(host, theirs, folder),
    }));
  const runs = await rehearseAll(context, tests);
  const failed = runs.flatMap(({ test: { event }, failure }) =>
    failure === null
      ? []
      : [problem(`${host.name}, ${event}: ${failure}`, `Run \`holdfast install --agent ${host.id}\`.`)],
  );
  const passed = runs.length - failed.length;
  return [
    ...(passed > 0 ? [ok(`${host.name}: ${countNoun(passed, "event")} answered correctly`)] : []),
    ...failed,
  ];
}
