// Which gates are often wrong, and the setting that would change it. Nothing is changed by itself.
import type { Config } from "../../config/config.ts";
import type { Setting } from "../../gates/engine/gate.ts";
import { GATES } from "../../gates/registry.ts";
import type { GateRecord } from "./insights.ts";

export interface GateAdvice {
  gate: string;
  /** In words, with the numbers. */
  why: string;
  /** Null when no setting would help. */
  setting: Setting | null;
}

const MIN_WRONG = 2;
const MIN_WRONG_SHARE = 0.2;
const MIN_UNCHANGED = 3;
const MIN_UNCHANGED_SHARE = 0.5;

export async function adviseOnGates(records: readonly GateRecord[], config: Config): Promise<GateAdvice[]> {
  const advice: GateAdvice[] = [];
  for (const record of records) {
    const why = complaintAbout(record);
    if (why !== null)
      advice.push({ gate: record.gate, why, setting: await proposeSetting(record.gate, config) });
  }
  return advice;
}

function complaintAbout({ gate, blocks, wrong, holds, unchanged }: GateRecord): string | null {
  const isWrong = wrong >= MIN_WRONG && wrong / blocks >= MIN_WRONG_SHARE;
  const isOnRequest = GATES.find(({ id }) => id === gate)?.holdsOnRequest === true;
  const isIdle = !isOnRequest && unchanged >= MIN_UNCHANGED && unchanged / holds >= MIN_UNCHANGED_SHARE;
  const complaints = [
    ...(isWrong ? [`${wrong} of its ${blocks} blocks were marked wrong`] : []),
    ...(isIdle ? [`${unchanged} of the ${holds} times it held, it was released without a change`] : []),
  ];
  return complaints.length > 0 ? complaints.join("; ") : null;
}

/** The next milder setting of a gate, at last to switch it off. */
export async function proposeSetting(id: string, config: Config): Promise<Setting | null> {
  const gate = await GATES.find((entry) => entry.id === id)?.load();
  if (!gate) return null; // Of another version.
  const isSwitch =
    Object.hasOwn(config.gates, id) && !Array.isArray(config.gates[id as keyof Config["gates"]]);
  return gate.milder?.(config) ?? (isSwitch ? { key: `gates.${id}.enabled`, value: false } : null);
}
