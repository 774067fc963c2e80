import { dirname } from "node:path";
import { parseScope, type Scope } from "../../../install/client-files.ts";
import { linkPath } from "../../../install/executable.ts";
import {
  applyUninstall,
  isUninstalled,
  type PurgeEntry,
  planPurge,
  planUninstall,
  purge,
  type UninstallPlan,
} from "../../../install/uninstall.ts";
import { quoteForShell } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { removeAbandonedWorktrees } from "../../../worktree/temporary-worktree.ts";
import { defineCommand, flag, type Invocation, JSON_OPTION, option } from "../../command.ts";
import { findProject } from "../../target.ts";
import { confirmChanges, formatSize } from "../../terminal.ts";
import { permitRelease, reportRelease } from "../hold/declared-work.ts";
import { countEntries, describeDryRun, filesTo, showChange, showDiff, showFiles } from "./install.ts";

const options = {
  scope: option("user|project|local", "which of Claude Code's settings (default: user)"),
  "dry-run": flag("show what would change; write nothing"),
  yes: flag("do not ask"),
  verbose: flag("show every change, not only a summary"),
  purge: flag("also remove the program and all data in $HOLDFAST_HOME"),
  ...JSON_OPTION,
};

type Call = Invocation<typeof options>;

interface Removal {
  scope: Scope;
  plan: UninstallPlan;
  /** What --purge removes. */
  purged: PurgeEntry[];
}

export const command = defineCommand({
  details:
    "Removes exactly what install added. If the settings have not changed since, they are restored byte for byte. The\n" +
    "program and its data stay in $HOLDFAST_HOME unless --purge is given. Also removes work tree copies that a killed check\n" +
    "left behind, and ends the processes in them.",
  examples: [
    "holdfast uninstall",
    "holdfast uninstall --scope project --dry-run",
    "holdfast uninstall --purge",
  ],
  options,
  async run(call) {
    const scope = parseScope(call.options.scope);
    const projectDir = (await findProject(call)).dir;
    if (call.options.purge && call.env.insideAgent) throw personNeeded();
    const plan = await planUninstall(call.env, scope, projectDir);
    const purged = call.options.purge ? await planPurge(call.env, plan.settings.path) : [];
    const removal = { scope, plan, purged };
    if (isUninstalled(plan) && purged.length === 0) return notInstalled(call, removal);
    const { json, verbose } = call.options;
    if (!json) (verbose ? showAll : showBriefly)(call, removal);
    if (call.options["dry-run"]) return finish(call, removal, null);
    const act = await permitRelease(call.env, projectDir, "uninstall");
    const question = `Apply these changes${call.options.purge ? " and delete all of holdfast's data" : ""}?`;
    const name = `holdfast uninstall${call.options.purge ? " --purge" : ""}`;
    const asking = call.options.purge
      ? { enter: "no" as const }
      : verbose
        ? {}
        : { show: () => showAll(call, removal) };
    if (!(await confirmChanges(call, name, question, asking))) return 1;
    await reportRelease(call.env, act, `uninstalled from ${plan.settings.path}`);
    const backup = await applyUninstall(call.env, plan);
    await removeAbandonedWorktrees(call.env);
    if (call.options.purge) await purge(call.env);
    return finish(call, removal, call.options.purge ? null : backup);
  },
});

/** The data is also the record of what Claude did. */
function personNeeded(): UserError {
  const hint = "Run it in your own terminal.";
  return new UserError("person-needed", "only a person can delete holdfast's data, not an agent", hint);
}

function notInstalled(call: Call, removal: Removal): undefined {
  if (call.options.json) call.out.json(report(call, removal, null));
  else {
    call.out.line(`Not installed in ${removal.plan.settings.path}; nothing to change.`);
    showKept(call, removal.plan);
  }
}

function showBriefly(call: Call, { plan, purged }: Removal): void {
  const { settings, text } = plan;
  if (text !== settings.text)
    showChange(call, "-", `${settings.path} (${countEntries(settings.text ?? "")})`);
  showFiles(call, "-", filesTo("remove", plan), `of skills and commands in ${dirname(settings.path)}`);
  showRest(call, plan, purged);
}

function showAll(call: Call, { plan, purged }: Removal): void {
  showDiff(call, plan);
  for (const { path } of filesTo("remove", plan)) showChange(call, "-", path);
  showRest(call, plan, purged);
}

function showRest(call: Call, plan: UninstallPlan, purged: readonly PurgeEntry[]): void {
  const { env } = call;
  if (plan.removesLink) showChange(call, "-", `${linkPath(env)} (link)`);
  showKept(call, plan);
  for (const { name, bytes } of purged)
    showChange(call, "-", `${env.holdfastHome}/${name} (${formatSize(bytes)})`);
}

function showKept(call: Call, plan: UninstallPlan): void {
  for (const { path } of filesTo("kept", plan)) showChange(call, "=", `${path} (edited by you: unchanged)`);
}

function finish(call: Call, removal: Removal, backup: string | null): undefined {
  const { out, options, env } = call;
  if (options.json) out.json(report(call, removal, backup));
  else if (options["dry-run"]) out.line(out.style.dim(describeDryRun(options)));
  else {
    out.line(
      `${out.style.green("Uninstalled.")} Running Claude Code sessions keep their hooks until you restart them.`,
    );
    if (backup) out.line(out.style.dim(`Backup of the old settings: ${backup}`));
    const left = options.purge
      ? "In your projects, .claude/runtime, .claude/memory and .claude/holdfast.json stay."
      : `The program and your data stay. To remove them: ${quoteForShell(`${env.holdfastHome}/bin/holdfast`)} uninstall --purge`;
    out.line(out.style.dim(left));
  }
}

function report(call: Call, { scope, plan, purged }: Removal, backup: string | null) {
  return {
    scope,
    settings: plan.settings.path,
    dryRun: call.options["dry-run"] === true,
    changed: !isUninstalled(plan) || purged.length > 0,
    settingsChanged: plan.text !== plan.settings.text,
    files: plan.files,
    linkRemoved: plan.removesLink,
    purged,
    backup,
  };
}
