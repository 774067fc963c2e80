import { loadConfig } from "../../../config/load-config.ts";
import { readTrustedCommands } from "../../../config/trust.ts";
import { allItems, itemsOf, type Plan } from "../../../gates/markdown/parse-plan.ts";
import {
  findActivePlan,
  findPlanFolder,
  listPlanFiles,
  type PlanFiles,
} from "../../../gates/plan/active-plan.ts";
import { type PlanState, planState } from "../../../gates/plan/plan-state.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, type Output, PROJECT_OPTIONS } from "../../command.ts";
import { findProject } from "../../target.ts";

export const command = defineCommand({
  details:
    "Plans are docs/plans/<x>/PLAN.md, or what `plan.files` names. The active one is that of the branch feature/<x>,\n" +
    "otherwise the newest whose MEMORY.md says `status: in-progress`. Ticked items count as done here; their proofs run\n" +
    "at a stop.",
  examples: ["holdfast plan status", "holdfast plan status --json"],
  options: PROJECT_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const { config } = await loadConfig(env, project.dir);
    const folder = findPlanFolder(project.dir, config);
    const files = await findActivePlan(folder, config);
    if (!files) {
      const count = listPlanFiles(folder, config).length;
      if (options.json) out.json(null);
      else
        out.line(
          `No active plan here (${count} found). \`holdfast plan status --help\` says which one is active.`,
        );
      return;
    }
    const { plan } = files;
    const state = planState(plan, []);
    const isTrusted = await readTrustedCommands(env, project.dir);
    const proofs = allItems(plan).flatMap(({ verify }) => (verify === null ? [] : [verify]));
    const untrusted = proofs.filter((proof) => !isTrusted(proof)).length;
    const holds = config.plan.block;
    if (options.json)
      out.json({ path: files.path, feature: files.feature, why: files.why, holds, plan, state, untrusted });
    else print(out, files, plan, state, { holds, proofs: proofs.length, untrusted });
  },
});

function print(
  out: Output,
  files: PlanFiles,
  plan: Plan,
  state: PlanState,
  { holds, proofs, untrusted }: { holds: string; proofs: number; untrusted: number },
): void {
  const why = files.why === "branch" ? "named after the branch" : "MEMORY.md says in-progress";
  out.line(`${out.style.bold(printable(files.path))} (${why})`);
  for (const { title, steps } of plan.phases) section(out, title || "Items", itemsOf(steps));
  if (plan.ship.length > 0) section(out, "Ship criteria", plan.ship);
  if (state.waitsAt)
    out.line(
      out.style.yellow(`waiting for you at line ${state.waitsAt.line}: ${printable(state.waitsAt.text)}`),
    );
  const trust = untrusted > 0 ? `, ${untrusted} not trusted: \`holdfast trust\`` : "";
  if (proofs > 0) out.line(`proofs: ${proofs}${trust}`);
  out.line(
    holds === "never" ? "Open items are advice only." : `Open items hold a stop (plan.block: ${holds}).`,
  );
}

function section(out: Output, title: string, items: readonly { text: string; done: boolean }[]): void {
  const open = items.filter(({ done }) => !done);
  out.line(`  ${printable(title)}: ${items.length - open.length} of ${items.length} done`);
  for (const { text } of open) out.line(`    - [ ] ${printable(text)}`);
}
