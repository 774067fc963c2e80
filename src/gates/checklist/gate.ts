// Claude's own open boxes in its last message, and its open todos.
import { selectBudgetTasks } from "../../recording/tasks/open-tasks.ts";
import { bulletList, clipLine, clipList } from "../../text/clip.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";

export interface ChecklistFacts {
  /** Open boxes in the last message that Claude did not copy from its input. */
  boxes: string[];
  /** Subjects of open tasks, if they should block too. */
  tasks: string[];
  /** 0 when not needed. */
  toolCalls: number;
}

const MAX_SHOWN = 5;
const MAX_ITEM_LENGTH = 120;

export const checklist: Gate<ChecklistFacts> = {
  id: "checklist",

  async gather(stop) {
    const {
      checklist: { block },
      tasks: { block: tasksBlock },
    } = stop.config;
    const boxes = await ownBoxes(stop);
    // The tasks gate mentions open todos. They count here only if they should block and the tasks gate does not block.
    const open =
      block && tasksBlock !== "always" ? selectBudgetTasks(await stop.shared.openTasks(), stop.turn) : [];
    const tasks = open.map(({ id, subject }) => subject || id);
    if (boxes.length + tasks.length === 0) return null;
    return { boxes, tasks, toolCalls: block ? await stop.shared.toolCalls() : 0 };
  },

  judge({ config }, { boxes, tasks, toolCalls }) {
    const open = [...new Set([...boxes, ...tasks])];
    return open.length === 0 ? [] : [stillOpen(open, config.checklist.block, toolCalls)];
  },
};

async function ownBoxes({ event, shared }: StopContext): Promise<string[]> {
  if (!("lastAssistantMessage" in event)) return [];
  const { listOpenBoxes } = await import("../markdown/read-markdown.ts");
  const boxes = listOpenBoxes(event.lastAssistantMessage);
  if (boxes.length === 0) return boxes;
  const recent = await shared.recentItems();
  const input = plain(recent.flatMap((item) => modelInputText(item) ?? []).join("\n"));
  return boxes.filter((box) => !input.includes(plain(box)));
}

/** Text that Claude received; null for its own text and for items without text. */
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

/** Without case, spacing and emphasis. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s*_`~]+/g, " ")
    .trim();
}

function stillOpen(open: readonly string[], block: boolean, toolCalls: number): Finding {
  const items = open.map((item) => clipLine(item, MAX_ITEM_LENGTH));
  return {
    gate: "checklist",
    code: "open",
    severity: block ? "block" : "advise",
    reason: block
      ? [
          "Your list has open items. Do them now, or say which ones you drop and why, without an open box:",
          ...bulletList(items, MAX_SHOWN),
        ].join("\n")
      : `open in Claude's list: ${clipList(items, 3, "; ")}`,
    summary: `Claude's list has open items: ${items.slice(0, 3).join("; ")}`,
    fingerprint: `checklist:${Bun.hash(open.toSorted().join("\n")).toString(36)}`,
    progress: `tools:${toolCalls}`,
    releasedBy: "no open boxes in the last message, and no open todos",
    mayWait: true,
    avoidedBy: { key: "checklist.block", value: false },
  };
}
