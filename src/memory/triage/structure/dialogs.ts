// Reads what the user decided in dialogs of the client: answers, approved plans, refused tool calls with a reason.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Rejection, ToolCall } from "../../../transcript/tool-item.ts";
import type { TriageFinding } from "../candidate.ts";
import { guessCategory, isAssent, isWish, statementsIn, toFinding } from "../messages.ts";
import { wordsIn } from "../sentences.ts";
import { matchStatements } from "../statements/match-statements.ts";
import { makeTitle, plainLine } from "../title.ts";
import { contentWords, joinTopic, leansOnContext, withTopic } from "../topic.ts";
import { readAnswers } from "./answers.ts";
import { nameOfPlan, readPlan } from "./plans.ts";

const MIN_REASON_WORDS = 4;
const MIN_CONTENT = 2;
const MAX_COMMAND = 70;
/** The reason holds only for this call. */
const passingPattern = () =>
  /^(?:wait|hold on|hang on|one (?:sec|moment)|let me|stop|cancel|oops|sorry|never ?mind|try again|not (?:yet|now)|have a look|look at|we have more|first\b)|\bhttps?:\/\/|\bcut a branch\b/i;

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
  if (wordsIn(line).length < MIN_REASON_WORDS || passingPattern().test(line) || isAssent(line)) return [];
  const [said] = [...statementsIn(reason ?? "").filter(isWish), ...matchStatements(reason ?? "")];
  if (said === undefined) return [];
  const guessed = "category" in said ? said.category : guessCategory(said.plain);
  const title = refusalTitle(reason ?? "", call, "category" in said);
  // A command that Claude must not run is a preference.
  const category = /^(?:Do not run|Refused) /.test(title ?? "") ? "PREFERENCE" : guessed;
  const finding = toFinding(
    title === null ? "said" : "refusal",
    category,
    line,
    line,
    "said when refusing a tool call",
  );
  return [title === null ? finding : withTopic(finding, title, reason ?? "")];
}

/** The reason, with the refused command or file if needed; null if it cannot be understood even so. */
function refusalTitle(reason: string, call: ToolCall | null, isPlain: boolean): string | null {
  const title = makeTitle(reason);
  const { plan, command, file_path: path } = call?.input ?? {};
  if (typeof plan === "string") {
    const name = nameOfPlan(plan);
    return (name === "" ? null : joinTopic(`${name}:`, reason)) ?? title;
  }
  const isClear = !leansOnContext(title) && contentWords(title).length >= MIN_CONTENT;
  if (typeof path === "string" && isClear && !isPlain)
    return joinTopic(`${path.split(/[/\\]/).at(-1)}:`, reason) ?? title;
  if (isPlain || isClear) return title;
  if (typeof command !== "string") return null;
  const bare = command
    .slice(0, 4 * MAX_COMMAND)
    .replace(/\s*(?:\d?>|\||&&|;).*$/s, "")
    .replace(/\s+(?:"[^"]*"|'[^']*')$/, "");
  const order = /\b(?:not|never|no|don'?t)\b/i.test(reason) ? "Do not run" : "Refused";
  return bare.length <= MAX_COMMAND ? joinTopic(`${order} ${bare}:`, reason) : null;
}
