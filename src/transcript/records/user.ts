// A `user` record into drafts. Most of them are not the user: six in seven carry a tool's result.
import type { ItemBase, Prompt } from "../item.ts";
import type { PlanApproval } from "../tool-item.ts";
import type { Draft } from "./draft.ts";
import { blocksOf, type Raw, rawOf, textOf, textOfBlocks } from "./fields.ts";
import { headOf } from "./head.ts";
import type { NoteShape } from "./shape.ts";
import { classText } from "./speaker.ts";
import { isSpoken } from "./spoken.ts";
import { stripWrappers } from "./tags.ts";

const MEDIA = new Set(["image", "document"]);
const SOURCES = new Set(["typed", "queued", "suggestion_accepted", "sdk"]);
const RESENT_PLAN = "Implement the following plan:";

export function classUser(record: Raw, offset: number, note: NoteShape): Draft[] {
  const head = headOf(record, offset);
  const { content } = rawOf(record.message);
  const blocks = blocksOf(content);
  const results: Draft[] = [];
  for (const block of blocks) if (block.type === "tool_result") results.push(unsettled(head, block, record));
  if (results.length > 0)
    return record.isMeta === true ? results : [...results, ...besideResults(head, blocks)];
  if (record.isCompactSummary === true)
    return [{ ...head, kind: "compaction-summary", text: textOfBlocks(content) }];
  for (const { type } of blocks)
    if (type !== "text" && !MEDIA.has(String(type))) note(`user content ${String(type)}`);
  return record.isMeta === true ? classMeta(head, textOfBlocks(content)) : classWords(head, record, blocks);
}

function unsettled(head: ItemBase, block: Raw, record: Raw): Draft {
  return { kind: "pending-result", head, id: textOf(block.tool_use_id) ?? "", block, record };
}

/** Some clients wrote what the person typed in mid-turn beside a tool's result, and nowhere else. */
function besideResults(head: ItemBase, blocks: Raw[]): Draft[] {
  const words = stripWrappers(textOfBlocks(blocks.filter((block) => block.type === "text"))).trim();
  if (words === "" || words === "Tool loaded.") return [];
  return (
    classText(head, words) ?? [
      promptOf(head, words, { attachments: 0, source: null, place: "mid-turn", permissionMode: null }),
    ]
  );
}

function classMeta(head: ItemBase, text: string): Draft[] {
  if (text.trim() === "") return [];
  const [feedback] = classText(head, text) ?? [];
  return [
    feedback?.kind === "hook-feedback" ? feedback : { ...head, kind: "injected", text, source: "meta" },
  ];
}

function classWords(head: ItemBase, record: Raw, blocks: Raw[]): Draft[] {
  const drafts: Draft[] = [];
  const own: string[] = [];
  for (const block of blocks) {
    if (typeof block.text !== "string" || block.text.trim() === "") continue;
    const words = stripWrappers(block.text).trim();
    if (words === "") drafts.push({ ...head, kind: "injected", text: block.text, source: "machine" });
    else {
      const classed = classText(head, words);
      if (classed) drafts.push(...classed);
      else own.push(words);
    }
  }
  let attachments = 0;
  for (const { type } of blocks) if (MEDIA.has(String(type))) attachments++;
  if (own.length === 0 && (attachments === 0 || drafts.length > 0)) return drafts;
  return [...drafts, classOwn(head, record, own.join("\n"), attachments)];
}

function classOwn(head: ItemBase, record: Raw, text: string, attachments: number): Draft {
  if (text.startsWith(RESENT_PLAN) && textOf(record.planContent) !== null) return resentPlan(head, record);
  if (head.sidechain) return { ...head, kind: "agent-prompt", text };
  if (!isSpoken(record)) return { ...head, kind: "injected", text, source: "machine" };
  const source = SOURCES.has(String(record.promptSource)) ? (record.promptSource as Prompt["source"]) : null;
  const permissionMode = textOf(record.permissionMode);
  return promptOf(head, text, { attachments, source, place: "turn-start", permissionMode });
}

function resentPlan(head: ItemBase, record: Raw): PlanApproval {
  return {
    ...head,
    kind: "plan-approval",
    plan: textOf(record.planContent) ?? "",
    path: null,
    via: "resent",
  };
}

function promptOf(
  head: ItemBase,
  text: string,
  how: Pick<Prompt, "attachments" | "source" | "place" | "permissionMode">,
): Draft {
  if (head.sidechain) return { ...head, kind: "agent-prompt", text };
  return { ...head, kind: "prompt", text, ...how };
}
