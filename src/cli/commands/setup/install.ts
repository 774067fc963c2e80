import { dirname } from "node:path";
import { findExecutable } from "../../../install/executable.ts";
import {
  applyInstall,
  applyLink,
  type InstallPlan,
  isInstalled,
  planInstall,
  refuseOtherPlatforms,
  saveManifest,
} from "../../../install/install.ts";
import { isOnPath, linkPath } from "../../../install/link.ts";
import { parseScope, type Scope } from "../../../install/scope.ts";
import { defineCommand, flag, type Invocation, JSON_OPTION, option } from "../../command.ts";
import { findProject } from "../../target.ts";
import { ask, refuseUnasked } from "../../terminal.ts";
import { findUnreadHistory, offerHistory } from "../history/run-ingest.ts";
import { showAll, showBriefly, showKept } from "./install-view.ts";

const options = {
  scope: option("user|project|local", "which settings of Claude Code (default: user)"),
  "dry-run": flag("show what would change, write nothing"),
  yes: flag("do not ask, and list the changes in short"),
  verbose: flag("with --yes: show every change"),
  "long-loops": flag("raise Claude Code's own limit of blocks in a row to 30"),
  ...JSON_OPTION,
};

type Call = Invocation<typeof options>;

export const command = defineCommand({
  details:
    "Puts the program at $HOLDFAST_HOME/bin/holdfast, its hooks and allow rules for read-only commands into the settings,\n" +
    "and its skills and commands into Claude Code's folder. Other entries stay as they are; uninstall restores everything.",
  examples: ["holdfast install", "holdfast install --dry-run", "holdfast install --scope project --yes"],
  options,
  async run(call) {
    refuseOtherPlatforms(process.platform);
    const { env } = call;
    const scope = parseScope(call.options.scope);
    const projectDir = scope === "user" ? call.cwd : (await findProject(call)).dir;
    const longLoops = call.options["long-loops"] === true;
    const plan = await planInstall({ env, scope, projectDir, source: await findExecutable(), longLoops });
    if (isInstalled(plan)) return alreadyInstalled(call, scope, plan);
    if (!call.options.json) (isDecided(call) ? showBriefly : showAll)(call, scope, plan);
    if (call.options["dry-run"]) return finish(call, scope, plan, null);
    if (!(await agreed(call))) return declined(call);
    const backup = await applyInstall(env, plan);
    await offerLink(call, plan);
    const exitCode = finish(call, scope, plan, backup);
    if (!call.options.json) await offerHistory(call);
    return exitCode;
  },
});

async function alreadyInstalled(call: Call, scope: Scope, plan: InstallPlan): Promise<number> {
  if (!call.options["dry-run"]) {
    await saveManifest(call.env, plan.manifest);
    if (call.options.yes && plan.link === "absent") await applyLink(call.env);
  }
  if (call.options.json) call.out.json(report(call, scope, plan, null));
  else {
    call.out.line(`Already installed in ${plan.settings.path}, nothing to change.`);
    showKept(call, plan);
  }
  return 0;
}

/** Nobody needs the whole diff to decide by. */
function isDecided({ options }: Call): boolean {
  return options.yes === true && !options["dry-run"] && !options.verbose;
}

async function agreed({ options, out }: Call): Promise<boolean> {
  if (options.yes) return true;
  if (!out.interactive || options.json) refuseUnasked("holdfast install");
  out.line();
  return ask("Apply these changes?");
}

function declined({ out }: Call): number {
  out.line("Nothing was changed.");
  return 1;
}

async function offerLink({ options, env, out }: Call, plan: InstallPlan): Promise<void> {
  if (plan.link !== "absent") return;
  if (!options.yes && !(await ask(`Link ${linkPath(env)}, so that you can type holdfast?`))) return;
  await applyLink(env);
  if (!options.json && !isOnPath(env)) out.line(`Add ${dirname(linkPath(env))} to your PATH.`);
}

function finish(call: Call, scope: Scope, plan: InstallPlan, backup: string | null): number {
  const { out, options } = call;
  if (options.json) out.json(report(call, scope, plan, backup));
  else if (options["dry-run"]) out.line(out.style.dim("Dry run: nothing was changed."));
  else {
    out.line(
      `${out.style.green("Installed.")} Restart running Claude Code sessions: they keep their old hooks.`,
    );
    if (backup) out.line(out.style.dim(`Backup of the old settings: ${backup}`));
    out.line("`holdfast doctor` checks that it works, `holdfast uninstall` undoes it.");
  }
  return 0;
}

function report(call: Call, scope: Scope, plan: InstallPlan, backup: string | null) {
  return {
    scope,
    settings: plan.settings.path,
    dryRun: call.options["dry-run"] === true,
    changed: !isInstalled(plan),
    settingsChanged: plan.text !== plan.settings.text,
    executable: plan.executable,
    files: plan.files.map(({ path, action }) => ({ path, action })),
    link: { path: linkPath(call.env), before: plan.link },
    unreadHistory: findUnreadHistory(call),
    backup,
  };
}
