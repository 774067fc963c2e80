// Watches the rest of a session for events that make earlier findings obsolete: an error came back, another option was
// chosen, a debt was taken up, or the decision was about the user's own files outside of the project.
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Candidate } from "./candidate.ts";
import type { TriageEvent } from "./merge.ts";
import { isPutOff, MAX_SHORT } from "./messages.ts";
import { splitSentences } from "./sentences.ts";
import { emptyTurn, MAX_FIXED, type TriageState } from "./state.ts";
import { filesChangedBy } from "./structure/progress.ts";

const DECIDED = ["answer", "reply", "wish", "correction"];
const quotedPattern = () => /"([^"\n]{10,80})"/g;
/** A dotfile in the user's home directory. `~/.claude` is not one: what Claude keeps there is about the project. */
const dotfilePattern = () =>
  /^(?:~|\/(?:Users|home)\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)[/\\]\.(?!claude\b)[^/\\]/i;

export function noteFound(
  { category, evidence, fingerprint, patterns }: Candidate,
  state: TriageState,
): void {
  if (category === "RUNBOOK") {
    const quoted = evidence.flatMap(({ line }) =>
      [...line.matchAll(quotedPattern())].map(([, error = ""]) => error),
    );
    state.fixed = [...new Set([...state.fixed, ...quoted])].slice(-MAX_FIXED);
  }
  if (DECIDED.includes(patterns[0] ?? ""))
    state.turn.found = [...state.turn.found, fingerprint].slice(-MAX_FIXED);
}

/** A question that reopens an earlier decision. */
const reopenedPattern = () =>
  /\b(?:grew|turn(?:s|ed) out|no longer|do(?:es)?(?:n't| not) (?:work|hold)|ruled out|revisit|reconsider|now needs?|after all)\b/i;
/** The user wants something replaced: "instead of the file, can it …?" */
const replacedPattern = () =>
  /\binstead of ([^,.;:?!]{6,80}?)(?=$|[,.;:?!]| (?:can|could|should|we|i|it|let's|lets)\b)/gi;

/** Called before the item is searched for new findings. */
export function followLater(item: TranscriptItem, state: TriageState): TriageEvent[] {
  if (item.kind === "answers") {
    const gone = item.answers.flatMap(({ others = [] }) => others);
    const all = item.answers.flatMap(({ question, answer, others = [] }) => [question, answer, ...others]);
    if (item.answers.some(({ question }) => reopenedPattern().test(question))) gone.push(all.join(" "));
    return gone.map((words) => ({ kind: "not-chosen", words }));
  }
  if (item.kind === "prompt" || item.kind === "slash-command") {
    const { found, inProject, elsewhere } = state.turn;
    state.turn = emptyTurn();
    const ended: TriageEvent[] = elsewhere && !inProject ? [{ kind: "elsewhere", fingerprints: found }] : [];
    return item.kind === "prompt"
      ? [...ended, ...cameBack(item.text, state), ...replacedIn(item.text), ...takenUpIn(item.text)]
      : ended;
  }
  if (item.kind !== "tool-result") return [];
  for (const file of item.isError ? item.changedFiles : filesChangedBy(item))
    if (dotfilePattern().test(file)) state.turn.elsewhere = true;
    else state.turn.inProject = true;
  return item.isError ? cameBack(item.text, state) : [];
}

function replacedIn(text: string): TriageEvent[] {
  if (text.length > MAX_SHORT) return [];
  return [...text.matchAll(replacedPattern())].map(([, words = ""]) => ({ kind: "replaced", words }));
}

/** A prompt that asks for a debt takes it up, unless it postpones it again. */
function takenUpIn(text: string): TriageEvent[] {
  if (text.length > MAX_SHORT) return [];
  return splitSentences(text)
    .filter(({ plain }) => !isPutOff(plain) && !/[?？]\s*$/.test(plain))
    .map(({ plain }) => ({ kind: "taken-up", words: plain }));
}

function cameBack(text: string, state: TriageState): TriageEvent[] {
  const again = state.fixed.filter((error) => text.includes(error));
  state.fixed = state.fixed.filter((error) => !again.includes(error));
  return again.map((words) => ({ kind: "came-back", words }));
}
