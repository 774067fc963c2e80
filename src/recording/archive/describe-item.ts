// One item of a transcript for people to read: who speaks, and the text.
import { clipLine } from "../../text/clip.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { ToolCall, ToolResult } from "../../transcript/tool-item.ts";

export interface DescribedItem {
  /** `injected`: put there by the client, a hook or another program. */
  who: "user" | "claude" | "tool" | "injected" | "note";
  /** Such as `user` or `injected by a hook`. */
  label: string;
  text: string;
  at: number | null;
  subagent: boolean;
}

const MAX_CALL = 161;
/** Fields of a call's input, the most informative first. */
const INPUT_FIELDS = [
  "command",
  "file_path",
  "notebook_path",
  "pattern",
  "query",
  "url",
  "description",
  "prompt",
  "path",
];

/** null for items that only the client needs. */
export function describeItem(item: TranscriptItem): DescribedItem | null {
  const tell = (who: DescribedItem["who"], label: string, text: string): DescribedItem => ({
    who,
    label,
    text,
    at: item.timestamp,
    subagent: item.sidechain,
  });
  switch (item.kind) {
    case "prompt":
      return tell("user", item.place === "mid-turn" ? "user, meanwhile" : "user", withImages(item));
    case "agent-prompt":
      return tell("claude", "claude to a subagent", item.text);
    case "slash-command":
      return tell("user", "user", `${item.name} ${item.args}`.trim());
    case "shell-command":
      return tell("user", "user", `! ${item.command}`);
    case "local-output":
      return tell("note", "output", item.text);
    case "interrupt":
      return tell("user", "user", item.byPerson ? "[interrupted]" : "[the session ended here]");
    case "assistant-text":
      return tell("claude", "claude", item.text);
    case "tool-call":
      return tell("tool", item.tool, describeCall(item));
    case "tool-result":
      return item.isError ? tell("tool", `${item.call?.tool ?? "tool"} failed`, describeFailure(item)) : null;
    case "rejection":
      return tell("user", "user", item.reason ? `[refused the call] ${item.reason}` : "[refused the call]");
    case "answers":
      return tell(
        "user",
        "user",
        item.answers.map(({ question, answer }) => `${question} → ${answer}`).join("\n"),
      );
    case "plan-approval":
      return tell("user", "user", `[approved the plan]\n${item.plan}`);
    case "injected":
      return tell("injected", `injected by ${item.source === "hook" ? "a hook" : "the client"}`, item.text);
    case "hook-feedback":
      return item.via === "message" ? tell("injected", `injected by a ${item.event} hook`, item.text) : null;
    case "task-notification":
      return item.via === "prompt" ? tell("injected", "injected: a task ended", item.summary) : null;
    case "teammate-message":
      return tell("injected", `injected: from teammate ${item.from}`, item.text);
    case "compaction": {
      const tokens = item.preTokens === null ? "" : `, ${item.preTokens} tokens before`;
      return tell("note", "compacted", `${item.trigger}${tokens}`);
    }
    case "compaction-summary":
      return tell("injected", "injected: summary of what was compacted", item.text);
    case "api-error":
      return tell("note", "API error", item.text);
    case "away-summary":
      return tell("note", "recap", item.text);
    case "pr-link":
      return tell("note", "pull request", item.url);
    case "title":
      return tell("note", "title", item.text);
    case "task-states":
    case "usage":
    case "slow-hook":
    case "queued-prompt":
    case "queue-change":
      return null;
  }
}

function withImages({ text, attachments }: { text: string; attachments: number }): string {
  return attachments > 0 ? `${text}\n[${attachments} attached]`.trimStart() : text;
}

function describeCall({ input }: ToolCall): string {
  const key = INPUT_FIELDS.find((name) => typeof input[name] === "string");
  const text = key === undefined ? JSON.stringify(input) : String(input[key]);
  return clipLine(text, MAX_CALL);
}

function describeFailure({ text, exitCode, call }: ToolResult): string {
  const output = clipLine(text.replace(/^Exit code \d+\s*/, ""), MAX_CALL);
  const command = call ? `${describeCall(call)}: ` : "";
  return exitCode === null ? `${command}${output}` : `${command}exit ${exitCode}: ${output}`;
}
