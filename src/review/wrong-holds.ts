// What a person can set when holds for the same reason keep being wrong.
import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import type { Config } from "../config/schema.ts";
import type { Setting } from "../gates/engine/gate.ts";
import { GATES } from "../gates/registry.ts";
import {
  type BlockingFinding,
  blockingFindings,
  type DecisionRow,
  listDecisions,
} from "../store/decisions.ts";
import type { Store } from "../store/open.ts";
import { countNoun } from "../text/count-noun.ts";

type AnySetting = Pick<Setting, "key"> & { value: unknown };

export interface WrongHolds {
  gate: string;
  code: string;
  /** Holds marked wrong in this project. */
  count: number;
  /** Empty if only the gate's own definition can help. */
  settings: AnySetting[];
  /** For the person. */
  text: string;
}

const MIN_WRONG = 3;
const MAX_READ = 500;

/** For each reason of a hold: what could be set, from its third mark in the project on. */
export async function suggestSettings(
  env: Environment,
  store: Store,
  { project_dir: projectDir, findings }: Pick<DecisionRow, "project_dir" | "findings">,
): Promise<WrongHolds[]> {
  if (projectDir === null) return [];
  const { config } = await loadConfig(env, projectDir);
  const marked = listDecisions(store, { projectDir, verdict: "blocked", isMarkedWrong: true }, MAX_READ);
  const suggestions: WrongHolds[] = [];
  const reasons = Map.groupBy(blockingFindings({ findings }), ({ gate, code }) => `${gate} ${code}`);
  for (const [{ gate, code }] of reasons.values() as Iterable<[BlockingFinding]>) {
    const same = marked.flatMap((row) => {
      const found = blockingFindings(row).filter((one) => one.gate === gate && one.code === code);
      return found.length > 0 ? [found] : [];
    });
    if (same.length < MIN_WRONG) continue;
    const narrowest = joinNarrower(same.flat());
    const milder = narrowest === null ? await proposeSetting(gate, config) : null;
    const settings = narrowest ?? (milder ? [milder] : []);
    const text = `${countNoun(same.length, "hold")} by ${gate} (${code}) were marked wrong in this project. ${describe(settings, narrowest !== null)}`;
    suggestions.push({ gate, code, count: same.length, settings, text });
  }
  return suggestions;
}

function describe(settings: readonly AnySetting[], isNarrowest: boolean): string {
  if (settings.length === 0)
    return "No setting makes it milder; `holdfast explain` shows how to switch it off.";
  const what = isNarrowest ? "The narrowest setting that would have avoided them" : "The next milder setting";
  return `${what}, for .claude/holdfast.json: ${settings.map(formatSetting).join(" and ")}`;
}

/** Newest first: of a value the newest counts, lists are joined. null if one of the findings names no setting. */
function joinNarrower(findings: readonly BlockingFinding[]): AnySetting[] | null {
  const byKey = new Map<string, unknown>();
  for (const { avoidedBy } of findings) {
    if (avoidedBy === null) return null;
    const { key, value } = avoidedBy;
    const known = byKey.get(key);
    if (Array.isArray(known) && Array.isArray(value)) byKey.set(key, [...new Set([...known, ...value])]);
    else if (known === undefined) byKey.set(key, value);
  }
  return [...byKey].map(([key, value]) => ({ key, value }));
}

/** The next milder setting of a gate; the last resort is to switch it off. */
export async function proposeSetting(id: string, config: Config): Promise<Setting | null> {
  const gate = await GATES.find((entry) => entry.id === id)?.load();
  if (!gate) return null; // A gate of another version.
  const isSwitch =
    Object.hasOwn(config.gates, id) && !Array.isArray(config.gates[id as keyof Config["gates"]]);
  return gate.milder?.(config) ?? (isSwitch ? { key: `gates.${id}.enabled`, value: false } : null);
}

/** As JSON for the config file. */
export function formatSetting({ key, value }: AnySetting): string {
  const nested = key.split(".").reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
  return JSON.stringify(nested);
}
