// The program that the settings name: there, able to run, and the same version as this one.
import { executablePath } from "../../../config/paths.ts";
import { VERSION } from "../../../config/version.ts";
import { type Check, type CheckResult, ok, problem } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { judgeProgramFile } from "../program-file.ts";
import { runProgram } from "../run-program.ts";

const LIMIT_MS = 5_000;
const INSTALL_AGAIN = "Run `holdfast install` again: it puts the program there.";

export const executable: Check = {
  id: "executable",
  title: "executable",
  async run({ env, variables }) {
    const path = executablePath(env);
    const file = await judgeProgramFile(path);
    if (file === "missing") return [problem(`${path} is not there: nothing is held`, INSTALL_AGAIN)];
    if (file === "not-executable")
      return [problem(`${path} may not be executed`, `Run \`chmod 755 '${path}'\`.`)];
    return [await askVersion(path, variables)];
  },
};

async function askVersion(path: string, variables: DoctorContext["variables"]): Promise<CheckResult> {
  const run = await runProgram([path, "--version"], {
    cwd: "/",
    env: variables,
    input: "",
    limitMs: LIMIT_MS,
  });
  if (run.failure) return problem(`${path} does not run (${run.failure}, ${run.detail})`, INSTALL_AGAIN);
  if (run.exitCode !== 0)
    return problem(`${path} --version ended with exit code ${run.exitCode}`, INSTALL_AGAIN);
  const version = run.stdout.trim().slice(0, 40);
  if (version === VERSION) return ok(`${path} runs, version ${version}`);
  return problem(`${path} is ${describeAge(version)}`, describeCure(path, version));
}

function describeAge(version: string): string {
  if (!isVersion(version)) return "not a holdfast: it gives no version";
  const age = Bun.semver.order(version, VERSION) < 0 ? "older" : "newer";
  return `version ${version}, ${age} than this program (${VERSION})`;
}

function describeCure(path: string, version: string): string {
  if (!isVersion(version) || Bun.semver.order(version, VERSION) < 0)
    return "Run `holdfast install` again to replace it.";
  return `Use \`${path} doctor\`, or go back to ${VERSION} by running \`holdfast install\` again.`;
}

function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+/.test(text);
}
