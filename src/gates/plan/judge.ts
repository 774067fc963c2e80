import type { Config } from "../../config/schema.ts";
import { bulletList, clip, clipLine } from "../../text/clip.ts";
import { quoteWork } from "../../text/quote-text.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { OpenItem, PlanState } from "./plan-state.ts";

/** The plan that is being worked on. */
export interface PlanFacts {
  /** The folder that has the plan, and the plan's path in it. */
  folder: string;
  path: string;
  state: PlanState;
  /** Ticked items whose proof was not run, because nobody vouched for the command. */
  unproven: number;
  /** Items ticked in this session. */
  finished: string[];
  toolCalls: number;
  /** The person's last prompt, or a call since then, names the plan: it is what is being worked on. */
  isOfBudget: boolean;
}

const SHOWN = 5;
const MAX_ITEM = 140;
const MAX_ERROR = 400;

export function judgePlan({ config }: StopView, active: PlanFacts): Finding[] {
  // A plan that the turn has nothing to do with is only a reminder.
  const block = active.isOfBudget ? config.plan.block : "never";
  if (active.state.open.length === 0) return [complete(active)];
  const wanted = wantedNow(active, block);
  if (wanted.length > 0) return [holdFor(wanted, active, block), ...unproven(active)];
  if (block !== "never" && active.state.waitsAt) return [waitForUser(active), ...unproven(active)];
  return [...falseTicks(active), remind(active), ...unproven(active)];
}

type Block = Config["plan"]["block"];

function wantedNow({ state }: PlanFacts, block: Block): OpenItem[] {
  switch (block) {
    case "phase":
      return state.current;
    case "all":
      return state.reachable;
    case "never":
      return [];
  }
}

function holdFor(wanted: readonly OpenItem[], active: PlanFacts, block: Block): Finding {
  const [lie] = wanted.filter(({ disproof }) => disproof !== null);
  const phase = block === "phase" && active.state.phase ? ` of phase ${quote(active.state.phase, 60)}` : "";
  return {
    ...common(active),
    code: lie ? "false-tick" : "open",
    severity: "block",
    reason: [
      `${count(wanted.length)} open${phase} in ${place(active)}. Do the next one now and tick it when it is true:`,
      ...bulletList(wanted.map(describe), SHOWN),
      ...(lie?.disproof
        ? [`\`${clipLine(lie.disproof.shownCommand, MAX_ITEM)}\` says:`, clip(lie.disproof.error, MAX_ERROR)]
        : []),
      "An item that is no longer wanted: mark it [-].",
    ].join("\n"),
    summary: `${count(wanted.length)} open${phase} in ${place(active)}, first: ${quote(wanted[0]?.text ?? "", MAX_ITEM)}`,
    fingerprint: mark(
      "open",
      active,
      wanted.map(({ text, disproof }) => `${text}\n${disproof?.fingerprint ?? ""}`),
    ),
    progress: `tools:${active.toolCalls}`,
    isPatient: true,
    narrower: { key: "plan.block", value: block === "all" ? "phase" : "never" },
  };
}

function waitForUser(active: PlanFacts): Finding {
  const at = active.state.waitsAt;
  return {
    ...common(active),
    code: "checkpoint",
    severity: "block",
    reason: `${place(active)} waits for the user at line ${at?.line ?? 0}: ${quote(at?.text || "checkpoint", MAX_ITEM)}`,
    fingerprint: mark("checkpoint", active, [at?.text ?? ""]),
    progress: "",
    releasedBy: "the user",
    needsUser: true,
  };
}

function falseTicks(active: PlanFacts): Finding[] {
  const lies = active.state.open.filter(({ disproof }) => disproof !== null);
  const [first] = lies;
  if (!first?.disproof) return [];
  const more = lies.length > 1 ? ` +${lies.length - 1}` : "";
  return [
    {
      ...common(active),
      code: "false-tick",
      severity: "advise",
      reason: `ticked in ${place(active)}, but \`${clipLine(first.disproof.shownCommand, 60)}\` fails: ${quote(first.text, 80)}${more}`,
      fingerprint: mark(
        "false-tick",
        active,
        lies.map(({ text }) => text),
      ),
      progress: "",
    },
  ];
}

/** Once a phase and session: the fingerprint does not follow the items. */
function remind(active: PlanFacts): Finding {
  const { open, total, phase } = active.state;
  return {
    ...common(active),
    code: "open",
    severity: "advise",
    reason: `${open.length} of ${total} items open in ${place(active)}${phase ? ` (${quote(phase, 60)})` : ""}: ${quote(open[0]?.text ?? "", 80)}${open.length > 1 ? " …" : ""}`,
    fingerprint: mark("reminder", active, [phase ?? ""]),
    progress: "",
  };
}

function complete(active: PlanFacts): Finding {
  return {
    ...common(active),
    code: "complete",
    severity: "advise",
    reason: `every item of ${place(active)} is done.`,
    fingerprint: mark("complete", active, []),
    progress: "",
  };
}

function unproven(active: PlanFacts): Finding[] {
  if (active.unproven === 0) return [];
  return [
    {
      ...common(active),
      code: "unproven",
      severity: "advise",
      reason: `${active.unproven === 1 ? "1 proof" : `${active.unproven} proofs`} in ${place(active)} not run: run \`holdfast trust\` yourself if these commands may run.`,
      fingerprint: mark("unproven", active, []),
      progress: "",
      releasedBy: "`holdfast trust`",
    },
  ];
}

function common(active: PlanFacts) {
  return { gate: "plan", releasedBy: `the items being done, or marked [-], in ${place(active)}` };
}

/** Somebody may have named a folder so that it speaks to Claude. */
function place({ path }: PlanFacts): string {
  return quoteWork(path, MAX_ITEM);
}

function quote(text: string, max: number): string {
  return `"${quoteWork(text, max)}"`;
}

function describe({ text, disproof }: OpenItem): string {
  return `${quote(text, MAX_ITEM)}${disproof ? " (ticked, but its proof fails)" : ""}`;
}

function count(number: number): string {
  return number === 1 ? "1 item is" : `${number} items are`;
}

function mark(code: string, { path }: PlanFacts, parts: readonly string[]): string {
  return `plan-${code}:${Bun.hash([path, ...parts].join("\n")).toString(36)}`;
}
