// Reads what the user decided in dialogs of the client: answers, approved plans, refused tool calls with a reason.
import { basename } from "node:path";
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Rejection, ToolCall } from "../../../transcript/tool-item.ts";
import type { TriageFinding } from "../candidate.ts";
import { guessCategory, hasQuestionMark, isAssent, toFinding } from "../messages.ts";
import { splitSentences, wordsIn } from "../sentences.ts";
import { matchStatements } from "../statements/match-statements.ts";
import { makeTitle, plainLine } from "../title.ts";
import { joinTopic, needsContext, withTopic } from "../topic.ts";
import { readAnswers } from "./answers.ts";
import { readPlan } from "./plans.ts";

const MIN_REASON_WORDS = 4;
const MAX_COMMAND = 70;
const WHY = "said when refusing a tool call";

export function readDialogs(item: TranscriptItem): TriageFinding[] {
  switch (item.kind) {
    case "answers":
      return readAnswers(item.answers);
    case "plan-approval":
      return readPlan(item.plan);
    case "rejection":
      return readRefusal(item);
    default:
      return [];
  }
}

/** Any reason that does not ask something and needs no page to be understood. */
function readRefusal({ reason, call }: Rejection): TriageFinding[] {
  const line = plainLine(reason ?? "");
  const [first] = splitSentences(reason ?? "");
  if (first === undefined || hasQuestionMark(first.plain) || isAssent(line) || /https?:/.test(line))
    return [];
  const title = refusalTitle(first.plain, call);
  if (title === null) return [toFinding("said", guessCategory(line), line, line, WHY)];
  const [stated] = matchStatements(reason ?? "");
  // What Claude must not do is a preference.
  const category =
    stated?.category ?? guessCategory(line, title.startsWith("Refused ") ? "PREFERENCE" : "DECISION");
  return [withTopic(toFinding("refusal", category, line, line, WHY), title, reason ?? "")];
}

/** The reason, with the refused call if it is short or needs it; null if it cannot be understood even so. */
function refusalTitle(reason: string, call: ToolCall | null): string | null {
  const title = makeTitle(reason);
  if (wordsIn(title).length >= MIN_REASON_WORDS && !needsContext(title)) return title;
  const refused = call === null ? "" : describeCall(call);
  return refused === "" ? null : joinTopic(`Refused ${refused}:`, reason);
}

/** "" for a command that is too long for a title. */
function describeCall({ tool, input }: ToolCall): string {
  if (typeof input.command === "string") {
    const [bare = ""] = input.command.split(/\s*(?:\d?>|\||&&|;|\n)/, 1);
    return bare.length > MAX_COMMAND ? "" : bare;
  }
  if (tool === "ExitPlanMode") return "the plan";
  const file = input.file_path ?? input.notebook_path;
  return typeof file === "string" ? `a change of ${basename(file)}` : tool;
}
