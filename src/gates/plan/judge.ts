import type { Config } from "../../config/schema.ts";
import { bulletList, clip, clipLine } from "../../text/clip.ts";
import { quoteWork } from "../../text/quote-text.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { OpenItem, PlanState } from "./plan-state.ts";

export interface PlanFacts {
  folder: string;
  /** Relative to the folder. */
  path: string;
  state: PlanState;
  /** The number of ticked items whose proof was not run for lack of trust. */
  unproven: number;
  /** Items ticked in this session. */
  finished: string[];
  toolCalls: number;
  /** The plan is that of the branch, or it was named since the person's last prompt. */
  isOfBudget: boolean;
}

const MAX_SHOWN = 5;
const MAX_ITEM_LENGTH = 140;
const MAX_ERROR_LENGTH = 400;

export function judgePlan({ config }: StopView, active: PlanFacts): Finding[] {
  // If the turn has nothing to do with the plan, it is only a reminder.
  const block = active.isOfBudget ? config.plan.block : "never";
  if (active.state.open.length === 0) return [complete(active)];
  const due = dueItems(active, block);
  if (due.length > 0) return [openItems(due, active, block), ...unproven(active)];
  if (block !== "never" && active.state.waitsAt) return [waitForUser(active), ...unproven(active)];
  return [...falseTicks(active), remind(active), ...unproven(active)];
}

type Block = Config["plan"]["block"];

function dueItems({ state }: PlanFacts, block: Block): OpenItem[] {
  switch (block) {
    case "phase":
      return state.current;
    case "all":
      return state.reachable;
    case "never":
      return [];
  }
}

function openItems(due: readonly OpenItem[], active: PlanFacts, block: Block): Finding {
  const [disproved] = due.filter(({ disproof }) => disproof !== null);
  const phase = block === "phase" && active.state.phase ? ` of phase ${quote(active.state.phase, 60)}` : "";
  const items = due.length === 1 ? `1 item${phase} is` : `${due.length} items${phase} are`;
  const open = `${items} open in ${quotePath(active)}`;
  return {
    ...common(active),
    code: disproved ? "false-tick" : "open",
    severity: "block",
    reason: [
      `${open}. Do the next one now and tick it when it is done:`,
      ...bulletList(due.map(describe), MAX_SHOWN),
      ...(disproved?.disproof
        ? [
            `\`${clipLine(disproved.disproof.shownCommand, MAX_ITEM_LENGTH)}\` says:`,
            clip(disproved.disproof.error, MAX_ERROR_LENGTH),
          ]
        : []),
      "Mark an item that is no longer wanted with [-].",
    ].join("\n"),
    summary: `${open}, first: ${quote(due[0]?.text ?? "", MAX_ITEM_LENGTH)}`,
    fingerprint: fingerprintOf(
      "open",
      active,
      due.map(({ text, disproof }) => `${text}\n${disproof?.fingerprint ?? ""}`),
    ),
    progress: `tools:${active.toolCalls}`,
    mayWait: true,
    avoidedBy: { key: "plan.block", value: active.state.current.length === 0 ? "phase" : "never" },
  };
}

function waitForUser(active: PlanFacts): Finding {
  const at = active.state.waitsAt;
  return {
    ...common(active),
    code: "checkpoint",
    severity: "block",
    reason: `${quotePath(active)} waits for the user at line ${at?.line ?? 0}: ${quote(at?.text || "checkpoint", MAX_ITEM_LENGTH)}`,
    fingerprint: fingerprintOf("checkpoint", active, [at?.text ?? ""]),
    progress: "",
    releasedBy: "the user's answer",
    needsUser: true,
  };
}

function falseTicks(active: PlanFacts): Finding[] {
  const disproved = active.state.open.filter(({ disproof }) => disproof !== null);
  const [first] = disproved;
  if (!first?.disproof) return [];
  const more = disproved.length > 1 ? ` +${disproved.length - 1}` : "";
  const reason = `ticked in ${quotePath(active)}, but \`${clipLine(first.disproof.shownCommand, 60)}\` fails: ${quote(first.text, 80)}${more}`;
  const texts = disproved.map(({ text }) => text);
  return [advise(active, "false-tick", reason, fingerprintOf("false-tick", active, texts))];
}

/** Once per phase and session: the fingerprint does not depend on the items. */
function remind(active: PlanFacts): Finding {
  const { open, total, phase } = active.state;
  const reason = `${open.length} of ${total} items open in ${quotePath(active)}${phase ? ` (${quote(phase, 60)})` : ""}: ${quote(open[0]?.text ?? "", 80)}${open.length > 1 ? " …" : ""}`;
  return advise(active, "open", reason, fingerprintOf("reminder", active, [phase ?? ""]));
}

function complete(active: PlanFacts): Finding {
  return advise(active, "complete", describePlanEnd(active), fingerprintOf("complete", active, []));
}

export function describePlanEnd(active: PlanFacts): string {
  return `every item of ${quotePath(active)} is done.`;
}

function unproven(active: PlanFacts): Finding[] {
  if (active.unproven === 0) return [];
  const proofs = active.unproven === 1 ? "1 proof" : `${active.unproven} proofs`;
  const reason = `${proofs} in ${quotePath(active)} not run. To let them run, run \`holdfast trust\` yourself.`;
  const finding = advise(active, "unproven", reason, fingerprintOf("unproven", active, []));
  return [{ ...finding, releasedBy: "`holdfast trust`" }];
}

function advise(active: PlanFacts, code: string, reason: string, fingerprint: string): Finding {
  return { ...common(active), code, severity: "advise", reason, fingerprint, progress: "" };
}

function common(active: PlanFacts) {
  return { gate: "plan", releasedBy: `the items being done, or marked [-], in ${quotePath(active)}` };
}

/** Quoted, because a folder's name may contain instructions for Claude. */
function quotePath({ path }: PlanFacts): string {
  return quoteWork(path, MAX_ITEM_LENGTH);
}

function quote(text: string, max: number): string {
  return `"${quoteWork(text, max)}"`;
}

function describe({ text, disproof }: OpenItem): string {
  return `${quote(text, MAX_ITEM_LENGTH)}${disproof ? " (ticked, but its proof fails)" : ""}`;
}

function fingerprintOf(code: string, { path }: PlanFacts, parts: readonly string[]): string {
  return `plan-${code}:${Bun.hash([path, ...parts].join("\n")).toString(36)}`;
}
