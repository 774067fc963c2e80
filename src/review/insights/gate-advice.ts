// Learning from blocks: which gate is often wrong, and which setting would change that. Nothing is changed by itself.
import type { Config } from "../../config/config.ts";
import type { GateRecord } from "./insights.ts";
import { type ProposedSetting, proposeSetting } from "./propose-setting.ts";

export interface GateAdvice {
  gate: string;
  /** In words, with the numbers. */
  why: string;
  /** Null: no setting would help, only the person knows. */
  setting: ProposedSetting | null;
}

/** Fewer than these say nothing. */
const FEWEST_WRONG = 2;
const FEWEST_UNCHANGED = 3;
const OFTEN_WRONG = 0.2;
const OFTEN_UNCHANGED = 0.5;
/** A person started these: that the work did not move says nothing against the gate. */
const DECLARED = new Set(["loop", "flow", "pipeline"]);

export function judgeGates(records: readonly GateRecord[], config: Config): GateAdvice[] {
  return records.flatMap((record) => {
    const why = complaintAbout(record);
    return why === null ? [] : [{ gate: record.gate, why, setting: proposeSetting(record.gate, config) }];
  });
}

function complaintAbout({ gate, blocks, wrong, holds, unchanged }: GateRecord): string | null {
  const isWrong = wrong >= FEWEST_WRONG && wrong / blocks >= OFTEN_WRONG;
  const isIdle = !DECLARED.has(gate) && unchanged >= FEWEST_UNCHANGED && unchanged / holds >= OFTEN_UNCHANGED;
  const complaints = [
    ...(isWrong ? [`${wrong} of its ${blocks} blocks were marked wrong`] : []),
    ...(isIdle ? [`${unchanged} of the ${holds} times it held, it was let go without a change`] : []),
  ];
  return complaints.length > 0 ? complaints.join("; ") : null;
}
