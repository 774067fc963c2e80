// What a person can set when holds for the same reason keep being wrong.
import { GATES } from "../gates/registry.ts";
import {
  type BlockingFinding,
  blockingFindings,
  type DecisionRow,
  listDecisions,
} from "../store/decisions.ts";
import type { Store } from "../store/open.ts";
import { countNoun } from "../text/count-noun.ts";

interface Setting {
  /** Dotted, such as "plan.block". */
  key: string;
  value: unknown;
}

export interface WrongHolds {
  gate: string;
  code: string;
  /** Holds marked wrong in this project. */
  count: number;
  /** Empty if no setting would have avoided them. */
  settings: Setting[];
  /** For the person. */
  text: string;
}

const MIN_WRONG = 3;
const MAX_READ = 500;

/** For each reason of a hold: what could be set, from its third mark in the project on. */
export function suggestSettings(
  store: Store,
  { project_dir: projectDir, findings }: Pick<DecisionRow, "project_dir" | "findings">,
): WrongHolds[] {
  if (projectDir === null) return [];
  const marked = listDecisions(store, { projectDir, verdict: "blocked", isMarkedWrong: true }, MAX_READ);
  const suggestions: WrongHolds[] = [];
  const reasons = Map.groupBy(blockingFindings({ findings }), ({ gate, code }) => `${gate} ${code}`);
  for (const [{ gate, code }] of reasons.values() as Iterable<[BlockingFinding]>) {
    const same = marked.flatMap((row) => {
      const found = blockingFindings(row).filter((one) => one.gate === gate && one.code === code);
      return found.length > 0 ? [found] : [];
    });
    if (same.length < MIN_WRONG) continue;
    const narrow = joinAvoiding(same.flat());
    const settings = narrow ?? findSwitch(gate);
    const text = `${countNoun(same.length, "hold")} by ${gate} (${code}) were marked wrong in this project. ${describe(settings, narrow === null)}`;
    suggestions.push({ gate, code, count: same.length, settings, text });
  }
  return suggestions;
}

function describe(settings: readonly Setting[], isSwitch: boolean): string {
  if (settings.length === 0)
    return "No setting would have avoided them; `holdfast explain` shows what to do.";
  const what = settings.map(formatSetting).join(" and ");
  const which = isSwitch
    ? "Only switching the gate off would have avoided them"
    : "The narrowest setting that would have avoided them";
  return `${which}, in .claude/holdfast.json, or in your own file if that sets it: ${what}`;
}

/** Lists are joined. null if a finding names no setting, or if two name different values for the same key. */
function joinAvoiding(findings: readonly BlockingFinding[]): Setting[] | null {
  const byKey = new Map<string, unknown>();
  for (const { avoidedBy } of findings) {
    if (avoidedBy === null) return null;
    const { key, value } = avoidedBy;
    const known = byKey.get(key) ?? value;
    const areLists = Array.isArray(known) && Array.isArray(value);
    if (!areLists && known !== value) return null;
    byKey.set(key, areLists ? [...new Set([...known, ...value])] : value);
  }
  return [...byKey].map(([key, value]) => ({ key, value }));
}

/** Empty for a custom gate, which has no switch, and for a gate of another version. */
function findSwitch(gate: string): Setting[] {
  const hasSwitch = gate !== "custom" && GATES.some(({ id }) => id === gate);
  return hasSwitch ? [{ key: `gates.${gate}.enabled`, value: false }] : [];
}

/** As JSON for the config file. */
function formatSetting({ key, value }: Setting): string {
  const nested = key.split(".").reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
  return JSON.stringify(nested);
}
