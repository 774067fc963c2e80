// The lines of a text that somebody says: no code, no quotes, no tables, no markup, nothing that tools wrote.

export interface ProseLine {
  line: string;
  /** One of several things that could be done. */
  option: boolean;
}

const FENCE = /^\s*(```|~~~)/;
const QUOTED = /^\s*(>|\|)/;
const BULLET = /^\s*(?:[-*+•]|\d{1,2}[.)]|[a-h][.)]|\[[ x]\])\s+/i;
const LETTERED = /^\s*(?:[-*+]\s+)?(?:\*\*)?[A-H](?:[.)](?:\*\*)?\s|\s?\([^)\n]{2,40}\))/;
const OPTION_LABEL =
  /^(?:option|alternative|approach|variant|choice|possibility|opción|alternativa|möglichkeit|variante|方案|选项)\s*(?:[a-z]|\d|one|two|three|一|二|三)?\s*[:).（(–—-]/i;
const OPTIONS_FOLLOW =
  /\b(?:options?|alternatives|approaches|choices|possibilities|possible|directions|ideas|ways|suggestions|candidates|routes|paths|proposals|trade-?offs|pros|cons|could|can either|opciones|alternativas|optionen|möglichkeiten)\b[^.!]*[:?]\s*$|(?:选项|方案)[^。]*[:：？]\s*$/i;
/** Code without a fence: declarations, comments, diffs, stack frames, log lines, prompts of a shell. */
const CODE =
  /^\s*(?:\/\/|\/\*|\*\/|#include|#!|@@|[+-]{3}\s|\$ |> |import\s.+from|(?:const|let|var|function|class|def|return|public|private|async)\s+\w+.*[;{(=:]\s*$|at\s+\S+\s*\(|<\/?[a-z][^>]*>\s*$|\d{4}-\d\d-\d\d[T ]\d\d:|\[(?:INFO|WARN|ERROR|DEBUG)\])|[;{}]\s*$/;
/** Ours, and other tools' notes to the model. */
const MACHINE =
  /\bholdfast (?:memory|triage|inbox|pause|unlock|explain|wrong)\b|\bholdfast: |^\s*-? ?\[(?:DECISION|RUNBOOK|CONSTRAINT|TECH_DEBT|PREFERENCE|SESSION_SUMMARY)\]|hook feedback:|<\/?system-reminder>|things? worth remembering|after saving,? you may stop/i;
/** A line that was wrapped goes on in the next. */
const WRAPPED = 60;

export function proseLines(text: string): ProseLine[] {
  const lines: ProseLine[] = [];
  let inFence = false;
  let inOptions = false;
  let open = false;
  for (const raw of text.split("\n")) {
    if (FENCE.test(raw)) inFence = !inFence;
    if (inFence || FENCE.test(raw) || QUOTED.test(raw) || CODE.test(raw) || MACHINE.test(raw)) {
      open = false;
      continue;
    }
    const isBullet = BULLET.test(raw);
    const line = stripMarkup(raw);
    if (line === "") {
      open = false;
      continue;
    }
    if (!isBullet) inOptions = OPTIONS_FOLLOW.test(line);
    const option = OPTION_LABEL.test(line) || LETTERED.test(raw) || (isBullet && inOptions);
    const last = lines.at(-1);
    if (open && last && !isBullet && /^[a-z(]/.test(line)) last.line += ` ${line}`;
    else lines.push({ line, option });
    open = line.length > WRAPPED && !/[.!?:;]$/.test(line);
  }
  return lines;
}

function stripMarkup(raw: string): string {
  return raw
    .replace(BULLET, "")
    .replace(/^\s*#{1,6}\s+/, "")
    .replace(/\[([^\]\n]{1,200})\]\([^)\n]{1,300}\)/g, "$1")
    .replace(/(\*\*|__|~~)/g, "")
    .replace(/(^|\s)[*_]([^*_\n]{1,200})[*_](?=\s|[.,;:!?]|$)/g, "$1$2")
    .trim();
}
