import { dirname } from "node:path";
import { isChanged } from "../../../install/agents/agent-file.ts";
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
import { defineCommand, flag, type Invocation, JSON_OPTION } from "../../command.ts";
import { permitLoosening, reportLoosening } from "../../loosening.ts";
import { requirePerson } from "../../person.ts";
import { findProject } from "../../target.ts";
import { confirmChanges, formatSize } from "../../terminal.ts";
import {
  AGENT_OPTION,
  chooseForRemoval,
  describeBackups,
  diffAgents,
  listAgentChanges,
  reportAgents,
} from "./agents.ts";
import {
  countEntries,
  describeDryRun,
  filesTo,
  SCOPE_OPTION,
  showChange,
  showDiff,
  showFiles,
  showKept,
} from "./install.ts";

const options = {
  ...SCOPE_OPTION,
  ...AGENT_OPTION,
  "dry-run": flag("show what would change; write nothing"),
  yes: flag("do not ask"),
  verbose: flag("show every change, not only a summary"),
  purge: flag("also remove the program and all data in $HOLDFAST_HOME"),
  ...JSON_OPTION,
};

type Call = Invocation<typeof options>;

/** `purged`: what --purge removes. */
type Removal = UninstallPlan & { purged: PurgeEntry[] };

export const command = defineCommand({
  details:
    "Removes exactly what install added, from all agents or those of --agent. If the settings have not changed since, they are restored byte for byte. The\n" +
    "program and its data stay in $HOLDFAST_HOME unless --purge is given. Also removes our lines from the .git/info/exclude of\n" +
    "your projects and work tree copies that a killed check left behind, and ends the processes in them.",
  examples: [
    "holdfast uninstall",
    "holdfast uninstall --scope project --dry-run",
    "holdfast uninstall --agent codex",
    "holdfast uninstall --purge",
  ],
  options,
  async run(call) {
    const { scope = "user" } = call.options;
    const projectDir = (await findProject(call)).dir;
    // The data is also the record of what Claude did.
    if (call.options.purge)
      requirePerson(call.env, "only a person can delete holdfast's data", "Run it in your own terminal.");
    const { inClient: fromClient, hosts: agents } = chooseForRemoval(call.options, scope);
    if (call.options.purge && call.options.agent)
      throw new UserError("usage", "--purge is for all agents", "Leave out --agent, or --purge.");
    const uninstall = await planUninstall(call.env, { scope, projectDir, fromClient, agents });
    const purged = call.options.purge ? await planPurge(call.env, uninstall.path) : [];
    const plan: Removal = { ...uninstall, purged };
    if (isUninstalled(plan) && purged.length === 0) return notInstalled(call, plan);
    const { json, verbose } = call.options;
    if (!json) (verbose ? showAll : showBriefly)(call, plan);
    if (call.options["dry-run"]) return finish(call, plan, []);
    const act = await permitLoosening(call.env, projectDir, "uninstall");
    const question = `Apply these changes${call.options.purge ? " and delete all of holdfast's data" : ""}?`;
    const name = `holdfast uninstall${call.options.purge ? " --purge" : ""}`;
    const asking = call.options.purge
      ? { enter: "no" as const }
      : verbose
        ? {}
        : { show: () => showAll(call, plan) };
    if ((await confirmChanges(call, name, question, asking)) === "no") return 1;
    await reportLoosening(call.env, act, {
      done: `uninstalled from ${placesOf(plan).join(" and ")}`,
      undo: "`holdfast install` registers it again.",
      dir: scope === "user" ? null : projectDir,
    });
    const backups = await applyUninstall(call.env, plan);
    await removeAbandonedWorktrees(call.env);
    if (call.options.purge) await purge(call.env);
    return finish(call, plan, call.options.purge ? [] : backups);
  },
});

function notInstalled(call: Call, plan: Removal): undefined {
  if (call.options.json) call.out.json(report(call, plan, []));
  else {
    call.out.line(`Not installed in ${placesOf(plan).join(" and ") || "these agents"}; nothing to change.`);
    showKept(call, plan);
  }
}

function placesOf({ client, agents }: Removal): string[] {
  const others = agents.flatMap(({ edits }) => edits.slice(0, 1).map(({ settings }) => settings.path));
  return [...(client ? [client.settings.path] : []), ...others];
}

function showAll(call: Call, plan: Removal): void {
  diffAgents(call, plan.agents);
  if (plan.client) showDiff(call, plan.client);
  showBriefly(call, plan);
}

function showBriefly(call: Call, plan: Removal): void {
  const { env } = call;
  if (plan.client) showClient(call, plan.client);
  for (const { sign, text } of listAgentChanges(plan.agents)) showChange(call, sign, text);
  for (const { settings, what } of plan.merge.filter(isChanged))
    showChange(call, "-", `${settings.path} (${what})`);
  for (const path of plan.excludes) showChange(call, "-", `${path} (that git ignores .claude/runtime)`);
  if (plan.removesLink) showChange(call, "-", `${linkPath(env)} (link)`);
  showKept(call, plan);
  for (const { name, bytes } of plan.purged)
    showChange(call, "-", `${env.holdfastHome}/${name} (${formatSize(bytes)})`);
}

function showClient(call: Call, client: NonNullable<Removal["client"]>): void {
  const { settings, text } = client;
  if (text !== settings.text)
    showChange(call, "-", `${settings.path} (${countEntries(settings.text ?? "")})`);
  showFiles(call, "-", filesTo("remove", client), `of skills and commands in ${dirname(settings.path)}`);
}

function finish(call: Call, plan: Removal, backups: string[]): undefined {
  const { out, options, env } = call;
  if (options.json) out.json(report(call, plan, backups));
  else if (options["dry-run"]) out.line(out.style.dim(describeDryRun(options)));
  else {
    const whose = plan.agents.length === 0 ? "Claude Code sessions" : "sessions";
    out.line(`${out.style.green("Uninstalled.")} Running ${whose} keep their hooks until you restart them.`);
    for (const line of describeBackups(backups)) out.line(out.style.dim(line));
    const left = options.purge
      ? "In your projects, .claude/runtime, .claude/memory and .claude/holdfast.json stay."
      : `The program and your data stay. To remove them: ${quoteForShell(`${env.holdfastHome}/bin/holdfast`)} uninstall --purge`;
    out.line(out.style.dim(left));
  }
}

function report(call: Call, plan: Removal, backups: string[]) {
  const { client } = plan;
  return {
    scope: plan.scope,
    settings: client?.settings.path ?? null,
    dryRun: call.options["dry-run"] === true,
    changed: !isUninstalled(plan) || plan.purged.length > 0,
    settingsChanged: client !== null && client.text !== client.settings.text,
    files: client?.files ?? [],
    agents: reportAgents(plan.agents),
    excludes: plan.excludes,
    linkRemoved: plan.removesLink,
    purged: plan.purged,
    backup: backups[0] ?? null,
    backups,
  };
}
