// Checks the program that the settings name, and the one that a terminal finds.
import { constants } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { executablePath } from "../../../config/environment.ts";
import { VERSION } from "../../../config/version.ts";
import { mayAccess } from "../../client-files.ts";
import { isOnPath, linkPath, readLinkState } from "../../executable.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { describeFailure, runProgram } from "../run-program.ts";

const MAX_RUN_MS = 5_000;
const INSTALL_AGAIN = "Run `holdfast install` again to restore it.";

/** Whether the program that the settings name exists, runs, and has the same version as this one. */
export const executable: DoctorCheck = {
  id: "executable",
  async run({ env, variables }) {
    const path = executablePath(env);
    const file = await stat(path).catch(() => null);
    if (!file?.isFile()) return problem(`${path} does not exist: nothing is held`, INSTALL_AGAIN);
    if (!mayAccess(path, constants.X_OK))
      return problem(`${path} is not executable`, `Run \`chmod 755 '${path}'\`.`);
    return [await askVersion(path, variables), ...(await tryBunVariables(path, variables))];
  },
};

/** The build makes the program ignore Bun's variables, but an unusual Bun may have compiled it differently. */
async function tryBunVariables(path: string, variables: DoctorContext["variables"]): Promise<CheckResult[]> {
  const env = { ...variables, BUN_BE_BUN: "1" };
  const run = await runProgram([path, "--revision"], { cwd: "/", env, input: "", limitMs: MAX_RUN_MS });
  if (run.outcome !== "passed" || !/^\d+\.\d+\.\d+\+/.test(run.stdout)) return [];
  const hint = "Install holdfast from npm with its own Bun: npm install --include=optional holdfast";
  return [warn(`${path} obeys BUN_BE_BUN and BUN_OPTIONS: they can turn it into another program`, hint)];
}

async function askVersion(path: string, variables: DoctorContext["variables"]): Promise<CheckResult> {
  const run = await runProgram([path, "--version"], {
    cwd: "/",
    env: variables,
    input: "",
    limitMs: MAX_RUN_MS,
  });
  const failure = describeFailure(run);
  if (failure !== null) return problem(`${path} --version ${failure}`, INSTALL_AGAIN);
  const version = run.stdout.trim().slice(0, 40);
  if (version === VERSION) return ok(`${path} runs, version ${version}`);
  return problem(`${path} is ${describeAge(version)}`, describeUpdate(path, version));
}

function describeAge(version: string): string {
  if (!isVersion(version)) return "not holdfast: it prints no version";
  const age = Bun.semver.order(version, VERSION) < 0 ? "older" : "newer";
  return `version ${version}, ${age} than this program (${VERSION})`;
}

function describeUpdate(path: string, version: string): string {
  if (!isVersion(version) || Bun.semver.order(version, VERSION) < 0)
    return "Run `holdfast install` again to replace it.";
  return `Use \`${path} doctor\`, or go back to ${VERSION} by running \`holdfast install\` again.`;
}

function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+/.test(text);
}

/** Whether a person can type the bare name `holdfast`. Hooks do not need it, so this is at most a warning. */
export const path: DoctorCheck = {
  id: "path",
  title: "PATH",
  async run({ env }) {
    const found = Bun.which("holdfast", { PATH: env.path });
    if (!found) return warn("`holdfast` is not on PATH", await describeLinkFix(env));
    const [real, ours] = await Promise.all([
      realpath(found),
      realpath(executablePath(env)).catch(() => null),
    ]);
    if (ours === null || real === ours) return ok(`\`holdfast\` is ${found}`);
    return warn(
      `\`holdfast\` is ${found}, another program than ${executablePath(env)}`,
      `Remove the other one, or put ${dirname(executablePath(env))} before it on PATH.`,
    );
  },
};

async function describeLinkFix(env: DoctorContext["env"]): Promise<string> {
  if ((await readLinkState(env)) !== "present")
    return "Run `holdfast install`: it offers a link in ~/.local/bin.";
  if (isOnPath(env)) return `Run \`holdfast install\` again: ${linkPath(env)} is broken.`;
  return `Add ${dirname(linkPath(env))} to PATH in your shell's startup file.`;
}
