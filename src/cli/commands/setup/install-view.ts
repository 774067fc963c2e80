// What an install changes: every line for a person who has to decide, else a summary.
import { dirname } from "node:path";
import type { InstallPlan } from "../../../install/install.ts";
import { linkPath } from "../../../install/link.ts";
import { permissionRules } from "../../../install/permission-rules.ts";
import { renderDiff } from "../../../install/render-diff.ts";
import type { Scope } from "../../../install/scope.ts";
import { ownGroups, parseBody, rulesIn, valueAt } from "../../../install/settings-value.ts";
import { countNoun } from "../../../text/count-noun.ts";
import type { Invocation } from "../../command.ts";

type Call = Pick<Invocation, "env" | "out"> & { options: { yes?: boolean } };

export function showAll(call: Call, scope: Scope, plan: InstallPlan): void {
  const { out } = call;
  const diff = renderDiff(plan.settings.path, plan.settings.text, plan.text, out.style);
  for (const line of diff) out.line(line);
  if (diff.length > 0) out.line();
  if (plan.executable.differs) showAdded(call, plan.executable.target);
  for (const { path } of written(plan)) showAdded(call, path);
  showLink(call, plan);
  showKept(call, plan);
  if (diff.length > 0) out.line(summarize(plan));
  showWarnings(call, scope, plan);
}

export function showBriefly(call: Call, scope: Scope, plan: InstallPlan): void {
  const { settings, text, executable } = plan;
  if (text !== settings.text) showAdded(call, `${settings.path} (${countEntries(text)})`);
  if (executable.differs) showAdded(call, executable.target);
  const files = written(plan).length;
  if (files > 0)
    showAdded(call, `${countNoun(files, "file")} of skills and commands in ${dirname(settings.path)}`);
  showLink(call, plan);
  showKept(call, plan);
  showWarnings(call, scope, plan);
}

export function showKept({ out }: Pick<Call, "out">, plan: InstallPlan): void {
  for (const { path, action } of plan.files) {
    if (action === "kept") out.line(`${out.style.yellow("=")} ${path} (yours or edited by you: unchanged)`);
  }
}

function showAdded({ out }: Call, what: string): void {
  out.line(`${out.style.green("+")} ${what}`);
}

function showLink(call: Call, plan: InstallPlan): void {
  if (plan.link === "absent" && call.options.yes) showAdded(call, `${linkPath(call.env)} (link)`);
}

function showWarnings({ out }: Call, scope: Scope, plan: InstallPlan): void {
  if (valueAt(parseBody(plan.text), ["disableAllHooks"]) === true) {
    out.line(
      out.style.yellow(
        `"disableAllHooks" is on in these settings: Claude Code runs no hooks until you remove it.`,
      ),
    );
  }
  if (scope === "project") {
    const shared = `These settings are shared through git, and name ${plan.executable.target}: others need the program there, too.`;
    out.line(out.style.dim(shared));
  }
}

/** The diff is long, so the last lines before the question sum it up. */
function summarize(plan: InstallPlan): string {
  const count = written(plan).length + (plan.executable.differs ? 1 : 0);
  const also = count > 0 ? ` Also written: ${countNoun(count, "file")}.` : "";
  return `In short: ${plan.settings.path} gets holdfast's ${countEntries(plan.text)}.${also}`;
}

function countEntries(text: string): string {
  const settings = parseBody(text);
  const hooks = `hooks for ${countNoun(ownGroups(settings).length, "event")}`;
  const rules = permissionRules("unlock").allow.filter((rule) => rulesIn(settings, "allow").includes(rule));
  const verbs = rules.map((rule) => rule.slice("Bash(holdfast ".length, -":*)".length)).join(", ");
  return rules.length === 0 ? `${hooks}, no allow rules` : `${hooks}; Claude runs without a dialog: ${verbs}`;
}

function written({ files }: InstallPlan) {
  return files.filter(({ action }) => action === "write");
}
