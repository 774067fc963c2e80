// Describes briefly what is active in a session: for the status line, and for the mod's band, buttons and toasts.
import { RELEASE_REASONS } from "../../gates/engine/budget.ts";
import { isForeign } from "../../gates/lock/rows.ts";
import type { Lock } from "../../gates/lock/state-file.ts";
import { type BlockingFinding, blockingFindings, type DecisionRow } from "../../store/decisions.ts";
import { clipLine } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import { printable } from "../../text/printable.ts";
import { valueWithoutSecrets } from "../../text/redaction/without-secrets.ts";
import type { SessionFacts } from "./session-facts.ts";

export interface ActiveItem {
  kind: "paused" | "lock" | "loop" | "flow" | "pipeline" | "finding" | "inbox" | "store";
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
/** Declared work has its own items. */
const DECLARED = new Set(["lock", "loop", "flow", "pipeline"]);

export function describeActive(facts: SessionFacts): ActiveItem[] {
  const now = Date.now();
  const { env, pause, foreignLoop, recorded } = facts;
  const { loop, flow, pipeline, inbox, storeProblem } = recorded;
  const items: ActiveItem[] = [];
  if (env.off) return items;
  const add = (kind: ActiveItem["kind"], tone: ActiveItem["tone"], short: string, text = short) =>
    items.push({ kind, short, text, tone });
  if (pause)
    add("paused", "quiet", pause.until === null ? "paused" : `paused ${formatLeft(pause.until - now)}`);
  const lock = holdingLock(facts, now);
  if (lock) add("lock", "hold", `lock ${recorded.lockRounds}/${lock.maxBlocks}`);
  if (loop?.status === "active") {
    const rounds = `${loop.iteration}/${loop.max_iterations}`;
    const isRed = loop.validation_result === "failed";
    const command = printable(clipLine(loop.verify ?? "not done", MAX_COMMAND));
    add(
      "loop",
      isRed ? "bad" : "hold",
      `loop ${isRed ? "red " : ""}${rounds}`,
      `loop ${rounds}${isRed ? ` · ${command} red` : ""}`,
    );
  } else if (foreignLoop)
    add("loop", "hold", `loop ${foreignLoop.goal.rounds}/${foreignLoop.goal.maxRounds}`);
  if (flow?.status === "active") add("flow", "hold", `flow ${printable(clipLine(flow.phase, MAX_COMMAND))}`);
  if (pipeline?.status === "active") add("pipeline", "hold", "pipeline");
  for (const [kind, row] of Object.entries({ loop, flow, pipeline }))
    if (row?.status === "suspended") add(kind as ActiveItem["kind"], "quiet", `${kind} suspended`);
  for (const finding of openFindings(facts)) {
    const label = printable(finding.label ?? finding.gate);
    add("finding", "bad", label);
  }
  if (inbox > 0) add("inbox", "quiet", `inbox ${inbox}`, `${inbox} inbox`);
  if (storeProblem)
    add("store", "bad", "holdfast doctor", `store: ${printable(clipLine(storeProblem, MAX_ENDS_TEXT))}`);
  return items;
}

/** A lock that holds this session, or the first one that tries to stop. */
export function holdingLock({ foundLock, recorded }: SessionFacts, now: number): Lock | null {
  const { lock = null, origin = "person" } = foundLock ?? {};
  if (lock === null || isForeign(origin) || lock.expiresAt <= now) return null;
  return lock.all || lock.owner === null || lock.owner === recorded.sessionId ? lock : null;
}

/** Findings that held the last stop, without declared work; none after a new prompt. */
export function openFindings({ recorded }: Pick<SessionFacts, "recorded">): BlockingFinding[] {
  const { budget, decisions } = recorded;
  const last = decisions.find(({ agent }) => agent === "main");
  if (last?.verdict !== "blocked" || last.budget_id !== budget?.id) return [];
  return blockingFindings(last).filter(({ gate }) => !DECLARED.has(gate));
}

/** What a person can do; the key is a letter of the label. */
export function listButtons(facts: SessionFacts) {
  const now = Date.now();
  const { pause, foreignLoop, recorded } = facts;
  const { loop, flow, pipeline } = recorded;
  const lock = holdingLock(facts, now);
  const isHeld = lock || foreignLoop || [loop, flow, pipeline].some((work) => work?.status === "active");
  /** `command`: arguments for holdfast. */
  const button = (id: string, hotkey: string, label: string, ...command: string[]) => {
    return { id, label, hotkey, command };
  };
  return [
    ...(lock ? [button("unlock", "u", "unlock", "unlock")] : []),
    ...((loop && isOpen(loop)) || foreignLoop
      ? [button("cancel-loop", "c", "cancel loop", "cancel", "loop")]
      : []),
    ...(flow && isOpen(flow) ? [button("cancel-flow", "f", "cancel flow", "cancel", "flow")] : []),
    ...(pipeline && isOpen(pipeline)
      ? [button("cancel-pipeline", "l", "cancel pipeline", "cancel", "pipeline")]
      : []),
    ...(pause
      ? [button("resume", "r", "resume", "resume")]
      : isHeld || openFindings(facts).length > 0
        ? [button("pause", "p", "pause 1 h", "pause", "--for", "1h")]
        : []),
  ];
}

/** Events worth a toast: a loop that passed, a release, a check that failed after the turn. */
export function describeEnds({ recorded }: Pick<SessionFacts, "recorded">): End[] {
  const { loop, decisions } = recorded;
  const ends = decisions.flatMap((row) => describeEnd(row) ?? []);
  if (loop?.status === "done") {
    const by = loop.verify === null ? "" : `: ${printable(clipLine(loop.verify, MAX_COMMAND))} passes`;
    ends.unshift({
      id: `loop ${loop.created_at}`,
      text: `Loop done after ${countNoun(loop.iteration, "round")}${by}`,
    });
  }
  return ends;
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

/** Of declared work. */
export function isOpen({ status }: { status: string }): boolean {
  return status === "active" || status === "suspended";
}

/** A loop or a flow as it is shown: the commands that prove it are kept as they are, and may have a secret in them. */
export async function shownRow<Row extends object>(row: Row): Promise<Row> {
  const names = ["verify", "correctness", "quality", "adversarial"];
  const commands = Object.entries(row).filter(([name]) => names.includes(name));
  return { ...row, ...(await valueWithoutSecrets(Object.fromEntries(commands))) };
}

function formatLeft(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes < 120 ? `${minutes}m` : `${Math.round(minutes / 60)}h`;
}
