// Work that was discarded or redone: plans thrown away after work had begun, and several rounds of review.
import { queryWords } from "../../../text/query-words.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { ownWords } from "../../../transcript/selectors/corrections.ts";
import { isEditingTool } from "../../../transcript/selectors/tool-calls.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";
import { advise, cutAtWord, type PatternDraft, type Sighting, type TranscriptDetector } from "./detector.ts";

const MAX_TEXT = 400;
const MAX_TITLE = 80;
/** In longer messages such words are about something else. */
const MAX_ORDER = 300;
const TAKES_BACK =
  /\b(?:roll(?:ing)? (?:it |this |that |them |these |everything |all )?back|revert (?:it|this|that|them|these|everything|all|your|the (?:last )?changes)|undo (?:it|this|that|them|these|everything|all|your|the)|scrap (?:it|this|that|the)|throw (?:it|this|that|everything|all) away|start (?:over|from scratch)|abandon (?:it|this|that|the)|discard (?:it|this|that|the|your|all|everything))\b/;
const COMMITS = /\bgit\s+(?:-\S+\s+)*commit\b/;
/** Discards the whole work tree, not one file. */
const DISCARDS =
  /\bgit\s+(?:reset\s+--hard(?:\s+HEAD)?\s*(?:$|[;&|])|(?:checkout|restore)\s+(?:--\s+)?\.\s*(?:$|[;&|])|stash\s+drop\b)/;

interface StartedWork {
  /** The position and text of the plan or request. */
  at: number;
  text: string;
  isPlan: boolean;
  edits: number;
}

/** An approved plan or a request was undone after work had begun, before it was committed. */
export const discardedPlan: TranscriptDetector = ({ discarded_edits: min }) => {
  const found: PatternDraft[] = [];
  /** The person's last request, and the plan or the last request that files were changed for. */
  let asked: StartedWork | null = null;
  let begun: StartedWork | null = null;
  const discard = (at: number, text: string) => {
    if (min > 0 && begun !== null && begun.edits >= min && found.length === 0)
      found.push(describeDiscarded(begun, { at, text: cutAtWord(text, MAX_TEXT) }));
    begun = null;
  };
  return {
    follow(item) {
      if (item.kind === "plan-approval")
        begun = { at: item.offset, text: planTitle(item.plan), isPlan: true, edits: 0 };
      else if (item.kind === "prompt") {
        if (takesBack(item.text)) discard(item.offset, item.text);
        asked = { at: item.offset, text: cutAtWord(item.text, MAX_TEXT), isPlan: false, edits: 0 };
      } else if (item.kind === "rejection" && isEditingTool(item.call?.tool ?? "")) {
        // Nothing was done for the request yet, so it is unclear what a later "roll back" refers to.
        if (!begun?.isPlan && begun !== asked) begun = null;
      } else if (item.kind === "tool-result" && !item.isError && item.call !== null) {
        const command = commandOf(item.call);
        if (isEditingTool(item.call.tool)) {
          if (!begun?.isPlan) begun = asked;
          if (begun !== null) begun.edits++;
        } else if (COMMITS.test(command)) {
          begun = null;
          if (asked !== null) asked.edits = 0;
        } else if (begun?.isPlan && DISCARDS.test(command)) discard(item.call.offset, command);
      }
    },
    listPatterns: () => found,
  };
};

function takesBack(prompt: string): boolean {
  const text = ownWords(prompt).toLowerCase();
  const isQuestion = /^(?:can|could|what|how|why|is|does|do|should|would)\b.*\?$/.test(text);
  return text.length <= MAX_ORDER && !isQuestion && TAKES_BACK.test(text);
}

function planTitle(plan: string): string {
  const heading = /^#+\s*(.+)$/m.exec(plan)?.[1] ?? plan.trim().split("\n", 1)[0] ?? "";
  return cutAtWord(heading, MAX_TEXT);
}

function describeDiscarded({ at, text, isPlan, edits }: StartedWork, taken: Sighting): PatternDraft {
  const what = `${text.split("\n", 1)[0]?.slice(0, MAX_TITLE)}`;
  return {
    id: "DISCARDED_PLAN",
    count: edits,
    title: `${isPlan ? "A plan was" : "Work was"} thrown away after ${edits} edits: ${what}`,
    subject: `${text}\n${taken.text}`,
    evidence: [{ at, text }, taken],
    suggestion: {
      kind: "memory",
      text: "Save the reason as a decision, so that it is not started again.",
      payload: {
        category: "DECISION",
        title: `Not done: ${what}`,
        body: `${text}\n\nUndone: ${taken.text}`,
      },
    },
  };
}

interface ReviewedWork {
  rounds: Sighting[];
  /** Edits in the session before the last round. */
  edits: number;
}

const MAX_REVIEWED = 200;
const REVIEW = /\b(?:re-?)?review(?:er|ing)?\b|\bcode-review\b/i;
const ROUND = /\b(?:round|pass|iteration|attempt)\s*#?\d+\b/gi;
/** Words about reviewing itself, which do not say what is reviewed. */
const ABOUT_REVIEWING = new Set(
  "review reviewer reviewing rereview round pass again second third final check agent fix fixes after updated".split(
    " ",
  ),
);

/** The same work was reviewed, changed and reviewed again. */
export const reviewRounds: TranscriptDetector = ({ review_rounds: min }) => {
  /** By the words that say what is reviewed. */
  const reviewed = new Map<string, ReviewedWork>();
  let edits = 0;
  return {
    follow(item) {
      if (item.kind === "tool-result" && !item.isError && isEditingTool(item.call?.tool ?? "")) edits++;
      const text = reviewOf(item);
      if (text === null) return;
      const words = queryWords(text.replace(ROUND, " ")).filter((word) => !ABOUT_REVIEWING.has(word));
      const key = [...new Set(words)].sort().join(" ");
      const earlier = reviewed.get(key);
      // Parallel reviewers, and reviews without an edit in between, are one round.
      if (earlier ? edits === earlier.edits : reviewed.size >= MAX_REVIEWED) return;
      const round = { at: item.offset, text: cutAtWord(text, MAX_TEXT) };
      reviewed.set(key, { rounds: [...(earlier?.rounds ?? []), round], edits });
    },
    listPatterns() {
      const [longest] = [...reviewed.values()].sort((a, b) => b.rounds.length - a.rounds.length);
      const rounds = longest?.rounds ?? [];
      if (min === 0 || rounds.length < min) return [];
      return [
        {
          id: "REVIEW_ROUNDS",
          count: rounds.length,
          title: `${rounds.length} rounds of review and rework: ${rounds.at(-1)?.text.slice(0, MAX_TITLE)}`,
          subject: rounds[0]?.text ?? "",
          evidence: rounds,
          suggestion: advise(
            "Check what the later rounds still found, and give it to Claude as a rule before the work.",
          ),
        },
      ];
    },
  };
};

/** A subagent, a skill or a slash command that reviews; null otherwise. */
function reviewOf(item: TranscriptItem): string | null {
  if (item.kind === "slash-command")
    return REVIEW.test(item.name) ? `${item.name} ${item.args}`.trim() : null;
  if (item.kind !== "tool-call") return null;
  const { description, subagent_type, skill, args } = item.input;
  const text =
    item.tool === "Skill"
      ? `${skill ?? ""} ${args ?? ""}`
      : isAgent(item)
        ? `${subagent_type ?? ""} ${description ?? ""}`
        : "";
  return REVIEW.test(text) ? text.trim() : null;
}

function isAgent({ tool }: ToolCall): boolean {
  return tool === "Task" || tool === "Agent";
}

function commandOf({ tool, input }: ToolCall): string {
  return tool === "Bash" && typeof input.command === "string" ? input.command : "";
}
