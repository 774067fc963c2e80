// Boxes that Claude drew itself in its last message and left open, and its own todos.
import type { Facts } from "../engine/facts.ts";
import type { Finding, Gate } from "../engine/finding.ts";

const SHOWN = 5;
const MAX_ITEM = 120;

export const checklist: Gate = {
  id: "checklist",
  events: ["Stop"],
  needs: ["checklist", "tasks", "toolCalls"],
  judge(_event, facts) {
    const { block } = facts.config.checklist;
    // Open todos are the tasks gate's to mention; only where they are to hold do they belong here too.
    const open = [...facts.checklist, ...(block ? facts.tasks.map(({ id, subject }) => subject || id) : [])];
    return open.length === 0 ? [] : [stillOpen([...new Set(open)], block, facts)];
  },
};

function stillOpen(open: readonly string[], block: boolean, { toolCalls }: Facts): Finding {
  const shown = open.slice(0, SHOWN).map(clip);
  const more = open.length > SHOWN ? ` +${open.length - SHOWN}` : "";
  return {
    gate: "checklist",
    code: "open",
    severity: block ? "block" : "advise",
    reason: block
      ? [
          "Your own list has open items:",
          ...shown.map((item) => `- ${item}`),
          ...(more ? [`- and ${open.length - SHOWN} more`] : []),
          "Do them now, or say which are dropped and why, without an open box.",
        ].join("\n")
      : `open in Claude's own list: ${shown.slice(0, 3).join("; ")}${open.length > 3 ? ` +${open.length - 3}` : ""}`,
    fingerprint: `checklist:${Bun.hash(open.toSorted().join("\n")).toString(36)}`,
    progress: `tools:${toolCalls}`,
    releasedBy: "no open boxes in the last message, and no open todos",
  };
}

function clip(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= MAX_ITEM ? line : `${line.slice(0, MAX_ITEM - 1)}…`.toWellFormed();
}
