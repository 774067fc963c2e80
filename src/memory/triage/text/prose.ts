// The lines of a text that somebody says: no code, no quotes, no tables, no markup, nothing that tools wrote.

export interface ProseLine {
  line: string;
  /** One of several things that could be done. */
  option: boolean;
}

const bulletPattern = () => /^\s*(?:[-*+•]|\d{1,2}[.)]|[a-h][.)]|\[[ x]\])\s+/i;
const letteredPattern = () => /^\s*(?:[-*+]\s+)?(?:\*\*)?[A-H](?:[.)](?:\*\*)?\s|\s?\([^)\n]{2,40}\))/;
const optionLabelPattern = () =>
  /^(?:option|alternative|approach|variant|choice|possibility|opción|alternativa|möglichkeit|variante|方案|选项)\s*(?:[a-z]|\d|one|two|three|一|二|三)?\s*[:).（(–—-]/i;
const OPTION_LABELS = [
  "option",
  "alternativ",
  "approach",
  "variant",
  "choice",
  "possib",
  "opci",
  "möglich",
  "方案",
  "选项",
];
const optionsFollowPattern = () =>
  /\b(?:options?|alternatives|approaches|choices|possibilities|possible|directions|ideas|ways|suggestions|candidates|routes|paths|proposals|trade-?offs|pros|cons|could|can either|opciones|alternativas|optionen|möglichkeiten)\b[^.!]*[:?]\s*$|(?:选项|方案)[^。]*[:：？]\s*$/i;
/** Code without a fence: declarations, comments, diffs, stack frames, log lines, prompts of a shell. */
const codePattern = () =>
  /^\s*(?:\/\/|\/\*|\*\/|#include|#!|@@|[+-]{3}\s|\$ |> |import\s.+from|(?:const|let|var|function|class|def|return|public|private|async)\s+\w+.*[;{(=:]\s*$|at\s+\S+\s*\(|<\/?[a-z][^>]*>\s*$|\d{4}-\d\d-\d\d[T ]\d\d:|\[(?:INFO|WARN|ERROR|DEBUG)\])|[;{}]\s*$/;
/** Ours, and other tools' notes to the model. */
const machinePattern = () =>
  /\bholdfast (?:memory|triage|inbox|pause|unlock|explain|wrong)\b|\bholdfast: |^\s*-? ?\[(?:DECISION|RUNBOOK|CONSTRAINT|TECH_DEBT|PREFERENCE|SESSION_SUMMARY)\]|hook feedback:|<\/?system-reminder>|things? worth remembering|after saving,? you may stop/i;
/** A line that was wrapped goes on in the next. */
const WRAPPED = 60;

export function proseLines(text: string): ProseLine[] {
  const lines: ProseLine[] = [];
  let inFence = false;
  let inOptions = false;
  let open = false;
  for (const raw of text.split("\n")) {
    const bare = raw.trimStart();
    const isFence = bare.startsWith("```") || bare.startsWith("~~~");
    if (isFence) inFence = !inFence;
    if (
      inFence ||
      isFence ||
      bare.startsWith(">") ||
      bare.startsWith("|") ||
      isCode(bare) ||
      isMachine(raw)
    ) {
      open = false;
      continue;
    }
    const isBullet = mayBeBullet(bare) && bulletPattern().test(bare);
    const line = stripMarkup(isBullet ? bare.replace(bulletPattern(), "") : raw);
    if (line === "") {
      open = false;
      continue;
    }
    if (!isBullet)
      inOptions = ":?：？".includes(line.charAt(line.length - 1)) && optionsFollowPattern().test(line);
    const option = isLabelled(line) || isLettered(bare) || (isBullet && inOptions);
    const last = lines.at(-1);
    if (open && last && !isBullet && goesOn(line)) last.line += ` ${line}`;
    else lines.push({ line, option });
    open = line.length > WRAPPED && !".!?:;".includes(line.charAt(line.length - 1));
  }
  return lines;
}

// To prepare a pattern takes longer than to read a message: what a line cannot be is seen by its first and last characters.

function isCode(bare: string): boolean {
  if (bare === "") return false;
  const isProse =
    isLetter(bare.charCodeAt(0)) &&
    !bare.startsWith("import") &&
    !bare.startsWith("at") &&
    !";{}(=:".includes(bare.trimEnd().at(-1) ?? ";");
  return !isProse && codePattern().test(bare);
}

function isMachine(raw: string): boolean {
  const lower = raw.toLowerCase();
  for (const word of ["holdfast", "[", "feedback", "reminder", "remembering", "saving"])
    if (lower.includes(word)) return machinePattern().test(raw);
  return false;
}

function mayBeBullet(bare: string): boolean {
  return !isLetter(bare.charCodeAt(0)) || bare.charAt(1) === "." || bare.charAt(1) === ")";
}

function isLettered(bare: string): boolean {
  const mayBe = mayBeBullet(bare) || bare.charAt(1) === "(" || bare.charAt(2) === "(";
  return mayBe && letteredPattern().test(bare);
}

function isLabelled(line: string): boolean {
  const lower = line.slice(0, 12).toLowerCase();
  for (const label of OPTION_LABELS) if (lower.startsWith(label)) return optionLabelPattern().test(line);
  return false;
}

function goesOn(line: string): boolean {
  return /^[a-z(]/.test(line);
}

/** Of the Latin alphabet. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function stripMarkup(raw: string): string {
  const isMarked =
    raw.includes("*") || raw.includes("_") || raw.includes("#") || raw.includes("](") || raw.includes("~~");
  return isMarked ? withoutMarkup(raw) : raw.trim();
}

function withoutMarkup(raw: string): string {
  return raw
    .replace(/^\s*#{1,6}\s+/, "")
    .replace(/\[([^\]\n]{1,200})\]\([^)\n]{1,300}\)/g, "$1")
    .replace(/(\*\*|__|~~)/g, "")
    .replace(/(^|\s)[*_]([^*_\n]{1,200})[*_](?=\s|[.,;:!?]|$)/g, "$1$2")
    .trim();
}
