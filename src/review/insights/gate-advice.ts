// Which gates are often wrong, and the setting that would change it. Nothing is changed by itself.
import type { Config } from "../../config/config.ts";
import type { GateRecord } from "./insights.ts";

export interface GateAdvice {
  gate: string;
  /** In words, with the numbers. */
  why: string;
  /** Null when no setting would help. */
  setting: ProposedSetting | null;
}

const MIN_WRONG = 2;
const MIN_WRONG_SHARE = 0.2;
const MIN_UNCHANGED = 3;
const MIN_UNCHANGED_SHARE = 0.5;
/** Started by a person: that the work did not progress says nothing against the gate. */
const STARTED_BY_PERSON = new Set(["loop", "flow", "pipeline"]);

export function adviseOnGates(records: readonly GateRecord[], config: Config): GateAdvice[] {
  return records.flatMap((record) => {
    const why = complaintAbout(record);
    return why === null ? [] : [{ gate: record.gate, why, setting: proposeSetting(record.gate, config) }];
  });
}

function complaintAbout({ gate, blocks, wrong, holds, unchanged }: GateRecord): string | null {
  const isWrong = wrong >= MIN_WRONG && wrong / blocks >= MIN_WRONG_SHARE;
  const isIdle =
    !STARTED_BY_PERSON.has(gate) && unchanged >= MIN_UNCHANGED && unchanged / holds >= MIN_UNCHANGED_SHARE;
  const complaints = [
    ...(isWrong ? [`${wrong} of its ${blocks} blocks were marked wrong`] : []),
    ...(isIdle ? [`${unchanged} of the ${holds} times it held, it was released without a change`] : []),
  ];
  return complaints.length > 0 ? complaints.join("; ") : null;
}

export interface ProposedSetting {
  /** Dotted, such as "plan.block". */
  key: string;
  value: string | number | boolean;
}

const MIN_LOCK_ROUNDS = 5;

/** The next milder setting of a gate. */
export function proposeSetting(gate: string, config: Config): ProposedSetting | null {
  if (gate === "custom") return null;
  const off = { key: `gates.${gate}.enabled`, value: false };
  switch (gate) {
    case "lock": {
      const fewer = Math.max(MIN_LOCK_ROUNDS, Math.floor(config.gates.lock.max / 2));
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
