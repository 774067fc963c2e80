// In mode "ask": what is worth remembering is saved before Claude stops. It is asked for once, whatever comes of it.
import type { WorthSaving } from "../engine/facts.ts";
import type { Gate } from "../engine/finding.ts";

const SHOWN = 5;
const MAX_TITLE = 120;

export const triage: Gate = {
  id: "triage",
  events: ["Stop"],
  needs: ["triage"],
  judge(_event, facts) {
    const worth = facts.triage.slice(0, SHOWN);
    if (worth.length === 0) return [];
    const marks: string[] = [];
    for (const { fingerprint } of worth) marks.push(fingerprint);
    marks.sort();
    return [
      {
        gate: "triage",
        code: "unsaved",
        severity: "block",
        reason: describe(worth),
        fingerprint: `triage:${Bun.hash(marks.join("\n")).toString(36)}`,
        progress: "",
        releasedBy: "nothing: it is asked once, and the next stop is free",
      },
    ];
  },
};

function describe(worth: readonly WorthSaving[]): string {
  const listed: string[] = [];
  for (const { id, category, title, score } of worth)
    listed.push(
      `- [${category}] ${onOneLine(title)} (${score.toFixed(2)})`,
      `  holdfast memory accept ${id}`,
    );
  return [
    `Worth remembering and not saved yet (${worth.length}):`,
    ...listed,
    'Run the command of each that a later session should know; --title "…" words it better, `holdfast memory reject N`',
    "drops one. After saving you may stop.",
  ].join("\n");
}

const blankPattern = () => /\s+/g;

/** As nearly all are: a first pattern would take longer than the rest of this. */
function isOneLine(title: string): boolean {
  for (let at = 0; at < title.length; at++) {
    const code = title.charCodeAt(at);
    if (code < 32 || code > 126) return false;
  }
  return title === title.trim() && !title.includes("  ");
}

function onOneLine(title: string): string {
  const line = isOneLine(title) ? title : title.toWellFormed().replaceAll(blankPattern(), " ").trim();
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE - 1)}…`.toWellFormed();
}
