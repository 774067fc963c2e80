// What is switched off on purpose, and may have been forgotten.
import { loadConfig } from "../../../config/load-config.ts";
import { type Pause, readPauses } from "../../../config/pause.ts";
import { isEnabled } from "../../../gates/engine/is-enabled.ts";
import { GATES } from "../../../gates/registry.ts";
import { type Check, type CheckResult, ok, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";

export const switches: Check = {
  id: "switches",
  title: "switches",
  async run(context) {
    const found = [
      ...judgeVariable(context),
      ...(await judgePauses(context)),
      ...(await judgeGates(context)),
    ];
    return found.length > 0 ? found : [ok("nothing is switched off or paused")];
  },
};

function judgeVariable({ env }: DoctorContext): CheckResult[] {
  if (!env.off) return [];
  return [warn("HOLDFAST=0 switches holdfast off in sessions started from here", "Unset HOLDFAST.")];
}

async function judgePauses({ env, now }: DoctorContext): Promise<CheckResult[]> {
  const active = (await readPauses(env)).filter(({ until }) => until === null || until > now);
  return active.map((pause) => {
    const until =
      pause.until === null ? "until `holdfast resume`" : `until ${new Date(pause.until).toLocaleString()}`;
    const by = pause.by === "claude" ? " by Claude" : "";
    return warn(`paused${by} ${describePlace(pause)}, ${until}`, describeResume(pause));
  });
}

async function judgeGates({ env, projectDir }: DoctorContext): Promise<CheckResult[]> {
  const { config, origins } = await loadConfig(env, projectDir);
  return GATES.filter(({ id }) => !isEnabled(config, id)).map(({ id }) => {
    const file = `${origins.get(`gates.${id}.enabled`) ?? "default"} config`;
    return warn(`the gate ${id} is off in the ${file}`, `Remove gates.${id}.enabled there to have it back.`);
  });
}

function describePlace({ scope, target }: Pause): string {
  if (scope === "all") return "everywhere";
  return scope === "project" ? `in ${target}` : `for the session ${target}`;
}

function describeResume({ scope }: Pause): string {
  return scope === "project"
    ? "`holdfast resume` in that project ends it."
    : "`holdfast resume` in a terminal ends it.";
}
