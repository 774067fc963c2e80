// Describes briefly what is active in a session: for the status line, and for the mod's band, buttons and toasts.
import { RELEASE_REASONS } from "../../gates/engine/budget.ts";
import type { RecordedGoal } from "../../gates/goals/goal.ts";
import { findKind } from "../../gates/goals/kinds.ts";
import { describeLiveEditors } from "../../recording/queue/live-editors.ts";
import { blockingFindings, type DecisionRow } from "../../store/decisions.ts";
import { clipLine } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import { printable } from "../../text/printable.ts";
import { describeGoals, type Goal } from "./describe-goals.ts";
import type { SessionFacts } from "./session-facts.ts";

export interface ActiveItem {
  /** A kind of goal, "paused", "finding", "session", "inbox" or "store". */
  kind: string;
  /** For a status line, such as `loop red 2/25`. */
  short: string;
  /** For the band, such as `loop 2/25 · npm test red`. */
  text: string;
  tone: "hold" | "bad" | "quiet";
}

export interface End {
  /** Stable: the same end always has the same id. */
  id: string;
  text: string;
}

const MAX_COMMAND = 24;
const MAX_ENDS_TEXT = 120;

export function describeActive(facts: SessionFacts): ActiveItem[] {
  const { env, pause, recorded } = facts;
  const { editors, inbox, storeProblem } = recorded;
  const items: ActiveItem[] = [];
  if (env.off) return items;
  const add = (kind: string, tone: ActiveItem["tone"], short: string, text = short) =>
    items.push({ kind, short, text, tone });
  if (pause)
    add(
      "paused",
      "quiet",
      pause.until === null ? "paused" : `paused ${formatLeft(pause.until - Date.now())}`,
    );
  for (const goal of describeGoals(facts)) {
    if (goal.state === "open" && goal.waived.length === 0) continue;
    const tone = goal.state !== "holds" ? "quiet" : goal.isRed ? "bad" : "hold";
    add(goal.endedBy !== null ? goal.kind : "finding", tone, goal.short, goal.text);
  }
  const others = describeLiveEditors(editors);
  if (others !== null) add("session", "bad", `${editors.length + 1} sessions edit here`, others);
  if (inbox > 0) add("inbox", "quiet", `inbox ${inbox}`, `${inbox} inbox`);
  if (storeProblem)
    add("store", "bad", "holdfast doctor", `store: ${printable(clipLine(storeProblem, MAX_ENDS_TEXT))}`);
  return items;
}

/** What a person can do; the key is a letter of the label. `command`: arguments for holdfast. */
export interface Button {
  id: string;
  label: string;
  hotkey: string;
  command: string[];
}

function button(id: string, hotkey: string, label: string, ...command: string[]): Button {
  return { id, label, hotkey, command };
}

export function listButtons(facts: SessionFacts): Button[] {
  const goals = describeGoals(facts).filter(({ state }) => state !== "open");
  const isHeld = goals.some(({ state }) => state === "holds");
  const ends = goals.flatMap((goal) => endButton(goal) ?? []);
  return [
    ...new Map(ends.map((end) => [end.id, end])).values(),
    ...(facts.pause ? [button("resume", "r", "resume", "resume")] : []),
    ...(!facts.pause && isHeld ? [button("pause", "p", "pause 1 h", "pause", "--for", "1h")] : []),
  ];
}

/** Of a kind without a key, only `holdfast status` says how it ends. */
function endButton({ kind, endedBy }: Goal): Button | null {
  const { hotkey } = findKind(kind) ?? {};
  if (endedBy === null || hotkey === undefined) return null;
  return button(endedBy.replace(" ", "-"), hotkey, endedBy, ...endedBy.split(" "));
}

/** Events worth a toast: a goal that was met, a release, a check that failed after the turn. */
export function describeEnds({ recorded }: Pick<SessionFacts, "recorded">): End[] {
  const { goals, decisions } = recorded;
  const met = goals.filter(({ state, why }) => state === "met" && why === null);
  return [...met.map(describeMet), ...decisions.flatMap((row) => describeEnd(row) ?? [])];
}

function describeMet({ kind, createdAt, rounds, conditions }: RecordedGoal): End {
  const command = conditions[0]?.run ?? null;
  const by = command === null ? "" : `: ${printable(clipLine(command, MAX_COMMAND))} passes`;
  const name = printable(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`);
  return { id: `${kind} ${createdAt}`, text: `${name} done after ${countNoun(rounds, "round")}${by}` };
}

function describeEnd(row: DecisionRow): End | null {
  if (row.agent !== "main") return null;
  const [first] = blockingFindings(row);
  const what = printable(clipLine(first?.summary ?? first?.reason ?? "something", MAX_ENDS_TEXT));
  const id = `decision ${row.id}`;
  const released = RELEASE_REASONS[row.rule];
  if (released) return { id, text: `Stop allowed, ${released}. Still open: ${what}` };
  return row.event === "background" && row.verdict === "blocked"
    ? { id, text: `After the turn: ${what}` }
    : null;
}

function formatLeft(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes < 120 ? `${minutes}m` : `${Math.round(minutes / 60)}h`;
}
