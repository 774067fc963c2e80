// The active plan: what of it is open, what was ticked without being true, and where it waits for the user.

import type { ActivePlan, Facts } from "../engine/facts.ts";
import type { Finding, Gate } from "../engine/finding.ts";
import type { OpenItem } from "./weigh-plan.ts";

const SHOWN = 5;
const MAX_ITEM = 140;
const MAX_ERROR = 400;

export const plan: Gate = {
  id: "plan",
  events: ["Stop"],
  needs: ["plan", "toolCalls"],
  judge(_event, facts) {
    const active = facts.plan;
    if (!active) return [];
    if (active.state.open.length === 0) return [complete(active)];
    const wanted = wantedNow(active, facts);
    if (wanted.length > 0) return [holdFor(wanted, active, facts), ...unproven(active)];
    if (facts.config.plan.block !== "never" && active.state.waitsAt)
      return [waitForUser(active), ...unproven(active)];
    return [...falseTicks(active), remind(active), ...unproven(active)];
  },
};

function wantedNow({ state }: ActivePlan, { config }: Facts): OpenItem[] {
  switch (config.plan.block) {
    case "phase":
      return state.current;
    case "all":
      return state.reachable;
    case "never":
      return [];
  }
}

function holdFor(wanted: readonly OpenItem[], active: ActivePlan, facts: Facts): Finding {
  const [lie] = wanted.filter(({ disproof }) => disproof !== null);
  const phase =
    facts.config.plan.block === "phase" && active.state.phase
      ? ` of phase "${clip(active.state.phase, 60)}"`
      : "";
  return {
    ...common(active),
    code: lie ? "false-tick" : "open",
    severity: "block",
    reason: [
      `${count(wanted.length)} open${phase} in ${active.path}:`,
      ...wanted.slice(0, SHOWN).map((item) => `- ${describe(item)}`),
      ...(wanted.length > SHOWN ? [`- and ${wanted.length - SHOWN} more`] : []),
      ...(lie?.disproof
        ? [`\`${clip(lie.disproof.command, MAX_ITEM)}\` says:`, clip(lie.disproof.error, MAX_ERROR, false)]
        : []),
      "Do the next one now and tick it when it is true. An item that is no longer wanted: mark it [-].",
    ].join("\n"),
    fingerprint: mark(
      "open",
      active,
      wanted.map(({ text, disproof }) => `${text}\n${disproof?.fingerprint ?? ""}`),
    ),
    progress: `tools:${facts.toolCalls}`,
  };
}

function waitForUser(active: ActivePlan): Finding {
  const at = active.state.waitsAt;
  return {
    ...common(active),
    code: "checkpoint",
    severity: "block",
    reason: `${active.path} waits for the user at line ${at?.line ?? 0}: ${clip(at?.text || "checkpoint", MAX_ITEM)}`,
    fingerprint: mark("checkpoint", active, [at?.text ?? ""]),
    progress: "",
    releasedBy: "the user",
    needsUser: true,
  };
}

function falseTicks(active: ActivePlan): Finding[] {
  const lies = active.state.open.filter(({ disproof }) => disproof !== null);
  const [first] = lies;
  if (!first?.disproof) return [];
  const more = lies.length > 1 ? ` +${lies.length - 1}` : "";
  return [
    {
      ...common(active),
      code: "false-tick",
      severity: "advise",
      reason: `ticked in ${active.path}, but \`${clip(first.disproof.command, 60)}\` fails: ${clip(first.text, 80)}${more}`,
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
function remind(active: ActivePlan): Finding {
  const { open, total, phase } = active.state;
  return {
    ...common(active),
    code: "open",
    severity: "advise",
    reason: `${open.length} of ${total} items open in ${active.path}${phase ? ` (${clip(phase, 60)})` : ""}: ${clip(open[0]?.text ?? "", 80)}${open.length > 1 ? " …" : ""}`,
    fingerprint: mark("reminder", active, [phase ?? ""]),
    progress: "",
  };
}

function complete(active: ActivePlan): Finding {
  return {
    ...common(active),
    code: "complete",
    severity: "advise",
    reason: `every item of ${active.path} is done.`,
    fingerprint: mark("complete", active, []),
    progress: "",
  };
}

function unproven(active: ActivePlan): Finding[] {
  if (active.unproven === 0) return [];
  return [
    {
      ...common(active),
      code: "unproven",
      severity: "advise",
      reason: `${active.unproven === 1 ? "1 proof" : `${active.unproven} proofs`} in ${active.path} not run: run \`holdfast trust\` yourself if these commands may run.`,
      fingerprint: mark("unproven", active, []),
      progress: "",
      releasedBy: "`holdfast trust`",
    },
  ];
}

function common({ path }: ActivePlan) {
  return { gate: "plan", releasedBy: `the items being done, or marked [-], in ${path}` };
}

function describe({ text, disproof }: OpenItem): string {
  return disproof ? `${clip(text, MAX_ITEM)} (ticked, but its proof fails)` : clip(text, MAX_ITEM);
}

function count(number: number): string {
  return number === 1 ? "1 item is" : `${number} items are`;
}

function mark(code: string, { path }: ActivePlan, parts: readonly string[]): string {
  return `plan-${code}:${Bun.hash([path, ...parts].join("\n")).toString(36)}`;
}

function clip(text: string, most: number, inOneLine = true): string {
  const said = inOneLine ? text.replaceAll(/\s+/g, " ") : text;
  return said.length <= most ? said : `${said.slice(0, most - 1)}…`.toWellFormed();
}
