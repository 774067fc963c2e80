// What a session that starts should know of the active plan: its memory and what is open, within a budget.
import type { Config } from "../../config/config.ts";
import type { SessionStartEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import { findActivePlan } from "./active-plan.ts";
import { parsePlan } from "./parse-plan.ts";
import { weighPlan } from "./weigh-plan.ts";

const SHOWN = 8;
const LONGEST = 140;
/** The end of a memory is the newest part of it. */
const SHARE_OF_END = 0.4;

/** Never throws: null when there is none, or nothing is left of it. */
export async function rememberPlan(
  context: HookContext<SessionStartEvent>,
  config: Config,
): Promise<string | null> {
  const { projectDir, event } = context;
  if (projectDir === null || event.sessionId === null) return null;
  try {
    if (!config.gates.plan.enabled || config.plan.context === 0) return null;
    const files = await findActivePlan(projectDir, config);
    if (!files) return null;
    const state = weighPlan(parsePlan(files.text), []);
    if (state.open.length === 0) return null;
    const why = files.why === "branch" ? "the branch's" : "its MEMORY.md says in-progress";
    const next = state.waitsAt ? [`It waits for the user: ${clip(state.waitsAt.text || "checkpoint")}`] : [];
    return [
      `Active plan: ${files.path} (${why}), ${state.open.length} of ${state.total} items open${state.phase ? `, in "${clip(state.phase)}"` : ""}:`,
      ...state.open.slice(0, SHOWN).map(({ text }) => `- [ ] ${clip(text)}`),
      ...(state.open.length > SHOWN ? [`- and ${state.open.length - SHOWN} more`] : []),
      ...next,
      ...(files.memory?.trim() ? ["From its MEMORY.md:", cut(files.memory.trim(), config.plan.context)] : []),
    ].join("\n");
  } catch (error) {
    await noteFault(context, "gate:plan", error);
    return null;
  }
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor(most * SHARE_OF_END);
  return `${text.slice(0, most - end - 3).toWellFormed()}\n…\n${text.slice(text.length - end).toWellFormed()}`;
}

function clip(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`.toWellFormed();
}
