// What Claude concludes in the last message of a turn: the cause of a fault, a warning, what it left undone or decided and
// why, a limit it ran into. Plain patterns find mostly reports of its own work, so these lines stay below the inbox, a few a
// session. Not loaded when a stop is judged: the background triage reads the same messages again.
import type { Category } from "../../memory.ts";
import { type CandidateEvidence, MESSAGE, REPORT, type TriageFinding } from "../candidate.ts";
import { type Sentence, splitSentences, wordsIn } from "../sentences.ts";
import type { Source } from "../sources.ts";
import { causeOpening, makeTitle, plainLine, USUAL_TITLE } from "../title.ts";
import { contentWords, joinTopic, leansOnContext } from "../topic.ts";
import { type Block, readBlocks } from "./blocks.ts";

/** Of one message. */
const MAX_CONCLUSIONS = 2;
const MAX_LINE = 500;
const MIN_WORDS = 7;
const MAX_WORDS = 60;
const MIN_SHARED = 2;
/** Of a section that tells a cause. */
const MAX_BLOCKS = 3;

/** The person reports that something is wrong. */
const faultPattern = () =>
  /\b(?:bugs?|errors?|fail(?:s|ed|ing|ures?)?|broken?|crash\w*|wrong|(?:does|do|did|is|are|was|can|could)(?:n['’]?t| not)|issues?|problems?|still|why|exception|traceback|stuck|hangs?|weird|incorrect\w*|missing|no longer|regression|flaky)\b|\b[45]\d\d\b/i;
const causeHeading = () =>
  /^(?:the )?(?:root |real |actual |underlying )*(?:causes?|bug|problem|issue|culprit|diagnosis)\b(?: (?:was|is|found|\d))?(?=$| [–—:(-])|^(?:what|why)\b.*\b(?:happen\w*|broke|wrong|fail\w*|caused|going on)\b|\w (?:bug|fix)(?: \([^)]*\))?$/i;
const remedyHeading = () => /^(?:(?:the|my|a|proposed|suggested) )*(?:fix(?:es)?|solution|remedy)\b/i;
/** "Key decisions" repeats what was decided before. */
const decisionHeading = () => /(?<!\bkey )\bdecisions?$/i;
/** "Found the problem." What follows is the problem. */
const foundPattern = () =>
  /^found (?:it|the (?:\w+ )?(?:problem|issue|bug|cause|culprit))\b[^.:!]{0,20}[.:!]\s*/i;
const causePattern = () =>
  /\broot cause\b|\bthe (?:real |actual |underlying )?(?:issue|problem|cause|culprit|bug|reason) (?:is|was|turned out)\b|\b(?:was|were|is) caused by\b|\bturn(?:s|ed) out\b|\bthat's why\b|\bwhich is why\b/;
const warningPattern = () =>
  /\bworth (?:knowing|noting|flagging|remembering)\b|\bcaveat\b|\bheads[- ]up\b|\b(?:side|maintenance|one) note\b|\bbe aware\b|\bgotcha\b|\bkey insight\b|^(?:note|important)(?::| that\b)/;
const undonePattern = () =>
  /\bskipped (?:because|since)\b|\bleft (?:alone|as[- ]is|unchanged|in place)\b|\b(?:not|isn't|aren't|wasn't|haven't|hasn't)(?: yet| currently| been)* (?:handled|covered|tested|implemented|addressed|wired|enforced|linted|populated)\b|\bno tests? (?:pin|cover)\w*|\bworth (?:replacing|fixing)\b|\bpre-?existing\b(?=.*\b(?:not|would|means|needs?)\b)/;
const chosenPattern = () =>
  /\b(?:deliberate(?:ly)?|intentional(?:ly)?|on purpose|i kept|i chose|opted|went with|made the call)\b/;
const reasonPattern = () =>
  /\b(?:because|since|so that|otherwise|to (?:avoid|keep)|so (?:it|the|a|that|there)|which (?:would|means))\b|[–—:]\s|\b(?:rather than|instead of)\b/;
const limitPattern = () =>
  /\b(?:can(?:'t|not)|can only|only (?:works?|runs?|applies|reads?|supports?|allows?|be|fires?)|does(?:n't| not) (?:support|allow|accept|provide|reach|know)|(?:is|are)(?:n't| not) (?:supported|available|part of|possible|allowed)|must (?:be|match|mirror|stay|not|run|have)|requires|inert|limited to|no way to|never (?:gets?|renders?|runs?|fires?))\b/;
const machinePattern = () =>
  /\b(?:on|in|from) (?:this|the|your|my|our) (?:[\w-]+ ){0,3}(?:box|machine|environment|sandbox|container|vm|host|laptop)\b|\b(?:windows|macos|linux|wsl|arm64)\b/;
/** What was guessed, offered or planned is no conclusion. */
const openPattern = () =>
  /\b(?:i'll|i will|i'd|let me|want me|say the word|your call|would you|do you|should (?:i|we)|if you|feel free|probably|likely|might|could be|may be|hypothes\w+|assum\w+|not (?:pushed|committed)|uncommitted|recommend\w*|proposal|later|option|one idea)\b|[?:]\s*$|^(?:if|when|once|verified|and|but|or)\b|^#\d/;
/** "so it can't drift": what Claude's own change brings about. */
const resultPattern = () =>
  /\bwould\b|\bso (?:it|they|that|the|a|nothing|nobody)\b.*\bcan(?:'t|not)\b|\bnow\b|\bno longer\b/;
/** What is planned, weighed or tested there is not so yet. */
const draftHeading = () =>
  /\b(?:options?|approach(?:es)?|plan|recommend\w*|suggest\w*|proposal|order|pros|cons|findings|steps?|tests?|behaviou?r|if)\b|^[a-d]\)/i;
/** "Reproduced at HEAD: …", "Worth knowing: …", "One thing that needed care: …", "I made the call on that: …" */
const openingPattern = () =>
  /^(?:\w+ed\b[^:.]{0,20}|.{0,40}\b(?:worth \w+|note|caveat|insight)\b[^:.]{0,20}|one (?:\w+ )?thing\b[^:.]{0,40}|i made the call\b[^:.]{0,60})(?::| —) (?=\S)/i;
/** Something that can be looked up: code, a file, an option, a number. */
const namePattern = () =>
  /`[^`]+`|[a-z][A-Z]\w|\w[_/]\w|\w\.[a-z]{2,4}\b|\(\)|--\w|\b[A-Z]{2,}_|\b\d{3,}\b|:\d+\b/;

/** The sentence in which the person reports a fault; "" where they report none. */
export function faultIn(prompt: string): string {
  const text = prompt.slice(0, 4000);
  if (!faultPattern().test(text)) return "";
  const said = splitSentences(text).find(({ masked }) => faultPattern().test(masked))?.plain;
  return plainLine(said ?? text.trim().split("\n", 1)[0] ?? "", 300);
}

/** `fault`: what the person reported in this turn, "" where nothing. */
export function readConclusions(message: string, fault: string): TriageFinding[] {
  const blocks = readBlocks(message);
  const causes = readCauses(blocks, fault);
  const others = blocks.flatMap((block) => readRemarks(block, fault));
  const rank: Source[] = ["cause", "warning", "limit", "choice"];
  return [...causes, ...others]
    .toSorted((a, b) => rank.indexOf(a.source as Source) - rank.indexOf(b.source as Source))
    .slice(0, MAX_CONCLUSIONS);
}

/** Sections that are headed as a cause; without one, a sentence that names the cause of the fault that was reported. */
function readCauses(blocks: readonly Block[], fault: string): TriageFinding[] {
  const headed = blocks.flatMap((_, at) => concludeSection(sectionAt(blocks, at, fault), fault));
  if (headed.length > 0 || fault === "") return headed;
  return blocks.flatMap((block) => {
    const sentences = splitSentences(block.text);
    const at = sentences.findIndex((one) => isStated(one) && causePattern().test(one.masked));
    const text = sentences
      .slice(at)
      .map(({ plain }) => plain)
      .join(" ");
    return at === -1 ? [] : concludeSection([{ ...block, text }], fault);
  });
}

/** The blocks that tell a cause, where one of them begins here. */
function sectionAt(blocks: readonly Block[], at: number, fault: string): Block[] {
  const block = blocks[at];
  if (block === undefined) return [];
  const isOpening = at === 0 && fault !== "" && foundPattern().test(block.text);
  if (isOpening) {
    const text = block.text.replace(foundPattern(), "");
    return [{ ...block, text }, ...blocks.slice(1, MAX_BLOCKS)];
  }
  if (isCauseHeading(block.lead, fault)) return [block];
  if (!block.isFirst || !isCauseHeading(block.heading, fault)) return [];
  return blocks.slice(at, at + MAX_BLOCKS).filter(({ heading }) => heading === block.heading);
}

/** "What's happening" is the cause of something only where the person reported a fault; so is what answers their "why …?". */
function isCauseHeading(heading: string, fault: string): boolean {
  if (heading === "" || remedyHeading().test(heading) || /\bnot an? \w+$/i.test(heading)) return false;
  if (causeHeading().test(heading)) return fault !== "" || !/^(?:what|why)\b/i.test(heading);
  if (!/\bwhy\b/i.test(fault)) return false;
  const asked = new Set(contentWords(fault));
  return contentWords(heading).filter((word) => asked.has(word)).length >= MIN_SHARED;
}

/** Its first sentence that says something is the title, all of it is the evidence. */
function concludeSection(section: readonly Block[], fault: string): TriageFinding[] {
  const line = plainLine(
    section.map(({ lead, text }) => (lead === "" ? text : `${lead}: ${text}`)).join(" "),
    MAX_LINE,
  );
  if (!section.some(({ text }) => namePattern().test(text))) return [];
  for (const { lead, heading, text } of section)
    for (const sentence of splitSentences(text).slice(0, 2)) {
      const title = isStated(sentence) && !isReport(sentence) ? titleOf(sentence.plain, lead, heading) : null;
      if (title === null) continue;
      const evidence: CandidateEvidence[] = [
        { line, who: "claude", why: "named as the cause when Claude's turn ended" },
      ];
      if (fault !== "") evidence.push({ line: fault, who: "user", why: REPORT });
      return [{ source: "cause", category: "RUNBOOK", title, evidence, identity: sentence.plain }];
    }
  return [];
}

function readRemarks(block: Block, fault: string): TriageFinding[] {
  const { heading, lead, text } = block;
  const isNamed = namePattern().test(text) || namePattern().test(lead);
  const isDraft = draftHeading().test(heading) || draftHeading().test(lead);
  if (isCauseHeading(lead, fault)) return [];
  return splitSentences(text).flatMap((sentence): TriageFinding[] => {
    if (!isStated(sentence) || isReport(sentence)) return [];
    const [source, category, why] = kindOf(sentence, { isNamed, isDraft, heading, lead });
    const title = source === null ? null : titleOf(sentence.plain, lead, heading);
    if (source === null || title === null) return [];
    const evidence: CandidateEvidence[] = [{ line: plainLine(sentence.plain, MAX_LINE), who: "claude", why }];
    const around = plainLine(lead === "" ? text : `${lead}: ${text}`, MAX_LINE);
    if (around !== evidence[0]?.line) evidence.push({ line: around, who: "claude", why: MESSAGE });
    return [{ source, category, title, evidence, identity: sentence.plain }];
  });
}

type Kind = readonly [source: Source | null, category: Category, why: string];

function kindOf(
  { masked, plain }: Sentence,
  { isNamed, isDraft, heading, lead }: { isNamed: boolean; isDraft: boolean; heading: string; lead: string },
): Kind {
  if (warningPattern().test(masked) && isNamed)
    return ["warning", "CONSTRAINT", "flagged when Claude's turn ended"];
  if (isDraft) return [null, "CONSTRAINT", ""];
  if (/\bskipped as\b/.test(masked) || (undonePattern().test(masked) && reasonPattern().test(masked)))
    return ["choice", "TECH_DEBT", "left as it is when Claude's turn ended"];
  const isDecided = decisionHeading().test(heading) || decisionHeading().test(lead);
  if (isDecided || (chosenPattern().test(masked) && reasonPattern().test(masked) && isNamed))
    return ["choice", "DECISION", "decided by Claude, with the reason"];
  const isLimit =
    limitPattern().test(masked) && !resultPattern().test(masked) && !/\b(?:i|i've|we)\b/.test(masked);
  const isExplained = namePattern().test(plain) && /\b(?:because|since|so)\b/.test(masked);
  if (isLimit && (isExplained || machinePattern().test(masked)))
    return ["limit", "CONSTRAINT", "a limit that Claude names when its turn ends"];
  return [null, "CONSTRAINT", ""];
}

/** "Fixed a nil pointer in …": what Claude did. */
function isReport({ masked }: Sentence): boolean {
  return /^(?!skipped\b|left\b|kept\b)\w+ed\b(?![^:.]{0,20}: )/.test(masked);
}

function isStated({ plain, masked, isOption }: Sentence): boolean {
  const count = wordsIn(plain).length;
  return !isOption && count >= MIN_WORDS && count <= MAX_WORDS && !openPattern().test(masked);
}

/** With its lead or heading where the sentence alone cannot be understood; null where neither helps. */
function titleOf(sentence: string, lead: string, heading: string): string | null {
  const isNamed = (name: string) =>
    name !== "" && !causeHeading().test(name) && contentWords(name).length > 0;
  const bare = sentence.replace(openingPattern(), "").replace(causeOpening(), "");
  const title = makeTitle(bare);
  if (isNamed(lead))
    return (
      joinTopic(`${makeTitle(lead, USUAL_TITLE).replace(/:$/, "")}:`, bare) ??
      (leansOnContext(title) ? null : title)
    );
  if (!leansOnContext(title)) return title;
  return isNamed(heading) ? joinTopic(`${makeTitle(heading, USUAL_TITLE)}:`, bare) : null;
}
