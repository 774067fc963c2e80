// Reads what the user decided in dialogs of the client: answers, approved plans, refused tool calls with a reason.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Rejection, ToolCall } from "../../../transcript/tool-item.ts";
import type { TriageFinding } from "../candidate.ts";
import { guessCategory, isAssent, isWish, statementsIn, toFinding } from "../messages.ts";
import { wordsIn } from "../sentences.ts";
import { matchStatements } from "../statements/match-statements.ts";
import { makeTitle, plainLine } from "../title.ts";
import { joinTopic, needsContext, withTopic } from "../topic.ts";
import { readAnswers } from "./answers.ts";
import { readPlan } from "./plans.ts";

const MIN_REASON_WORDS = 4;
const MAX_COMMAND = 70;

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

function readRefusal({ reason, call }: Rejection): TriageFinding[] {
  const line = plainLine(reason ?? "");
  if (wordsIn(line).length < MIN_REASON_WORDS || isAssent(line)) return [];
  const [said] = [...statementsIn(reason ?? "").filter(isWish), ...matchStatements(reason ?? "")];
  if (said === undefined) return [];
  const guessed = "category" in said ? said.category : guessCategory(said.plain);
  const title = refusalTitle(reason ?? "", call, "category" in said);
  // A command that Claude must not run is a preference.
  const category = title?.startsWith("Refused ") ? "PREFERENCE" : guessed;
  const source = title === null ? "said" : "refusal";
  const finding = toFinding(source, category, line, line, "said when refusing a tool call");
  return [title === null ? finding : withTopic(finding, title, reason ?? "")];
}

/** The reason, with the refused command if needed; null if it cannot be understood even so. */
function refusalTitle(reason: string, call: ToolCall | null, isPlain: boolean): string | null {
  const title = makeTitle(reason);
  if (isPlain || !needsContext(title)) return title;
  const command = typeof call?.input.command === "string" ? call.input.command : "";
  const [bare = ""] = command.split(/\s*(?:\d?>|\||&&|;|\n)/, 1);
  return bare === "" || bare.length > MAX_COMMAND ? null : joinTopic(`Refused ${bare}:`, reason);
}
