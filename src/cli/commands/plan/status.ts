import { itemsOf } from "../../../gates/markdown/parse-plan.ts";
import { printable } from "../../../text/printable.ts";
import { readWholePlan } from "../../../views/status/plan.ts";
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
    const { found, active } = await readWholePlan(env, project.dir);
    if (options.json) {
      const { waits: _, proofs: __, ...plan } = active ?? {};
      out.json(active && plan);
    } else if (active) print(out, active);
    else
      out.line(
        `No active plan here (${found} found). \`holdfast plan status --help\` says which one is active.`,
      );
  },
});

type ActivePlan = NonNullable<Awaited<ReturnType<typeof readWholePlan>>["active"]>;

function print(out: Output, { path, why, plan, waits, holds, proofs, untrusted }: ActivePlan): void {
  const source = why === "branch" ? "named after the branch" : "MEMORY.md says in-progress";
  out.line(`${out.style.bold(printable(path))} (${source})`);
  for (const { title, steps } of plan.phases) section(out, title || "Items", itemsOf(steps));
  if (plan.ship.length > 0) section(out, "Ship criteria", plan.ship);
  if (waits !== "") out.line(out.style.yellow(waits));
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
