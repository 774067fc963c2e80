import type { Environment } from "../../../config/environment.ts";
import { grantTrust, revokeTrust } from "../../../config/grant-trust.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { parseLayer } from "../../../config/merge-layer.ts";
import {
  type CommandFile,
  commandName,
  contentHash,
  readTrust,
  readTrustedCommands,
  type Trust,
  type TrustState,
} from "../../../config/trust.ts";
import { allItems, parsePlan } from "../../../gates/markdown/parse-plan.ts";
import { findPlanFolder, listPlanFiles } from "../../../gates/plan/active-plan.ts";
import { projectTop, readProjectFile } from "../../../platform/project-file.ts";
import { addKnownChanges, removeKnownChanges } from "../../../store/known-changes.ts";
import { printable, quoteForShell } from "../../../text/printable.ts";
import { isRecord } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Context, defineCommand, flag, type Output, option, requireAtMostOne } from "../../command.ts";
import { permitLoosening, reportLoosening } from "../../loosening.ts";
import { findAgent, requirePerson } from "../../person.ts";
import { findProject, withStore } from "../../target.ts";
import { confirm } from "../../terminal.ts";

const AGENT_HINT =
  "Run it in your own terminal; `holdfast trust --show` works here. Trust granted in any other way is reported to the user.";

export const command = defineCommand({
  changes: true,
  details:
    "Opening a cloned repository must not run its commands, so commands from .claude/holdfast.json run only after you have\n" +
    "trusted the file. When it changes, trust it again. Commands that prove items of a plan (`verify: …`) are trusted one\n" +
    "by one.\n\n" +
    "It asks at a terminal and is refused inside an agent. Without a terminal, as in CI, give --yes and set HOLDFAST_TRUST\n" +
    "to the content hash that --show prints. This is a guard rail, not a fence: any program that runs as you can write\n" +
    "trust.json. Trust that you did not grant at a terminal is reported at the next stop or session start.",
  examples: [
    "holdfast trust --show",
    "holdfast trust",
    "holdfast trust --revoke",
    "HOLDFAST_TRUST=4f1c… holdfast trust --yes",
  ],
  options: {
    yes: flag("trust without asking; without a terminal HOLDFAST_TRUST must be set"),
    show: flag("only show the files and their state"),
    revoke: flag("no longer trust the files"),
    project: option("DIR", "use another project"),
    json: flag("with --show: print JSON"),
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const { yes, show, revoke } = options;
    requireAtMostOne({ "--yes": yes, "--show": show, "--revoke": revoke });
    if (options.json && !show) throw new UserError("usage", "--json needs --show", "Add --show.");
    if (!options.show) requirePerson(env, "only a person can grant or revoke trust", AGENT_HINT);
    const project = await findProject(invocation, options.project);
    const { dir } = project;
    if (options.json) {
      out.json({ project: dir, ...toJson(await readTrustWithPlans(env, dir)) });
      return;
    }
    out.line(`project ${dir} ${out.style.dim(`(${project.foundBy})`)}`);
    if (options.revoke) {
      const act = await permitLoosening(env, dir, "trust", { hasTerminal: () => out.interactive });
      const revoked = await revokeTrust(env, dir);
      if (revoked) {
        await withStore(env, (store) => removeKnownChanges(store, "grants", revoked)).catch(() => {});
        await reportLoosening(env, act, {
          done: `trust in the commands of ${printable(dir)} was revoked, so that its checks no longer run,`,
          undo: "`holdfast trust` gives it again.",
          dir,
        });
      }
      out.line(
        revoked ? "Trust revoked: its commands no longer run." : "Nothing to revoke: it was not trusted.",
      );
      return;
    }
    const trust = await readTrustWithPlans(env, dir);
    const isSettled = trust.state === "trusted" || trust.state === "nothing";
    if (options.show || !isSettled) printFiles(trust, out);
    if (options.show || isSettled) {
      out.line(SENTENCES[trust.state]);
      if (options.show && trust.files.length > 0)
        out.line(`Content hash ${contentHash(trust.files)} (for HOLDFAST_TRUST)`);
      return;
    }
    if (out.interactive && !options.yes) {
      if (await askForTrust(invocation, dir, trust)) return 0;
      out.line("Not trusted: nothing changed.");
      return 1;
    }
    if (!out.interactive) requireContentHash(env, trust, options.yes === true);
    await giveTrust(invocation, dir, trust);
  },
});

/** The person has seen the files. */
async function askForTrust(
  call: Context,
  dir: string,
  trust: Trust,
  enter: "yes" | "no" = "no",
): Promise<boolean> {
  await printConsequences(call, dir, trust);
  const question = trust.files.length === 1 ? "Trust this file?" : "Trust these files?";
  if (!(await confirm(question, enter))) return false;
  await giveTrust(call, dir, trust);
  return true;
}

/** What trust changes: the commands that may then run, and the settings that wait for it. */
async function printConsequences({ env, out }: Context, dir: string, { files }: Trust): Promise<void> {
  const commands = [...new Set(files.flatMap(commandsIn))];
  const { waiting } = await loadConfig(env, dir);
  out.line(commands.length > 0 ? "Trusting it lets these commands run:" : "It has no commands.");
  for (const command of commands) out.line(`  ${printable(command)}`);
  if (waiting.length > 0) out.line(`It also tightens: ${waiting.map((key) => printable(key)).join(", ")}`);
}

/** Every config key that names a command. */
const COMMAND_KEYS = ["run", "verify"];

function commandsIn({ name, content }: Pick<CommandFile, "name" | "content">): string[] {
  if (content === null) return [];
  // A command of a plan is all there is.
  if (name.startsWith("verify:")) return [content.text];
  const parsed = parseLayer(content.text);
  return parsed.ok ? stringsBelow(parsed.value, false) : [];
}

function stringsBelow(value: unknown, isCommand: boolean): string[] {
  if (typeof value === "string") return isCommand && value.trim() !== "" ? [value.trim()] : [];
  if (Array.isArray(value)) return value.flatMap((item) => stringsBelow(item, isCommand));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => stringsBelow(inner, COMMAND_KEYS.includes(key)));
}

async function giveTrust({ env, out }: Context, dir: string, trust: Trust): Promise<void> {
  const act = await permitLoosening(env, dir, "trust", { hasTerminal: () => out.interactive });
  const granted = await grantTrust(env, dir, trust.files);
  // A grant that is not known is reported by the next hook. Without a store, so is this one.
  await withStore(env, (store) => addKnownChanges(store, "grants", granted)).catch(() => {});
  await reportLoosening(env, act, {
    done: `the commands of ${printable(dir)} were trusted`,
    undo: `\`holdfast trust --revoke --project ${quoteForShell(printable(dir))}\` takes it back.`,
    dir,
  });
  out.line(out.style.green("Trusted, as shown above. An edit of what was shown revokes it."));
}

/**
 * For `init`. `written`: the file that it has just shown and written whole; if there is no other, Enter means yes. False: not
 * trusted.
 */
export async function offerTrust(call: Context, dir: string, written: string | null): Promise<boolean> {
  if (!call.out.interactive || findAgent(call.env) !== null) return false;
  const trust = await readTrustWithPlans(call.env, dir);
  if (trust.state === "trusted" || trust.state === "nothing") return trust.state === "trusted";
  const others = trust.files.filter(({ path }) => path !== written);
  printFiles({ ...trust, files: others }, call.out);
  return askForTrust(call, dir, trust, others.length === 0 ? "yes" : "no");
}

const SENTENCES: Record<TrustState, string> = {
  trusted: "Trusted: the files have not changed since.",
  changed: "Changed since you trusted it, so its commands do not run. Run `holdfast trust` to allow them.",
  untrusted: "Not trusted, so its commands do not run. Run `holdfast trust` to allow them.",
  nothing: "Nothing to trust: this project has no config file and no commands in plans.",
};

function toJson({ state, grantedAt, files }: Trust) {
  const shown = files.map((file) => ({
    path: file.path,
    state: file.state,
    sha256: file.content?.sha256 ?? null,
  }));
  return { state, grantedAt, files: shown, hash: files.length > 0 ? contentHash(files) : null };
}

function printFiles(trust: Trust, out: Output): void {
  for (const { path, state, content } of trust.files) {
    out.line();
    out.line(`${out.style.bold(path)} ${out.style.dim(`(${state})`)}`);
    out.line(out.style.dim(`SHA-256 ${content?.sha256 ?? "unknown"}`));
    // The file may try to hide parts of itself with control characters.
    const lines = content ? content.text.trimEnd().split(/\r?\n/) : ["(cannot be read)"];
    const spread = out.interactive ? spreadLine(lines, out.width - 2) : null;
    if (spread) out.line(out.style.dim("(one line in the file; shown here with line breaks)"));
    for (const line of spread ?? lines) out.line(`  ${printable(line)}`);
    out.line();
  }
}

/** JSON on one line that is too long to read; null for anything else. */
function spreadLine([line = "", ...rest]: readonly string[], width: number): string[] | null {
  if (rest.length > 0 || line.length <= width) return null;
  const parsed = parseLayer(line);
  return parsed.ok ? JSON.stringify(parsed.value, null, 2).split("\n") : null;
}

/** Without a terminal, the caller must name the exact content. */
function requireContentHash({ trustHash }: Environment, { files }: Trust, isYes: boolean): void {
  if (isYes && trustHash === contentHash(files)) return;
  const message = !isYes
    ? "there is no terminal to ask at"
    : trustHash === null
      ? "without a terminal, --yes needs HOLDFAST_TRUST"
      : "HOLDFAST_TRUST is not the content hash of the files above";
  const hint =
    "Run `holdfast trust` in your own terminal. For CI, read the files, set HOLDFAST_TRUST to the hash that " +
    "`holdfast trust --show` prints, and run `holdfast trust --yes`.";
  throw new UserError("not-interactive", message, hint);
}

// Commands of plans are trusted one by one, because a plan changes with every item that is ticked.

/** `readTrust`, with the commands of plans among the files. */
export async function readTrustWithPlans(env: Environment, projectDir: string): Promise<Trust> {
  const trust = await readTrust(env, projectDir);
  const commands = await readPlanCommands(env, projectDir);
  if (commands.length === 0) return trust;
  const files = [...trust.files, ...commands];
  const trusted = files.filter(({ state }) => state === "trusted").length;
  const state = trusted === files.length ? "trusted" : trusted === 0 ? "untrusted" : "changed";
  return { ...trust, files, state: trust.state === "changed" ? "changed" : state };
}

async function readPlanCommands(env: Environment, projectDir: string): Promise<Trust["files"]> {
  const { config } = await loadConfig(env, projectDir);
  const isTrusted = await readTrustedCommands(env, projectDir);
  const found = new Map<string, Trust["files"][number]>();
  const folder = findPlanFolder(projectDir, config);
  for (const path of listPlanFiles(folder, config)) {
    const file = readProjectFile(projectTop(folder), `${folder}/${path}`);
    if (file.state !== "read") continue;
    for (const { verify, line } of allItems(parsePlan(file.text))) {
      if (verify === null || found.has(verify)) continue;
      const name = commandName(verify);
      found.set(verify, {
        name,
        path: `${folder}/${path}:${line}`,
        content: { text: verify, sha256: name.slice(name.indexOf(":") + 1) },
        state: isTrusted(verify) ? "trusted" : "untrusted",
      });
    }
  }
  return [...found.values()];
}
