// The client's settings: can it read them, and does it run hooks at all?
import { valueAt } from "../../settings-value.ts";
import { type Check, type CheckResult, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { type SettingsSource, valueInForce } from "../settings-sources.ts";

export const settings: Check = {
  id: "settings",
  title: "settings",
  async run({ sources }) {
    const there = sources.filter((source) => source.exists);
    const objections = [...there.flatMap(judgeFile), ...judgeSwitch(sources), ...judgePolicy(sources)];
    if (objections.length > 0) return objections;
    if (there.length === 0) return [ok("there are no settings files yet")];
    return [ok(`readable: ${there.map((source) => source.path).join(", ")}`)];
  },
};

function judgeFile({ refusal, value }: SettingsSource): CheckResult[] {
  if (!refusal) return [];
  const consequence = value === undefined ? "; Claude Code ignores the file and every hook in it" : "";
  return [problem(`${refusal.message}${consequence}`, refusal.hint)];
}

function judgeSwitch(sources: DoctorContext["sources"]): CheckResult[] {
  const inForce = valueInForce(sources, ["disableAllHooks"]);
  if (inForce && inForce.value !== false) {
    const nextStep = `Remove "disableAllHooks" from ${inForce.source.path} and restart Claude Code.`;
    return [problem(`"disableAllHooks" in ${inForce.source.path} switches every hook off`, nextStep)];
  }
  const overruled = sources.filter((source) => valueAt(source.value, ["disableAllHooks"]) === true);
  return overruled.map(({ path }) =>
    warn(
      `"disableAllHooks" in ${path} is overruled here, but switches every hook off elsewhere`,
      "Remove it unless you mean it.",
    ),
  );
}

function judgePolicy(sources: DoctorContext["sources"]): CheckResult[] {
  const managed = sources.find((source) => source.name === "managed");
  if (valueAt(managed?.value, ["allowManagedHooksOnly"]) !== true) return [];
  return [
    problem(
      `${managed?.path} lets only managed hooks run ("allowManagedHooksOnly")`,
      "Ask your administrator to add holdfast's hooks to the managed settings.",
    ),
  ];
}
