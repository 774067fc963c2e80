import { existsSync } from "node:fs";
import { databasePath, executablePath } from "../../../config/environment.ts";
import { VERSION } from "../../../config/version.ts";
import { isChanged } from "../../../install/agents/agent-file.ts";
import { parseScope, SCOPES, type Scope } from "../../../install/client-files.ts";
import { findExecutable, isOnPath, linkPath } from "../../../install/executable.ts";
import {
  applyInstall,
  applyLink,
  type ChosenParts,
  checkPlatform,
  type InstallPlan,
  isInstalled,
  planInstall,
  readChosenParts,
} from "../../../install/install.ts";
import { type InstalledScope, readManifest, writeManifest } from "../../../install/manifest.ts";
import { canMerge } from "../../../install/merge-driver.ts";
import { serverFile } from "../../../install/own-files.ts";
import {
  allowedPrefixes,
  LISTED_VERBS,
  ownRules,
  RULE_CHOICES,
  type RuleChoice,
} from "../../../install/permission-rules.ts";
import { renderDiff } from "../../../install/render-diff.ts";
import type { SettingsFile } from "../../../install/settings-file.ts";
import { allowedIn, ownGroups, parseBody, valueAt } from "../../../install/settings-value.ts";
import { parseOwnStatusLine } from "../../../install/status-line.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { quoteForShell } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { wrap } from "../../../text/wrap.ts";
import {
  type Context,
  choice,
  defineCommand,
  flag,
  type Invocation,
  JSON_OPTION,
  option,
  printSteps,
  requireAtMostOne,
} from "../../command.ts";
import { permitLoosening, reportLoosening } from "../../loosening.ts";
import { findProject } from "../../target.ts";
import { confirmChanges, selectFirst } from "../../terminal.ts";
import { findUnreadHistory, nameHistory } from "../history/run-ingest.ts";
import {
  AGENT_OPTION,
  chooseAgents,
  declinedEntries,
  describeBackups,
  diffAgents,
  explainSandboxes,
  listAgentChanges,
  nextInAgents,
  reportAgents,
  requestAgents,
} from "./agents.ts";

export const SCOPE_OPTION = {
  scope: {
    ...option("user|project|local", "which of Claude Code's settings (default: user)", parseScope),
    choices: SCOPES,
  },
};

const options = {
  ...SCOPE_OPTION,
  ...AGENT_OPTION,
  "writable-root": flag("let an agent's sandboxed commands write $HOLDFAST_HOME"),
  "no-writable-root": flag("not that"),
  "dry-run": flag("show what would change; write nothing"),
  yes: flag("do not ask"),
  verbose: flag("show every change, not only a summary"),
  allow: choice(
    RULE_CHOICES.join("|"),
    "what Claude runs without a permission dialog (default: listed)",
    RULE_CHOICES,
  ),
  "long-loops": flag("raise Claude Code's own limit of consecutive holds to 30"),
  mod: flag("show a status band above the prompt while Claude is held, and a pane at /holdfast"),
  "no-mod": flag("without the band and the pane"),
  statusline: flag("show the same in the status line, before your own"),
  "no-statusline": flag("without the status line"),
  mcp: flag("give Claude memory, history and stops as tools (`holdfast mcp`)"),
  "no-mcp": flag("without the tools"),
  "merge-driver": flag("let git merge memory files by itself: an entry in your own git config"),
  "no-merge-driver": flag("without it"),
  link: flag("link the program to ~/.local/bin/holdfast"),
  "no-link": flag("without the link"),
  ...JSON_OPTION,
};

type Call = Invocation<typeof options>;

export const command = defineCommand({
  details:
    "Copies the program to $HOLDFAST_HOME/bin/holdfast, and adds hooks and permission rules to Claude Code's settings and\n" +
    "skills and slash commands to its folder. Other entries stay as they are; uninstall restores everything. With\n" +
    "--allow listed, Claude runs these without a permission dialog. They only read or record; none releases a hold\n" +
    "(except a loop without a verify command):\n" +
    `  ${LISTED_VERBS.join(", ")}\n` +
    "(flow set without --force and --command). --allow unlock also allows `unlock`. --agent names the agents to install\n" +
    "in, `all` those that are here. Without it: Claude Code, and the others on PATH about which you are asked.",
  examples: [
    "holdfast install",
    "holdfast install --dry-run",
    "holdfast install --agent all",
    "holdfast install --scope project --yes --allow none",
  ],
  options,
  async run(call) {
    const untested = checkPlatform(process.platform);
    const { env } = call;
    if (untested !== null && !call.options.json) call.out.line(call.out.style.yellow(untested));
    const { scope = "user" } = call.options;
    const projectDir = scope === "user" ? call.cwd : (await findProject(call)).dir;
    const longLoops = call.options["long-loops"] === true;
    requireAtMostOne({
      "--writable-root": call.options["writable-root"],
      "--no-writable-root": call.options["no-writable-root"],
    });
    greet(call, scope);
    const asking = { scope, mayAsk: mayAsk(call) };
    const { inClient, hosts, declined } = await chooseAgents(call, call.options, asking);
    const chosenRules = call.options.allow ?? (await readChosenParts(env, scope, projectDir)).rules;
    const parts = inClient ? await chooseParts(call, scope, projectDir) : {};
    const mergeDriver = await chooseMergeDriver(call, scope);
    const source = await findExecutable();
    const planWith = async (rules: RuleChoice): Promise<InstallPlan> => {
      const agents = await requestAgents(env, hosts, call.options, rules);
      const places = { env, scope, projectDir, source, inClient, agents };
      const planned = await planInstall({ ...places, longLoops, rules, parts, mergeDriver });
      const known = { ...planned.manifest.agents, ...declinedEntries(declined) };
      return { ...planned, manifest: { ...planned.manifest, agents: known } };
    };
    let rules = chosenRules ?? "listed";
    let plan = await planWith(rules);
    if (isInstalled(plan)) return alreadyInstalled(call, plan);
    const { json, verbose, "dry-run": isDryRun } = call.options;
    if (!json) (verbose ? showAll : showBriefly)(call, plan);
    if (isDryRun) return finish(call, plan, []);
    const offersNoRules = chosenRules === undefined && addedRules(plan) > 0;
    const answer = await confirmChanges(call, "holdfast install", "Apply these changes?", {
      show: () => showAll(call, plan),
      other: offersNoRules ? { key: "r", label: "yes, but without the permission rules" } : undefined,
    });
    if (answer === "no") return 1;
    if (answer === "other") {
      rules = "none";
      plan = await planWith(rules);
    }
    const loosened = describeLoosening(plan, rules);
    const act = loosened.length > 0 ? await permitLoosening(env, projectDir, "install") : null;
    const backups = await applyInstall(env, plan);
    // Without a store there was no session that could be told.
    if (act !== null && existsSync(databasePath(env)))
      for (const { done, undo } of loosened)
        await reportLoosening(env, act, { done, undo, dir: scope === "user" ? null : projectDir });
    await linkProgram(call, plan);
    finish(call, plan, backups);
    if (!json) nameHistory(call);
  },
});

/** The settings files of the plan. */
function placesOf({ client, agents }: InstallPlan): string[] {
  const others = agents.flatMap(({ edits }) => edits.slice(0, 1).map(({ settings }) => settings.path));
  return [...(client ? [client.settings.path] : []), ...others];
}

/** What agents may do from now on that they could not do before. */
function describeLoosening(plan: InstallPlan, rules: RuleChoice): { done: string; undo: string }[] {
  const added = addedRules(plan);
  const isRooted = plan.agents.some(({ edits, entry }) => entry?.writableRoot && edits.some(isChanged));
  const allow = {
    done: `${countNoun(added, "allow rule")} (--allow ${rules}) were added to ${placesOf(plan).join(", ")}`,
    undo: "`holdfast install --allow none` removes them.",
  };
  const root = {
    done: "the sandbox of an agent was opened for holdfast's folder (--writable-root)",
    undo: "`holdfast install --no-writable-root` takes it back.",
  };
  return [...(added > 0 ? [allow] : []), ...(isRooted ? [root] : [])];
}

/** What agents may run without a dialog from now on. */
function addedRules({ client, agents }: InstallPlan): number {
  const inAgents = agents.some(({ edits, entry }) => entry?.rules !== "none" && edits.some(isChanged));
  const others = inAgents ? allowedPrefixes(agents[0]?.entry?.rules ?? "none").length : 0;
  if (client === null) return others;
  const before = allowedIn(parseBody(client.settings.text ?? ""));
  const own = ownRules("unlock", true);
  const added = allowedIn(parseBody(client.text)).filter(
    (rule) => own.includes(String(rule)) && !before.includes(rule),
  );
  return Math.max(added.length, others);
}

function mayAsk({ options: given, out }: Call): boolean {
  return out.interactive && !given.yes && !given["dry-run"];
}

/** Before the first question: says what this is, and that nothing is written yet. */
function greet(call: Call, scope: Scope): void {
  const { out } = call;
  if (!mayAsk(call)) return;
  const whose = { user: "your", project: "this project's", local: "this project's local" }[scope];
  out.line(
    `holdfast ${VERSION} adds its hooks to ${whose} Claude Code settings.\nNothing is written until you have seen the changes.\n`,
  );
}

const PARTS = [
  ["mod", "mod"],
  ["statusLine", "statusline"],
  ["mcp", "mcp"],
] as const;

/** The answers to one question; Enter takes the first. */
const PART_CHOICES: { label: string; hint?: string; parts: Required<ChosenParts> }[] = [
  {
    label: "a band above the prompt while Claude is held, and memory as tools for Claude",
    hint: "recommended",
    parts: { mod: true, statusLine: false, mcp: true },
  },
  {
    label: "these, and the status line",
    hint: "before yours, if you have one",
    parts: { mod: true, statusLine: true, mcp: true },
  },
  { label: "none of these", parts: { mod: false, statusLine: false, mcp: false } },
];

/** By option, by the choice at the last install, or by asking. */
async function chooseParts(call: Call, scope: Scope, projectDir: string): Promise<ChosenParts> {
  const { options: given, env } = call;
  for (const name of ["mod", "statusline", "mcp", "link"] as const)
    requireAtMostOne({ [`--${name}`]: given[name], [`--no-${name}`]: given[`no-${name}`] });
  if (scope !== "user") {
    if (PARTS.some(([, name]) => given[name]))
      throw new UserError(
        "usage",
        "--mod, --statusline and --mcp are for your own settings",
        "Run `holdfast install` with them, but without --scope.",
      );
    return {};
  }
  const before = await readChosenParts(env, scope, projectDir);
  const chosen: ChosenParts = {};
  for (const [part, name] of PARTS) {
    const known = given[name] ? true : given[`no-${name}`] ? false : before[part];
    if (known !== undefined) chosen[part] = known;
  }
  if (!mayAsk(call) || PARTS.every(([part]) => part in chosen)) return chosen;
  const answer = await selectFirst("What else should Claude Code show and offer?", PART_CHOICES);
  return { ...answer.parts, ...chosen };
}

function willMerge({ manifest }: InstallPlan): boolean {
  return manifest.mergeDriver?.isWanted === true;
}

function offersMerge({ env }: Call, { scope, manifest }: InstallPlan): boolean {
  return scope === "user" && manifest.mergeDriver === undefined && canMerge(env);
}

/** By option, or by the choice at the last install; undefined without either. */
async function chooseMergeDriver(call: Call, scope: Scope): Promise<boolean | undefined> {
  const { options: given, env } = call;
  const [yes, no] = [given["merge-driver"], given["no-merge-driver"]];
  requireAtMostOne({ "--merge-driver": yes, "--no-merge-driver": no });
  if (yes || no) return yes === true;
  if (scope !== "user") return undefined;
  const { manifest } = await readManifest(env);
  return manifest.mergeDriver?.isWanted;
}

async function alreadyInstalled(call: Call, plan: InstallPlan): Promise<undefined> {
  if (!call.options["dry-run"]) {
    // A missing link is restored even if nothing else changes.
    await writeManifest(call.env, plan.manifest);
    const { yes, link, "no-link": noLink } = call.options;
    if (yes || link || noLink) await linkProgram(call, plan);
  }
  if (call.options.json) call.out.json(report(call, plan, []));
  else {
    call.out.line(`Already installed in ${placesOf(plan).join(", ")}; nothing to change.`);
    showKept(call, plan);
  }
}

async function linkProgram({ options, env }: Call, plan: InstallPlan): Promise<void> {
  if (willLink(options, plan)) await applyLink(env);
  else if (options["no-link"]) await applyLink(env, false);
}

/** By default only at the first install: an update must not bring back what the person removed. */
function willLink({ link, "no-link": noLink }: Call["options"], plan: InstallPlan): boolean {
  if (noLink || plan.link !== "absent") return false;
  return link === true || (plan.offersLink && plan.isFirst);
}

function finish(call: Call, plan: InstallPlan, backups: string[]): undefined {
  const { out, options } = call;
  if (options.json) out.json(report(call, plan, backups));
  else if (options["dry-run"]) out.line(out.style.dim(describeDryRun(options)));
  else {
    const whose = plan.agents.length === 0 ? "Claude Code sessions" : "sessions";
    out.line(
      `${out.style.green("Installed.")} Restart running ${whose}: they read their hooks when they start.`,
    );
    for (const next of nextInAgents(plan.agents)) out.line(out.style.yellow(next));
    for (const line of describeBackups(backups)) out.line(out.style.dim(line));
    showNextSteps(call);
  }
}

export function describeDryRun({ verbose }: { verbose?: boolean }): string {
  return `Dry run: nothing was changed.${verbose ? "" : " --verbose shows every change."}`;
}

/** Commands that work in this shell. */
function showNextSteps({ env, out }: Call): void {
  const isFound = isOnPath(env) && existsSync(linkPath(env));
  const path = executablePath(env);
  const isAtHome = path.startsWith(`${env.home}/`);
  const typed = isAtHome ? `~/${quoteForShell(path.slice(env.home.length + 1))}` : quoteForShell(path);
  const program = isFound ? "holdfast" : typed;
  printSteps(out, [
    [`${program} doctor`, "checks that it works"],
    [`${program} init`, "suggests checks for the project you are in"],
    [`${program} uninstall`, "undoes it"],
  ]);
  if (!isFound && existsSync(linkPath(env)))
    out.line(
      `To type just holdfast, run this and add it to your shell's start file:\n  ${out.style.cyan('export PATH="$HOME/.local/bin:$PATH"')}`,
    );
}

function report(call: Call, plan: InstallPlan, backups: string[]) {
  return {
    scope: plan.scope,
    dryRun: call.options["dry-run"] === true,
    changed: !isInstalled(plan),
    ...(plan.client ? reportClient(plan.client) : { settings: null, settingsChanged: false, files: [] }),
    agents: reportAgents(plan.agents),
    executable: plan.executable,
    link: { path: linkPath(call.env), before: plan.link },
    unreadHistory: findUnreadHistory(call),
    backup: backups[0] ?? null,
    backups,
  };
}

function reportClient({ settings, text, files, entry }: NonNullable<InstallPlan["client"]>) {
  const { rules, mod = false, statusLine = false, mcp = false } = entry;
  return {
    settings: settings.path,
    ...{ rules, mod, statusLine, mcp },
    settingsChanged: text !== settings.text,
    files: files.map(({ path, action }) => ({ path, action })),
  };
}

/** The diff is long, so the summary comes after it, right before the question. */
function showAll(call: Call, plan: InstallPlan): void {
  diffAgents(call, plan.agents);
  if (plan.client) showDiff(call, plan.client);
  showBriefly(call, plan);
}

function showBriefly(call: Call, plan: InstallPlan): void {
  const { client, executable, agents } = plan;
  if (!call.options.yes) call.out.line("\nThese are the changes; `holdfast uninstall` undoes them:");
  if (client) showSettings(call, client);
  for (const { sign, text } of listAgentChanges(agents)) showChange(call, sign, text);
  for (const { settings, what } of plan.merge.filter(isChanged))
    showChange(call, willMerge(plan) ? "+" : "-", `${settings.path} (${what})`);
  if (executable.differs) showChange(call, "+", `${executable.target} (the program)`);
  if (client) {
    showFiles(call, "+", filesTo("write", client), `of skills and commands in ${call.env.claudeDir}`);
    showFiles(call, "-", filesTo("remove", client), `no longer needed in ${call.env.claudeDir}`);
  }
  if (willLink(call.options, plan))
    showChange(call, "+", `${linkPath(call.env)} (a link, so that you can type holdfast)`);
  const options = [
    ...explainSandboxes(call.env, agents),
    ...(offersMerge(call, plan)
      ? ["With --merge-driver, git merges memory files of two branches by itself."]
      : []),
  ];
  for (const text of options) call.out.line(call.out.style.dim(text));
  showKept(call, plan);
  showWarnings(call, plan);
}

function showSettings(call: Call, { settings, text, entry }: NonNullable<InstallPlan["client"]>): void {
  if (text === settings.text) return;
  const { out } = call;
  showChange(call, "+", `${settings.path} (${countEntries(text)})`);
  if (entry.rules === "none") return;
  const listed = `Claude may run these without a permission dialog${describeBeside(entry)}. They only read or record; none releases a hold (except a loop without a verify command):`;
  out.line(wrap(listed, out.width, "  "));
  out.line(wrap(LISTED_VERBS.join(", "), out.width, "    "));
}

interface PlannedFiles {
  files: readonly { path: string; action: string }[];
}

export function showKept(call: Context, { client }: { client: PlannedFiles | null }): void {
  for (const { path } of client ? filesTo("kept", client) : [])
    showChange(call, "=", `${path} (yours or edited by you: unchanged)`);
}

export function filesTo(action: "write" | "remove" | "kept", { files }: PlannedFiles) {
  return files.filter((file) => file.action === action);
}

/** Every change of the settings, and every file. */
export function showDiff(
  call: Context,
  { settings, text, files }: PlannedFiles & { settings: SettingsFile; text: string | null },
): void {
  const { out } = call;
  const diff = renderDiff(settings.path, settings.text, text, out.style);
  for (const line of diff) out.line(line);
  for (const { path } of filesTo("write", { files })) showChange(call, "+", path);
  for (const { path } of filesTo("remove", { files })) showChange(call, "-", path);
  out.line();
}

/** Counts skills and commands; names the file that registers the MCP server. */
export function showFiles(
  call: Context,
  sign: "+" | "-",
  files: readonly { path: string }[],
  which: string,
): void {
  const server = serverFile(call.env.claudeDir);
  const others = files.filter(({ path }) => path !== server).length;
  if (others > 0) showChange(call, sign, `${countNoun(others, "file")} ${which}`);
  if (others < files.length)
    showChange(call, sign, `${server} (MCP server: memory, history and stops as tools)`);
}

/** Added, removed or unchanged. */
export function showChange({ out: { line, style } }: Context, sign: "+" | "-" | "=", what: string): void {
  const paint = { "+": style.green, "-": style.red, "=": style.yellow }[sign];
  line(`${paint(sign)} ${what}`);
}

function describeBeside({ rules, mcp }: InstalledScope): string {
  const beside = [...(rules === "unlock" ? ["unlock"] : []), ...(mcp ? ["the tools of `holdfast mcp`"] : [])];
  return beside.length === 0 ? "" : `, beside ${beside.join(" and ")}`;
}

function showWarnings({ out }: Call, plan: InstallPlan): void {
  if (plan.client && valueAt(parseBody(plan.client.text), ["disableAllHooks"]) === true) {
    out.line(
      out.style.yellow(
        `"disableAllHooks" is on in these settings: Claude Code runs no hooks until you remove it.`,
      ),
    );
  }
  if (plan.scope === "project") {
    const shared = `These settings are shared through git and name ${plan.executable.target}: others need the program at that path.`;
    out.line(out.style.dim(shared));
  }
}

/** Our entries in these settings. */
export function countEntries(text: string): string {
  const settings = parseBody(text);
  const hooks = `hooks for ${countNoun(ownGroups(settings).length, "event")}`;
  const rules = ownRules("unlock", true).filter((rule) => allowedIn(settings).includes(rule));
  const line = parseOwnStatusLine(valueAt(settings, ["statusLine", "command"])) ? ", the status line" : "";
  return `${hooks}, ${countNoun(rules.length, "allow rule")}${line}`;
}
