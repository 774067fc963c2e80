// Claude's own open boxes in its last message, and its open todos.
import { bulletList, clipLine, clipList } from "../../text/clip.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { isListCall, readTurnItems, selectWorkedTasks, wasWorkedOn } from "../engine/work-since.ts";

export interface ChecklistFacts {
  /** Open boxes in the last message that Claude did not copy. */
  boxes: string[];
  /** Those that block, with open tasks: Claude began to work on them. */
  worked: string[];
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
      block && tasksBlock !== "always" ? await selectWorkedTasks(stop, await stop.shared.openTasks()) : [];
    const tasks = open.map(({ id, subject }) => subject || id);
    if (boxes.length + tasks.length === 0) return null;
    const worked = block ? await selectWorkedBoxes(stop, boxes) : [];
    return { boxes, worked: [...worked, ...tasks], toolCalls: block ? await stop.shared.toolCalls() : 0 };
  },

  judge({ config }, { boxes, worked, toolCalls }) {
    const blocks = config.checklist.block && worked.length > 0;
    const open = [...new Set(blocks ? worked : boxes)];
    return open.length === 0 ? [] : [stillOpen(open, blocks, toolCalls)];
  },
};

/** Open boxes that are Claude's own: not quoted from its input, nor the text of a file or a pull request that it wrote. */
async function ownBoxes({ event, shared }: StopContext): Promise<string[]> {
  if (!("lastAssistantMessage" in event)) return [];
  const { listOpenBoxes } = await import("../markdown/read-markdown.ts");
  const boxes = listOpenBoxes(event.lastAssistantMessage);
  if (boxes.length === 0) return boxes;
  const recent = await shared.recentItems();
  const others = plain(recent.flatMap((item) => modelInputText(item) ?? writtenText(item) ?? []).join("\n"));
  return boxes.filter((box) => !others.includes(plain(box)));
}

/** Boxes that Claude listed before some of the work since the person's last prompt. */
async function selectWorkedBoxes(stop: StopContext, boxes: readonly string[]): Promise<string[]> {
  if (boxes.length === 0) return [];
  const items = await readTurnItems(stop);
  return boxes.filter((box) =>
    wasWorkedOn(items, (item) => item.kind === "assistant-text" && plain(item.text).includes(plain(box))),
  );
}

/** What a call writes somewhere else. Claude's own list of tasks may have the same items. */
function writtenText(item: TranscriptItem): string | null {
  if (item.kind !== "tool-call" || isListCall(item)) return null;
  return Object.values(item.input)
    .filter((value) => typeof value === "string")
    .join("\n");
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
      : `open in the last list: ${clipList(items, 3, "; ")}`,
    summary: `The last list has open items: ${items.slice(0, 3).join("; ")}`,
    fingerprint: `checklist:${Bun.hash(open.toSorted().join("\n")).toString(36)}`,
    progress: `tools:${toolCalls}`,
    releasedBy: "no open boxes in the last message, and no open todos",
    mayWait: true,
    avoidedBy: { key: "checklist.block", value: false },
  };
}
