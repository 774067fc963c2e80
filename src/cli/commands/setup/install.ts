import { dirname } from "node:path";
import { findExecutable } from "../../../install/executable.ts";
import {
  applyInstall,
  applyLink,
  chosenRules,
  type InstallPlan,
  isInstalled,
  planInstall,
  refuseOtherPlatforms,
  saveManifest,
} from "../../../install/install.ts";
import { isOnPath, linkPath } from "../../../install/link.ts";
import { LISTED_VERBS, RULE_CHOICES, type RuleChoice } from "../../../install/permission-rules.ts";
import { parseScope, type Scope } from "../../../install/scope.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { JSON_OPTION } from "../../options.ts";
import { findProject } from "../../project.ts";
import { ask, refuseUnasked } from "../../terminal.ts";
import { findUnreadHistory, offerHistory } from "../history/run-ingest.ts";
import { showAll, showBriefly, showKept } from "./install-view.ts";

const VERBS_IN_LINE = 8;

const options = {
  scope: {
    type: "string",
    value: "user|project|local",
    help: "which settings of Claude Code (default: user)",
  },
  "dry-run": { type: "boolean", help: "show what would change, write nothing" },
  yes: { type: "boolean", help: "do not ask, and list the changes in short" },
  verbose: { type: "boolean", help: "with --yes: show every change" },
  allow: {
    type: "string",
    value: RULE_CHOICES.join("|"),
    help: "what Claude runs without a permission dialog (default: listed)",
  },
  "long-loops": { type: "boolean", help: "raise Claude Code's own limit of blocks in a row to 30" },
  ...JSON_OPTION,
} as const;

type Call = Invocation<typeof options>;

export const command = defineCommand({
  details:
    "Puts the program at $HOLDFAST_HOME/bin/holdfast, its hooks and permission rules into the settings, and its skills and\n" +
    "commands into Claude Code's folder. Other entries stay as they are; uninstall restores everything.\n" +
    "With --allow listed Claude runs without a permission dialog what carries no command and loosens nothing:\n" +
    `${listVerbs()}.\n` +
    "--allow unlock adds `unlock`, --allow none adds no rules.",
  examples: [
    "holdfast install",
    "holdfast install --dry-run",
    "holdfast install --scope project --yes --allow none",
  ],
  options,
  async run(call) {
    refuseOtherPlatforms(process.platform);
    const { env } = call;
    const scope = parseScope(call.options.scope);
    const projectDir = scope === "user" ? call.cwd : (await findProject(call)).dir;
    const longLoops = call.options["long-loops"] === true;
    const rules = await chooseRules(call, scope, projectDir);
    const source = await findExecutable();
    const plan = await planInstall({ env, scope, projectDir, source, longLoops, rules });
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

function listVerbs(): string {
  const lines = Array.from({ length: Math.ceil(LISTED_VERBS.length / VERBS_IN_LINE) }, (_, line) =>
    LISTED_VERBS.slice(line * VERBS_IN_LINE, (line + 1) * VERBS_IN_LINE).join(", "),
  );
  return lines.map((line) => `  ${line}`).join(",\n");
}

/** As given, as chosen at the last install, else as the person says now. */
async function chooseRules(call: Call, scope: Scope, projectDir: string): Promise<RuleChoice> {
  const { options: given, env, out } = call;
  const named = RULE_CHOICES.find((choice) => choice === given.allow);
  if (given.allow !== undefined && named === undefined) {
    const hint = `Use one of: ${RULE_CHOICES.join(", ")}.`;
    throw new UserError("unknown-rules", `There is no --allow ${given.allow}.`, hint);
  }
  const chosen = named ?? (await chosenRules(env, scope, projectDir));
  if (chosen || given.yes || given.json || given["dry-run"] || !out.interactive) return chosen ?? "listed";
  out.line("These commands of holdfast carry no command of their own and loosen nothing:");
  out.line(listVerbs());
  if (!(await ask("Let Claude run them without a permission dialog?"))) return "none";
  return (await ask("Let Claude run `holdfast unlock` without a dialog, too?", "no")) ? "unlock" : "listed";
}

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
    rules: plan.manifest.scopes[plan.settings.path]?.rules,
    settingsChanged: plan.text !== plan.settings.text,
    executable: plan.executable,
    files: plan.files.map(({ path, action }) => ({ path, action })),
    link: { path: linkPath(call.env), before: plan.link },
    unreadHistory: findUnreadHistory(call),
    backup,
  };
}
