// The next milder setting of a gate, from where it stands now.
import type { Config } from "../../config/config.ts";

export interface ProposedSetting {
  /** Dotted, such as "plan.block". */
  key: string;
  value: string | number | boolean;
}

const FEWEST_ROUNDS = 5;

export function proposeSetting(gate: string, config: Config): ProposedSetting | null {
  if (gate === "custom") return null;
  const off = { key: `gates.${gate}.enabled`, value: false };
  switch (gate) {
    case "lock": {
      const fewer = Math.max(FEWEST_ROUNDS, Math.floor(config.gates.lock.max / 2));
      return fewer < config.gates.lock.max ? { key: "gates.lock.max", value: fewer } : off;
    }
    case "tasks":
      if (config.tasks.block === "never") return off;
      return { key: "tasks.block", value: config.tasks.block === "always" ? "active" : "never" };
    case "plan":
      if (config.plan.block === "never") return off;
      return { key: "plan.block", value: config.plan.block === "all" ? "phase" : "never" };
    case "checklist":
      return config.checklist.block ? { key: "checklist.block", value: false } : off;
    case "hygiene":
      return config.hygiene.stop === "block" ? { key: "hygiene.stop", value: "advise" } : off;
    case "flow":
      return config.flow.commit === "block" ? { key: "flow.commit", value: "advise" } : off;
    default:
      return gate in config.gates ? off : null;
  }
}
