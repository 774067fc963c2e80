// Records evidence from observed events: a prompt of the user that answers questions, and the report of a reviewing subagent.
import { readSmallFile } from "../../platform/files.ts";
import { isFromPerson } from "../../protocol/claude-code/parse-event.ts";
import type { PromptEvent, StopEvent } from "../../protocol/hook-event.ts";
import { insertEvidence, isUnfinished, listEvidence } from "../../store/goals.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import { inTransaction } from "../../store/open.ts";
import { findTranscript } from "../../store/sessions.ts";
import { clip } from "../../text/clip.ts";
import { isRecord, parseJson } from "../../text/unknown-values.ts";
import type { Reminder } from "../engine/gate.ts";
import { type Flow, findFlow, NO_TREE } from "./flow.ts";
import { withRecognised } from "./flow-state.ts";

const MAX_REPORT_LENGTH = 4096;
const MAX_BLOCKER_LENGTH = 160;

export async function onEvent(context: OpenContext): Promise<Reminder | null> {
  const { event, store } = context;
  const flow = event.sessionId === null ? null : findFlow(store, event.sessionId);
  if (flow === null || !isUnfinished(flow)) return null;
  if (event.name === "UserPromptSubmit" && isFromPerson(event)) return notePrompt(context, event, flow);
  if (event.name === "SubagentStop") await noteReview(context, event, flow);
  return null;
}

/** The prompt may answer a question. Its text is not stored. Claude could take a "yes" for the approval it is not. */
async function notePrompt(
  { store, env, now }: OpenContext,
  event: PromptEvent,
  flow: Flow,
): Promise<Reminder | null> {
  const { answersInPrompt } = await import("./user-evidence.ts");
  const recorded = listEvidence(store, flow.id);
  const answers = answersInPrompt(event.prompt, now, recorded);
  const transcriptPath = findTranscript(store, event);
  // Otherwise a stop finds the prompt in the transcript, where a forged one is not.
  if (transcriptPath === null)
    inTransaction(store, () => {
      for (const row of answers) insertEvidence(store, flow.id, row);
    });
  if (flow.status !== "active" || flow.fileKey !== null) return null;
  const { judgeConditions, openConditions } = await import("./judge-conditions.ts");
  const evidence = withRecognised(recorded, answers);
  const [first] = openConditions(judgeConditions({ flow, evidence, tree: NO_TREE }));
  if (first?.id !== "plan_approved") return null;
  const { readCursor, recogniseUser } = await import("./recognise-user.ts");
  const acts = await recogniseUser(flow, evidence, transcriptPath, await readCursor(env, flow));
  if (acts.some(({ condition }) => condition === "plan_approved")) return null;
  return {
    notes: [`holdfast flow: the plan is not approved yet, and a prompt does not approve it. ${first.next}`],
  };
}

async function noteReview(context: OpenContext, event: StopEvent, flow: Flow): Promise<void> {
  const { env, now, store } = context;
  // A judge reviews it.
  if (flow.judge !== null) return;
  const report = event.lastAssistantMessage.trim();
  const type = event.agentType ?? "";
  if (report === "" || !isReviewer(type, await describeAgent(event))) return;
  if (!(await (await import("../engine/subagent-evidence.ts")).isReportShown(context, event))) return;
  const [{ readFlowTree }, { redact }] = await Promise.all([
    import("./flow-tree.ts"),
    import("../../text/redaction/redact.ts"),
  ]);
  const tree = await readFlowTree(store, flow, { env, transcriptPath: event.transcriptPath });
  // Without a change there was nothing to review.
  if (tree.kind === "git" && !tree.changed) return;
  const shown = redact(report).text;
  const blocker = findBlocker(shown);
  insertEvidence(store, flow.id, {
    condition: "adversarial_passed",
    kind: blocker === null ? "passed" : "failed",
    source: `review by ${type || "a subagent"}`,
    text: (blocker === null ? shown : `${blocker}\n\n${shown}`).slice(0, MAX_REPORT_LENGTH),
    treeMark: tree.fingerprint,
    at: now,
  });
}

/** From the event for a background agent, otherwise from the file next to the agent's transcript. */
async function describeAgent(event: StopEvent): Promise<string> {
  const own = event.backgroundTasks.find((task) => task.id === event.agentId);
  if (own?.description) return own.description;
  if (event.agentTranscriptPath === null) return "";
  const file = readSmallFile(event.agentTranscriptPath.replace(/\.jsonl$/, ".meta.json"));
  // null for an incomplete file: the agent's type has to do.
  const meta = file.state === "read" ? parseJson(file.text) : null;
  return isRecord(meta) && typeof meta.description === "string" ? meta.description : "";
}

const REVIEWER = /review|adversar|\bcritic(s|ique)?\b|\baudit|red[ -]?team/i;

export function isReviewer(agentType: string, description: string): boolean {
  return REVIEWER.test(agentType) || REVIEWER.test(description);
}

/**
 * The first open blocker: a line that begins with "BLOCKER" or "[blocker]", the first entry under a heading "Blockers",
 * or a verdict that is not a pass. "Blockers: none" is none. Text in code blocks does not count.
 */
export function findBlocker(report: string): string | null {
  const lines = withoutCode(report).split("\n").map(plain);
  for (const [index, line] of lines.entries()) {
    const blocker = /^\[?blockers?\]?(?:\s*\(\d+\))?\s*(?:[:：–—-]+\s*|$)(.*)$/i.exec(line);
    if (blocker) {
      const text = blocker[1] || lines.slice(index + 1).find((next) => next !== "") || "";
      if (!NOTHING.test(text) && !(blocker[1] === "" && OTHER_HEADING.test(text)))
        return clip(text, MAX_BLOCKER_LENGTH);
    } else if (/^\[blocker\]\s*\S/i.test(line)) {
      return clip(line.replace(/^\[blocker\]\s*/i, ""), MAX_BLOCKER_LENGTH);
    }
    const verdict = /^(?:final |overall )?verdict\s*[:：–—-]\s*(.+)$/i.exec(line)?.[1];
    if (verdict && FAILING.test(verdict)) return clip(line, MAX_BLOCKER_LENGTH);
  }
  return null;
}

const FAILING =
  /^(fail|failed|failing|reject|rejected|block|blocked|no[- ]?go|not (ok|okay|approved|ready|passed|good)|changes? (requested|required|needed)|needs? (work|changes|fixes))\b/i;

const NOTHING =
  /^((none|nothing|nil|zero|0|n\/a)\b|no (open |remaining |known )?(blockers?|issues?|findings?)\b|no\.?$|[-–—✓✅]*$)/i;

const OTHER_HEADING = /^(verdict|summary|majors?|minors?|nits?|notes?|suggestions?|warnings?)\b/i;

/** Without Markdown. */
function plain(line: string): string {
  return line
    .replace(/^[\s>#*+•-]*(\d+[.)]\s+)?/, "")
    .replaceAll(/[*_`]+/g, "")
    .trim();
}

function withoutCode(text: string): string {
  return text.replaceAll(/^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm, "");
}
