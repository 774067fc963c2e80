import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { type Environment, executablePath } from "../../../config/environment.ts";
import { VERSION } from "../../../config/version.ts";
import { type Scope, settingsPath } from "../../../install/client-files.ts";
import { readManifest } from "../../../install/manifest.ts";
import { ensurePrivateFolder } from "../../../platform/atomic-file.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, flag, type Invocation, JSON_OPTION, option, repeatable } from "../../command.ts";
import { confirmChanges, startStatusLine } from "../../terminal.ts";
import { refuseAgents } from "../hold/actor.ts";

const options = {
  check: flag("only say whether there is a newer version"),
  to: option("VERSION", "this version instead of the newest"),
  from: repeatable(
    "FILE",
    "a package file instead of npm's registry; repeat it for the executable's package",
  ),
  yes: flag("do not ask"),
  ...JSON_OPTION,
};

type Call = Invocation<typeof options>;

const SHOWN_LINES = 12;
const VERSION_TEXT = /^\d+\.\d+\.\d+/;
/** A name made by `mkdtemp`. */
const DOWNLOAD = /^update-\w{6}$/;
const ABANDONED_MS = 3_600_000;

export const command = defineCommand({
  details:
    "npm downloads the new version to a temporary folder, whose `install` replaces the program in one step and updates the\n" +
    "settings wherever holdfast is installed. Running sessions use the new program from their next hook on. Your data and\n" +
    "settings stay. holdfast never looks for updates by itself.",
  examples: [
    "holdfast update --check",
    "holdfast update",
    "holdfast update --to 0.2.0 --yes",
    "holdfast update --from holdfast-0.2.0.tgz --from holdfast-linux-x64-0.2.0.tgz",
  ],
  options,
  async run(call) {
    const { env, out, options: given } = call;
    refuseAgents(env, "only a person can update holdfast", "Run it in your own terminal.");
    if (given.from && (given.check || given.to))
      throw new UserError(
        "usage",
        "--from cannot be combined with --check or --to",
        "Leave one of them out.",
      );
    const places = await findPlaces(env);
    const npm = requireProgram("npm");
    const packages = given.from?.map((file) => findFile(call, file)) ?? [`holdfast@${given.to ?? "latest"}`];
    const offered = given.from ? null : await askRegistry(call, npm, packages[0] ?? "");
    if (given.check || (offered !== null && !isUpdate(offered, given.to)))
      return report(call, { before: VERSION, offered, updated: false });
    const name = offered ?? packages.map((file) => basename(file)).join(", ");
    if (!(await confirmChanges(call, "holdfast update", `Replace holdfast ${VERSION} by ${name}?`))) return 1;
    const after = await update(call, npm, packages, places);
    report(call, { before: VERSION, offered: after, updated: true });
    if (!given.json && process.execPath.includes("/node_modules/"))
      out.line(
        out.style.dim(
          "The npm package you started this from is unchanged; npm install -g holdfast updates it.",
        ),
      );
  },
});

/** Newer, or the version that the person named. */
function isUpdate(offered: string, named: string | undefined): boolean {
  return named === undefined ? Bun.semver.order(offered, VERSION) > 0 : offered !== VERSION;
}

/** Where `install` has to run. */
interface Place {
  cwd: string;
  scope: Scope;
}

async function findPlaces(env: Environment): Promise<Place[]> {
  const { manifest } = await readManifest(env);
  const places = Object.keys(manifest.scopes).map((path): Place => {
    if (path === settingsPath(env, "user", "")) return { cwd: env.home, scope: "user" };
    const scope = basename(path) === "settings.local.json" ? "local" : "project";
    return { cwd: dirname(dirname(path)), scope };
  });
  const present = places.filter(({ cwd }) => existsSync(cwd));
  if (present.length > 0 && existsSync(executablePath(env))) return present;
  throw new UserError(
    "not-installed",
    "holdfast is not installed here.",
    "Install it first: npx holdfast install",
  );
}

function findFile({ cwd }: Call, file: string): string {
  const path = resolve(cwd, file);
  if (existsSync(path)) return path;
  throw new UserError(
    "no-such-file",
    `There is no file ${path}.`,
    "`npm run package` in a clone makes package files.",
  );
}

async function askRegistry(call: Call, npm: string, name: string): Promise<string> {
  const said = await runNpm(call, "asking npm", [npm, "view", name, "version", "--json"], call.env.home);
  const value = parseAnswer(said || "null");
  const found = Array.isArray(value) ? value.at(-1) : value;
  if (typeof found === "string" && VERSION_TEXT.test(found)) return found;
  throw new UserError("no-such-version", `npm has no ${name}.`, "`npm view holdfast versions` lists them.");
}

function parseAnswer(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch (cause) {
    const message = `npm's answer is not JSON:\n${lastLines(said)}`;
    throw new UserError("bad-answer", message, "See what `npm view holdfast version --json` prints.", {
      cause,
    });
  }
}

/** The version that is installed afterwards. */
async function update(call: Call, npm: string, packages: readonly string[], places: readonly Place[]) {
  const { env } = call;
  const cache = `${env.holdfastHome}/cache`;
  ensurePrivateFolder(cache);
  await removeAbandoned(cache);
  // Ctrl-C ends npm; the cleanup still runs.
  const ignore = () => {};
  process.on("SIGINT", ignore);
  // Beside the program, so that its file can be moved instead of copied.
  const folder = await mkdtemp(`${cache}/update-`);
  try {
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    await runNpm(call, "fetching", [npm, "install", "--prefix", folder, ...quiet, ...packages], folder);
    const launcher = `${folder}/node_modules/holdfast/npm/launcher.mjs`;
    if (!existsSync(launcher))
      throw new UserError("no-package", "That is not a holdfast package.", "Give holdfast-VERSION.tgz.");
    const node = requireProgram("node");
    for (const { cwd, scope } of places)
      await runNpm(
        call,
        `running \`holdfast install --scope ${scope}\` in ${cwd}`,
        [node, launcher, "install", "--yes", "--json", "--scope", scope],
        cwd,
      );
    return (await runNpm(call, "trying it", [executablePath(env), "--version"], env.home)).trim();
  } finally {
    process.off("SIGINT", ignore);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what a killed update left behind. */
async function removeAbandoned(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = `${cache}/${name}`;
    const isOld = async () => Date.now() - (await stat(path)).mtimeMs > ABANDONED_MS;
    if (DOWNLOAD.test(name) && (await isOld())) await rm(path, { recursive: true, force: true });
  }
}

/** Returns its output. A failure is reported with the last lines of its errors. */
async function runNpm(call: Call, what: string, command: string[], cwd: string): Promise<string> {
  const line = call.out.interactive ? startStatusLine(call.out) : null;
  line?.show(`${what} …`);
  try {
    const child = Bun.spawn(command, { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    if (child.exitCode === 0) return stdout;
    const state = await describeInstalled(call.env);
    throw new UserError(
      "update-failed",
      `The update failed while ${what}; ${state}.\n${lastLines(stderr.trim() || stdout)}`,
      "If npm is not to blame, report the lines above.",
    );
  } finally {
    line?.end();
  }
}

/** Which program is in place after a failed update. */
async function describeInstalled(env: Environment): Promise<string> {
  const ask = async () => Bun.spawn([executablePath(env), "--version"], { stderr: "ignore" }).stdout.text();
  const version = (await ask().catch(() => "")).trim();
  if (version === VERSION) return `holdfast ${VERSION} is still in place`;
  return VERSION_TEXT.test(version)
    ? `holdfast ${version} is in place, but not all settings were renewed`
    : "the installed program does not start; `npx holdfast install` replaces it";
}

function lastLines(text: string): string {
  return printable(text.trim().split("\n").slice(-SHOWN_LINES).join("\n"));
}

function requireProgram(name: string): string {
  const path = Bun.which(name);
  if (path) return path;
  throw new UserError(
    "no-npm",
    `${name} is not on your PATH.`,
    "Install Node.js, which includes npm, or replace the executable by hand.",
  );
}

function report(
  { out, options: given }: Call,
  result: { before: string; offered: string | null; updated: boolean },
): undefined {
  if (given.json) return void out.json(result);
  if (result.updated) {
    out.line(
      `${out.style.green("Updated")} ${result.before} → ${result.offered}. See CHANGELOG.md in the package for what is new.`,
    );
    return;
  }
  const { before, offered } = result;
  const to = given.to === undefined ? "" : ` --to ${given.to}`;
  if (offered !== null && isUpdate(offered, given.to))
    out.line(`holdfast ${before} is installed; npm has ${offered}. \`holdfast update${to}\` installs it.`);
  else if (offered === before) out.line(`holdfast ${before} is ${to ? "installed" : "the newest version"}.`);
  else out.line(`holdfast ${before} is installed, which is newer than npm's ${offered}.`);
}
