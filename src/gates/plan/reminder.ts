// What a session that starts should know of the active plan: its memory and what is open, within a budget.
import { clip } from "../../text/clip.ts";
import { parsePlan } from "../documents/plan.ts";
import type { Reminder, ReminderContext } from "../engine/gate.ts";
import { findActivePlan, findPlanFolder } from "./active-plan.ts";
import { planState } from "./plan-state.ts";

const SHOWN = 8;
const MAX_ITEM = 140;
/** The end of a memory is the newest part of it. */
const SHARE_OF_END = 0.4;

/** null when there is none, or nothing is left of it. */
export async function remindOfPlan({ projectDir, event, loaded }: ReminderContext): Promise<Reminder | null> {
  const { config } = loaded;
  if (projectDir === null || event.sessionId === null) return null;
  if (!config.gates.plan.enabled || config.plan.context === 0) return null;
  const files = await findActivePlan(findPlanFolder(projectDir, config), config);
  if (!files) return null;
  const state = planState(parsePlan(files.text), []);
  if (state.open.length === 0) return null;
  const why = files.why === "branch" ? "the branch's" : "its MEMORY.md says in-progress";
  const phase = state.phase ? `, in "${shorten(state.phase)}"` : "";
  const note = [
    `Active plan: ${files.path} (${why}), ${state.open.length} of ${state.total} items open${phase}:`,
    ...state.open.slice(0, SHOWN).map(({ text }) => `- [ ] ${shorten(text)}`),
    ...(state.open.length > SHOWN ? [`- and ${state.open.length - SHOWN} more`] : []),
    ...(state.waitsAt ? [`It waits for the user: ${shorten(state.waitsAt.text || "checkpoint")}`] : []),
    ...(files.memory?.trim() ? ["From its MEMORY.md:", cut(files.memory.trim(), config.plan.context)] : []),
  ];
  return { notes: [note.join("\n")] };
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = Math.floor(max * SHARE_OF_END);
  return `${text.slice(0, max - end - 3).toWellFormed()}\n…\n${text.slice(text.length - end).toWellFormed()}`;
}

function shorten(text: string): string {
  return clip(text, MAX_ITEM);
}
