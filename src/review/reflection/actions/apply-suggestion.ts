// The actions for a finding, and applying one that a person approved. Applying it twice changes nothing more.
import type { Environment } from "../../../config/environment.ts";
import { remember } from "../../../memory/files/remember.ts";
import { syncIndex } from "../../../memory/index/sync-index.ts";
import type { Store } from "../../../store/open.ts";
import type { FindingRow } from "../finding-rows.ts";
import type { Pattern, PatternId } from "../reflection.ts";
import { DRAFT_OUTCOME, draftScript } from "./draft-files.ts";
import { applyChange, type PlannedChange, planConfigChange, planPermission } from "./plan-change.ts";

export type Action = "script" | "memory" | "gate" | "permission" | "note" | "issue";

const DESCRIPTIONS: Record<Action, string> = {
  script: "draft a script",
  memory: "save a memory",
  gate: "change .claude/holdfast.json",
  permission: "allow it in .claude/settings.local.json",
  note: "mark it as read",
  issue: "file a GitHub issue",
};

/** Findings about holdfast itself, which do not belong among a project's issues. */
const ABOUT_HOLDFAST = new Set<PatternId>(["GATE_BLOCKS", "GATE_RELEASES", "WRONG_BLOCKS"]);

/** From this similarity on, two memories say the same. */
const MIN_SAME_MEMORY = 0.9;

export interface ActionContext {
  env: Pick<Environment, "holdfastHome" | "claudeDir">;
  store: Store;
  projectDir: string;
  projectKey: string;
}

export function describeAction(action: Action): string {
  return DESCRIPTIONS[action];
}

type SuggestingPattern = Pick<Pattern, "id" | "title" | "suggestion">;

/** The suggested action comes first and is the default; an issue is filed only if the person chooses it. */
export function listActions(pattern: SuggestingPattern): [Action, ...Action[]] {
  const first = suggestedAction(pattern);
  return isAboutHoldfast(pattern) ? [first] : [first, "issue"];
}

function suggestedAction({ suggestion }: SuggestingPattern): Action {
  const lacksValue = suggestion.kind === "gate" && suggestion.payload.value === null;
  return suggestion.kind === "none" || lacksValue ? "note" : suggestion.kind;
}

function isAboutHoldfast({ id, title }: SuggestingPattern): boolean {
  return ABOUT_HOLDFAST.has(id) || (id === "SLOW_HOOKS" && title.includes("holdfast"));
}

/** null when the suggestion changes no settings file. */
export async function planSuggestedChange(
  { env, projectDir }: Pick<ActionContext, "env" | "projectDir">,
  { suggestion }: Pattern,
): Promise<PlannedChange | null> {
  if (suggestion.kind === "gate") return planConfigChange(projectDir, suggestion.payload);
  if (suggestion.kind === "permission") return planPermission(env, projectDir, suggestion.payload.rule);
  return null;
}

/** Returns what was done, for the record and for the person. */
export async function applySuggestion(
  context: ActionContext,
  finding: Pick<FindingRow, "session_id">,
  pattern: Pattern,
): Promise<string> {
  const { suggestion, title } = pattern;
  if (suggestedAction(pattern) === "note") return "marked as read";
  const change = await planSuggestedChange(context, pattern);
  if (change) {
    await applyChange(context.env, change);
    if (change.before === change.after) return `unchanged: ${change.path}`;
    const trust = suggestion.kind === "gate" ? "; its commands run once you run `holdfast trust`" : "";
    return `changed ${change.path}${trust}`;
  }
  if (suggestion.kind === "script")
    return DRAFT_OUTCOME + draftScript(context.projectDir, suggestion.payload, title);
  if (suggestion.kind !== "memory") throw new Error(`nothing is suggested for ${suggestion.kind}`);
  const { store } = context;
  syncIndex(store, context);
  const words = { ...suggestion.payload, tags: ["reflection"] };
  const origin = { personal: false, who: "user" as const, session: finding.session_id };
  const done = remember(store, context, words, origin, { minSimilarity: MIN_SAME_MEMORY });
  return done.state === "similar" ? `already known as memory ${done.similar[0]?.id}` : `saved ${done.path}`;
}
