// The questions Claude asked the person in this budget: with `holdfast ask`, or in a dialog that nobody answered.
import type { Store } from "../../store/open.ts";
import { isRecord } from "../../text/unknown-values.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { ToolResult } from "../../transcript/tool-item.ts";
import { GATES } from "../registry.ts";
import { MAX_ASKS } from "./budget.ts";
import type { Finding } from "./gate.ts";
import { turnContains } from "./progress.ts";
import type { StopContext } from "./stop-context.ts";

const DIALOG = "AskUserQuestion";
const MAX_QUESTION_LENGTH = 500;
/** The call was malformed, so no dialog was shown; Claude may repeat it. */
const BAD_CALL = /InputValidationError/;

/** The finding is of declared work, not of what changed. */
export function isDeclared({ gate }: Finding): boolean {
  return GATES.some(({ id, step }) => id === gate && step === "declared");
}

/** Empty when no declared work blocks: Claude may then simply ask and stop. */
export async function findQuestions(stop: StopContext): Promise<string[]> {
  const { event, sessionId, store, budget, findings, writes } = stop;
  if (event.name !== "Stop") return [];
  if (!findings.some((finding) => finding.severity === "block" && isDeclared(finding))) return [];
  const asked = listQuestions(store, sessionId, budget?.opened_at ?? 0);
  if (asked.length > 0) {
    writes.push(() => deleteQuestions(store, sessionId));
    return asked;
  }
  return (budget?.asks ?? 0) < MAX_ASKS ? await findUnansweredDialog(stop) : [];
}

export const QUESTION_MARKS = ["?", "？", "؟"];
/** Every match of the pattern below has one of these. Compiling it takes time, and most messages have none. */
const HANDOVER_WORDS = ["you", "please", "let me", "tell me"];
/** Words that hand over to the reader. */
const handsOverPattern = () =>
  /\b(?:let me know|tell me (?:if|when|which|what|how)|ready for your (?:feedback|review)|wait(?:ing)? (?:for|on) you\b|your (?:call|choice|decision|turn|go-ahead|approval|feedback|answer)|please (?:confirm|review|test|choose|decide|approve|pick|try)|awaiting your|when you(?:['’]re| are) ready|(?:once|if|after|when) you(?:['’]ve| have)? (?:confirm|review|decide|approve|test|choose|want|prefer|agree))/i;
/** "Let me know if you want any changes!", "Is there anything else I can do?": asks nothing that the work waits for. */
const offerPattern = () =>
  /[^.!?\n]*\b(?:anything else|something else|let me know if you(?:['’]d| would)? (?:want|need|like|have) (?:any\w*|more|other|further|help))\b[^.!?\n]*[.!?]*/gi;
const MAX_END_LENGTH = 600;

/** Claude's last message asks the person something or waits, and only findings that may wait for the answer need it. */
export function asksInMessage({ event, findings }: Pick<StopContext, "event" | "findings">): boolean {
  if (event.name !== "Stop" || !findings.some(({ mayWait }) => mayWait)) return false;
  const message = event.lastAssistantMessage;
  return findQuestion(message) !== null || saysItWaits(message);
}

/** "Waiting for the reviewers", "Once they report back, I'll merge"; but "After that I'll update the docs" only announces more work. */
function saysItWaits(message: string): boolean {
  const end = withoutCode(message).trimEnd().slice(-MAX_END_LENGTH);
  if (/\b(?:waiting (?:for|on|until)|wait (?:for|until)|(?:will|['’]ll) wait|stand(?:ing)? by)\b/i.test(end))
    return true;
  const sentences = end.split(/[.!?\n]/);
  return sentences.some(
    (sentence) =>
      /\b(?:once|when|after|as soon as)\b(?! (?:that|this|i|we|done|finished|\w+ing)\b)/i.test(sentence) &&
      /\b(?:i|we)(?:['’]ll| will)\b/i.test(sentence),
  );
}

function withoutCode(message: string): string {
  return message.includes("`") ? message.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ") : message;
}

function withoutOffer(text: string): string {
  return /\b(?:else|let me know)\b/i.test(text) ? text.replaceAll(offerPattern(), "") : text;
}

/** Only the end of a message counts: a question further up was usually answered by the message itself. */
export function findQuestion(message: string): string | null {
  const end = withoutOffer(withoutCode(message).trimEnd().slice(-MAX_END_LENGTH));
  const lower = end.toLowerCase();
  const has = (words: string) => lower.includes(words);
  const isQuestion = QUESTION_MARKS.some(has) && /[？؟]|\?["'”’)*_\]]*(?:\s|$)/.test(end);
  if (!isQuestion && !(HANDOVER_WORDS.some(has) && handsOverPattern().test(end))) return null;
  const [question = end.split("\n").at(-1)] = end.match(/[^.!?。！？؟\n]+[?？؟]/g)?.slice(-1) ?? [];
  return question?.replace(/^[\s*_#>-]+/, "") ?? "";
}

/** The last dialog of this budget, if the client did not show it or the person did not answer it. */
async function findUnansweredDialog(stop: StopContext): Promise<string[]> {
  if (!(await turnContains(stop, `"${DIALOG}"`))) return [];
  const from = stop.turn?.transcript_from ?? 0;
  const last = (await stop.shared.recentItems()).findLast(
    (item): item is ToolResult => isDialogResult(item) && item.offset >= from,
  );
  if (!last?.isError || BAD_CALL.test(last.text)) return [];
  const { redact } = await import("../../text/redaction/redact.ts");
  return [redact(questionOf(last)).text.slice(0, MAX_QUESTION_LENGTH)];
}

function isDialogResult(item: TranscriptItem): item is ToolResult {
  return item.kind === "tool-result" && item.call?.tool === DIALOG;
}

function questionOf({ call }: ToolResult): string {
  const { questions } = call?.input ?? {};
  const texts = (Array.isArray(questions) ? questions : []).flatMap((entry) =>
    isRecord(entry) && typeof entry.question === "string"
      ? entry.question.replaceAll(/\s+/g, " ").trim()
      : [],
  );
  return texts.join(" ") || "(a question in a dialog)";
}

export function addQuestion(store: Store, sessionId: string, text: string, at: number): void {
  store
    .query("INSERT INTO questions (session_id, text, at) VALUES ($sessionId, $text, $at)")
    .run({ sessionId, text, at });
}

/** Oldest first. Questions from before the person's last prompt are settled. */
function listQuestions(store: Store, sessionId: string, since: number): string[] {
  const rows = store
    .query("SELECT text FROM questions WHERE session_id = $sessionId AND at >= $since ORDER BY id LIMIT 10")
    .all({ sessionId, since }) as { text: string }[];
  return rows.map(({ text }) => text);
}

function deleteQuestions(store: Store, sessionId: string): void {
  store.query("DELETE FROM questions WHERE session_id = $sessionId").run({ sessionId });
}
