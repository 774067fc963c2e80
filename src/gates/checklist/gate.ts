// Boxes that Claude drew itself in its last message and left open, and its own todos.
import { selectBudgetTasks } from "../../recording/tasks/open-tasks.ts";
import { bulletList, clipLine, shortList } from "../../text/clip.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";

export interface ChecklistFacts {
  /** Open boxes in the last message that Claude made itself. */
  boxes: string[];
  /** Subjects of open tasks, where they are to hold too. */
  tasks: string[];
  /** 0 where nobody measures by it. */
  toolCalls: number;
}

const SHOWN = 5;
const MAX_ITEM = 120;

export const checklist: Gate<ChecklistFacts> = {
  id: "checklist",

  async gather(stop) {
    const {
      checklist: { block },
      tasks: { block: tasksBlock },
    } = stop.config;
    const boxes = await ownBoxes(stop);
    // Open todos are the tasks gate's to mention; only where they are to hold, and do not there, do they belong here too.
    const open =
      block && tasksBlock !== "always" ? selectBudgetTasks(await stop.shared.openTasks(), stop.budget) : [];
    const tasks = open.map(({ id, subject }) => subject || id);
    if (boxes.length + tasks.length === 0) return null;
    return { boxes, tasks, toolCalls: block ? await stop.shared.toolCalls() : 0 };
  },

  judge({ config }, { boxes, tasks, toolCalls }) {
    const open = [...new Set([...boxes, ...tasks])];
    return open.length === 0 ? [] : [stillOpen(open, config.checklist.block, toolCalls)];
  },

  milder: ({ checklist: { block } }) => (block ? { key: "checklist.block", value: false } : null),

  replay: {
    evidence: ({ boxes, tasks }) => (boxes.length > 0 ? boxes : tasks).map((text) => ({ text })),
  },
};

/** Not those of a text it was given. */
async function ownBoxes({ event, shared }: StopContext): Promise<string[]> {
  if (!("lastAssistantMessage" in event)) return [];
  const { listOpenBoxes } = await import("../documents/markdown.ts");
  const boxes = listOpenBoxes(event.lastAssistantMessage);
  if (boxes.length === 0) return boxes;
  const recent = await shared.recentItems();
  return linesNotIn(
    boxes,
    recent.flatMap((item) => modelInputText(item) ?? []),
  );
}

/** What Claude was told or has read; null for what it said itself, and for what carries no words. */
function modelInputText(item: TranscriptItem): string | null {
  switch (item.kind) {
    case "prompt":
    case "agent-prompt":
    case "injected":
    case "hook-feedback":
    case "compaction-summary":
    case "tool-result":
    case "teammate-message":
    case "queued-prompt":
    case "local-output":
      return item.text;
    case "slash-command":
      return item.args;
    default:
      return null;
  }
}

/** The lines that are not in the given texts, whatever their case, spacing and emphasis. */
function linesNotIn(lines: readonly string[], texts: readonly string[]): string[] {
  const words = plain(texts.join("\n"));
  return lines.filter((line) => !words.includes(plain(line)));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s*_`~]+/g, " ")
    .trim();
}

function stillOpen(open: readonly string[], block: boolean, toolCalls: number): Finding {
  const items = open.map((item) => clipLine(item, MAX_ITEM));
  return {
    gate: "checklist",
    code: "open",
    severity: block ? "block" : "advise",
    reason: block
      ? [
          "Your own list has open items. Do them now, or say which are dropped and why, without an open box:",
          ...bulletList(items, SHOWN),
        ].join("\n")
      : `open in Claude's own list: ${shortList(items, 3, "; ")}`,
    summary: `Claude's own list has open items: ${items.slice(0, 3).join("; ")}`,
    fingerprint: `checklist:${Bun.hash(open.toSorted().join("\n")).toString(36)}`,
    progress: `tools:${toolCalls}`,
    releasedBy: "no open boxes in the last message, and no open todos",
    isPatient: true,
    narrower: { key: "checklist.block", value: false },
  };
}
