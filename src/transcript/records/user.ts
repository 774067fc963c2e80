// A `user` record. Most of them are not the user: six in seven carry a tool's result.
import { RESENT_PLAN } from "../../protocol/claude-code/parse-event.ts";
import type { ItemBase, Prompt } from "../item.ts";
import { baseOf, blocksOf, type NoteShape, type Raw, rawOf, textOf, textOfBlocks } from "./fields.ts";
import { isByPerson, parseMachineText } from "./speaker.ts";
import { stripWrappers } from "./tags.ts";
import type { Draft } from "./tool-result.ts";

const MEDIA = new Set(["image", "document"]);

export function parseUser(record: Raw, offset: number, note: NoteShape): Draft[] {
  const base = baseOf(record, offset);
  const { content } = rawOf(record.message);
  const blocks = blocksOf(content);
  const results = blocks
    .filter((block) => block.type === "tool_result")
    .map((block) => pendingResult(base, block, record));
  if (results.length > 0)
    return record.isMeta === true ? results : [...results, ...wordsBesideResults(base, blocks)];
  if (record.isCompactSummary === true)
    return [{ ...base, kind: "compaction-summary", text: textOfBlocks(content) }];
  for (const { type } of blocks)
    if (type !== "text" && !MEDIA.has(String(type))) note(`user content ${String(type)}`);
  return record.isMeta === true ? parseMeta(base, textOfBlocks(content)) : parseWords(base, record, blocks);
}

function pendingResult(base: ItemBase, block: Raw, record: Raw): Draft {
  return { kind: "pending-result", base, id: textOf(block.tool_use_id) ?? "", block, record };
}

/** Some clients wrote what the person typed mid-turn beside a tool's result, and nowhere else. */
function wordsBesideResults(base: ItemBase, blocks: Raw[]): Draft[] {
  const words = stripWrappers(textOfBlocks(blocks.filter((block) => block.type === "text"))).trim();
  if (words === "" || words === "Tool loaded.") return [];
  return (
    parseMachineText(base, words) ?? [
      promptOf(base, words, { attachments: 0, place: "mid-turn", permissionMode: null }),
    ]
  );
}

function parseMeta(base: ItemBase, text: string): Draft[] {
  if (text.trim() === "") return [];
  const [feedback] = parseMachineText(base, text) ?? [];
  return [
    feedback?.kind === "hook-feedback" ? feedback : { ...base, kind: "injected", text, source: "meta" },
  ];
}

function parseWords(base: ItemBase, record: Raw, blocks: Raw[]): Draft[] {
  const drafts: Draft[] = [];
  const own: string[] = [];
  for (const block of blocks) {
    if (typeof block.text !== "string" || block.text.trim() === "") continue;
    const words = stripWrappers(block.text).trim();
    if (words === "") drafts.push({ ...base, kind: "injected", text: block.text, source: "machine" });
    else {
      const machineText = parseMachineText(base, words);
      if (machineText) drafts.push(...machineText);
      else own.push(words);
    }
  }
  const attachments = blocks.filter(({ type }) => MEDIA.has(String(type))).length;
  if (own.length === 0 && (attachments === 0 || drafts.length > 0)) return drafts;
  return [...drafts, parseOwnWords(base, record, own.join("\n"), attachments)];
}

function parseOwnWords(base: ItemBase, record: Raw, text: string, attachments: number): Draft {
  const plan = text.startsWith(RESENT_PLAN) ? textOf(record.planContent) : null;
  if (plan !== null) return { ...base, kind: "plan-approval", plan, via: "resent" };
  if (base.sidechain) return { ...base, kind: "agent-prompt", text };
  if (!isByPerson(record)) return { ...base, kind: "injected", text, source: "machine" };
  const permissionMode = textOf(record.permissionMode);
  return promptOf(base, text, { attachments, place: "turn-start", permissionMode });
}

function promptOf(
  base: ItemBase,
  text: string,
  how: Pick<Prompt, "attachments" | "place" | "permissionMode">,
): Draft {
  if (base.sidechain) return { ...base, kind: "agent-prompt", text };
  return { ...base, kind: "prompt", text, ...how };
}
