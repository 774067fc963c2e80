// Parses PLAN.md: phases, items with boxes, checkpoints for the user, ship criteria.
import { quoteWork } from "../../text/quote-text.ts";
import { type MarkdownLine, readMarkdown } from "./read-markdown.ts";

export interface PlanItem {
  text: string;
  /** From 1. */
  line: number;
  done: boolean;
  /** The command that proves it, from `(verify: …)`. */
  verify: string | null;
}

/** A point at which the user is needed before the next steps. */
export interface Checkpoint {
  text: string;
  line: number;
  /** Its own box is ticked. */
  done: boolean;
}

export type Step = ({ kind: "item" } & PlanItem) | ({ kind: "checkpoint" } & Checkpoint);

export interface Phase {
  /** Empty for items outside of a phase. */
  title: string;
  steps: Step[];
}

export interface Plan {
  phases: Phase[];
  ship: PlanItem[];
  /** Headings with nothing below them. */
  emptySections: string[];
}

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const ITEM = /^(\s*)(?:[-*+]|\d+[.)])\s+\[(.)\]\s+(.*)$/u;
const PHASE = /^(?:\W*)(?:phase|stage|milestone|step|part|chunk|iteration|sprint)\b/i;
const SHIP =
  /\b(?:ship(?:ping)? (?:criteria|checklist|list)|definition of done|acceptance criteria|success criteria|done when|release criteria)\b/i;
/** Sections about work that is not to be done now. */
const NOT_NOW =
  /\b(?:out of scope|non-?goals?|not in scope|later|future|deferred|backlog|nice to have|follow-?ups?|open questions|ideas|won'?t do|rejected|optional)\b/i;
const VERIFY = /\(verify:\s*(?:`([^`]+)`|(.+?))\s*\)\s*[.;]?\s*$/i;
const CHECKPOINT_TAG = /<checkpoint\b[^>]*>/i;
const CHECKPOINT_END = /<\/checkpoint>/i;
const CHECKPOINT_SELF_CLOSED = /<checkpoint\b[^>]*\/>/i;
const PREFIX = String.raw`^\s*(?:(?:[-*+]|\d+[.)])\s+)?(?:\[.\]\s+)?(?:#{1,6}\s+|>\s*)?[*_\s]*(?:🛑|⛔|✋)?[*_\s]*`;
const STOP_MARK = new RegExp(
  `${PREFIX}(?:STOP|CHECKPOINT)(?=[*_\\s]*(?:$|[:.!,(\\[—–-])|[*_]*\\s+(?:here|and|for|until|before|after|point|mark|gate|now|if|to)\\b)`,
  "u",
);
const MAX_TITLE_LENGTH = 80;
const DONE = new Set(["x", "X", "✓", "✔", "-", "~"]);

export function parsePlan(text: string): Plan {
  const lines = readMarkdown(text);
  const hasPhases = lines.some(({ text: line }) => PHASE.test(HEADING.exec(line)?.[2] ?? ""));
  const plan: Plan = { phases: [], ship: [], emptySections: emptySections(lines) };
  let section: Section = { kind: "phase", level: 0 };
  let inCheckpoint = false;
  for (const [index, { text: line }] of lines.entries()) {
    if (inCheckpoint) {
      inCheckpoint = !CHECKPOINT_END.test(line);
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading) {
      const level = heading[1]?.length ?? 1;
      const title = plainText(heading[2] ?? "");
      section = nextSection(section, level, title, hasPhases);
      if (section.kind === "phase" && section.level === level)
        plan.phases.push({ title: hasPhases ? title : "", steps: [] });
    }
    const step = readStep(line, lines, index);
    if (step?.kind === "checkpoint" && CHECKPOINT_TAG.test(line))
      inCheckpoint =
        !CHECKPOINT_END.test(line) && !CHECKPOINT_SELF_CLOSED.test(line) && closesLater(lines, index);
    if (!step || section.kind === "aside") continue;
    if (section.kind === "phase") currentPhase(plan.phases).steps.push(step);
    else if (step.kind === "item") plan.ship.push(step);
  }
  return { ...plan, phases: plan.phases.filter(({ steps }) => itemsOf(steps).length > 0) };
}

export function itemsOf(steps: readonly Step[]): PlanItem[] {
  return steps.filter((step) => step.kind === "item");
}

export function allItems({ phases, ship }: Plan): PlanItem[] {
  return [...phases.flatMap(({ steps }) => itemsOf(steps)), ...ship];
}

/** What the plan lacks before work can begin; empty when it is valid. */
export function validatePlan(plan: Plan): string[] {
  const tasks = plan.phases.flatMap(({ steps }) => itemsOf(steps));
  return [
    ...(tasks.length === 0 ? ["it has no tasks (`- [ ] …`)"] : []),
    ...(plan.ship.length === 0 ? ["it has no ship criteria (a section with `- [ ]` items)"] : []),
    ...plan.emptySections
      .slice(0, 5)
      .map((title) => `the section "${quoteWork(title, MAX_TITLE_LENGTH)}" is empty`),
  ];
}

/** The kind of section that a line is in, and the level of its heading. */
interface Section {
  kind: "phase" | "ship" | "aside";
  level: number;
}

function nextSection(section: Section, level: number, title: string, hasPhases: boolean): Section {
  if (SHIP.test(title)) return { kind: "ship", level };
  if (NOT_NOW.test(title) && !PHASE.test(title)) return { kind: "aside", level };
  if (hasPhases && PHASE.test(title)) return { kind: "phase", level };
  // A deeper heading belongs to the section it is in.
  if (section.level > 0 && level > section.level) return section;
  return { kind: "phase", level: 0 };
}

function currentPhase(phases: Phase[]): Phase {
  if (phases.length === 0) phases.push({ title: "", steps: [] });
  return phases.at(-1) as Phase;
}

function readStep(text: string, lines: readonly MarkdownLine[], index: number): Step | null {
  const line = lines[index]?.line ?? 0;
  const box = ITEM.exec(text);
  const done = DONE.has(box?.[2] ?? "");
  const content = box?.[3] ?? text;
  if (CHECKPOINT_TAG.test(text) || STOP_MARK.test(text)) {
    return {
      kind: "checkpoint",
      text: plainText(content.replace(/<\/?checkpoint\b[^>]*>/gi, " ")),
      line,
      done,
    };
  }
  if (!box) return null;
  const whole = [content, ...continuation(lines, index, (box[1] ?? "").length)].join(" ");
  const verify = VERIFY.exec(whole);
  return {
    kind: "item",
    text: plainText(verify ? whole.slice(0, verify.index) : content),
    line,
    done,
    verify: (verify?.[1] ?? verify?.[2])?.trim() || null,
  };
}

/** The indented lines below an item, up to the next item. */
function continuation(lines: readonly MarkdownLine[], index: number, indent: number): string[] {
  const texts: string[] = [];
  for (const { text } of lines.slice(index + 1, index + 6)) {
    const isDeeper = text.length - text.trimStart().length > indent;
    if (text.trim() === "" || !isDeeper || /^\s*(?:[-*+]|\d+[.)])\s/.test(text)) break;
    texts.push(text.trim());
  }
  return texts;
}

function closesLater(lines: readonly MarkdownLine[], index: number): boolean {
  return lines.slice(index + 1).some(({ text }) => CHECKPOINT_END.test(text));
}

/** Headings without text before the next heading of the same or a higher level. */
function emptySections(lines: readonly MarkdownLine[]): string[] {
  return lines.flatMap(({ text }, index) => {
    const heading = HEADING.exec(text);
    if (!heading) return [];
    const next = lines.slice(index + 1).find((line) => line.text.trim() !== "");
    const below = next && HEADING.exec(next.text);
    const isEmpty = !next || (below && (below[1]?.length ?? 1) <= (heading[1]?.length ?? 1));
    return isEmpty ? [plainText(heading[2] ?? "")] : [];
  });
}

function plainText(text: string): string {
  return text
    .replaceAll(/[*_`]{1,3}/g, (mark) => (mark.startsWith("_") && mark.length === 1 ? mark : ""))
    .replaceAll(/\s+/g, " ")
    .trim();
}
