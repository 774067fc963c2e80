// From the source of a pattern: its choices as data, so that those a text cannot meet are left out before the engine
// prepares it. See src/memory/triage/text/pattern.ts.
import { EDGE } from "../src/memory/triage/text/edges.ts";
import type { Alternative, Group, Part } from "../src/memory/triage/text/pattern.ts";
import { ENDS_WORD, SPARE, STARTS_WORD } from "../src/memory/triage/text/pattern.ts";
import { edgesOf, markRun } from "./pattern-edges.ts";

/** Letters that mean themselves, all in lower case. */
const LITERAL = /^[\p{Ll}\p{Lo}\d' ,-]*$/u;
const WORD = /^\w*$/;
const WORTH_LISTING = 4;
/** A blank stands everywhere. */
const SHORTEST = 1;

/** The alternatives of the whole. */
export function treeOf(source: string): Alternative[] {
  let at = 0;
  const edges = edgesOf(source);
  const alternatives = readAlternatives();
  if (at < source.length) throw new Error(`cannot read ${source.slice(at - 10, at + 20)}`);
  return alternatives;

  function readAlternatives(): Alternative[] {
    const found = [readSequence()];
    while (source[at] === "|") {
      at++;
      found.push(readSequence());
    }
    return found;
  }

  function readSequence(): Alternative {
    const parts: Part[] = [];
    let raw = "";
    let run = "";
    let runFrom = 0;
    let need = "";
    /** `to`: where it ends in the source; -1 when its last letter goes on. */
    const endRun = (to: number) => {
      const marked = markRun(run, edges, runFrom, to);
      if (bareLength(marked) > bareLength(need)) need = marked;
      run = "";
    };
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      if (source[at] === "(") {
        endRun(at);
        if (raw !== "") parts.push(raw);
        raw = "";
        parts.push(readGroup());
        continue;
      }
      const from = at;
      const { text, letter } = readTerm();
      const mark = readQuantifier();
      raw += text + mark;
      if (letter === null || isOptional(mark)) endRun(from);
      else {
        if (run === "") runFrom = from;
        run += letter;
      }
      if (mark !== "") endRun(-1);
    }
    endRun(at);
    if (raw !== "") parts.push(raw);
    if (parts.length === 0) return "";
    const [only] = parts;
    if (parts.length === 1 && typeof only === "string" && LITERAL.test(only) && WORD.test(only)) return only;
    return [bareLength(need) < SHORTEST ? "" : need, ...parts];
  }

  /** `letter`: what must stand there, in lower case; null when that is not one letter. */
  function readTerm(): { text: string; letter: string | null } {
    const first = source[at++] ?? "";
    if (first === "[") {
      const from = at - 1;
      while (source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
      at++;
      return { text: source.slice(from, at), letter: null };
    }
    if (first !== "\\") {
      const isPlace = first === "^" || first === "$" || first === ".";
      return { text: first, letter: isPlace ? null : first.toLowerCase() };
    }
    const second = source[at++] ?? "";
    if (second === "u") {
      const letter = String.fromCharCode(Number.parseInt(source.slice(at, at + 4), 16));
      at += 4;
      return { text: letter, letter: letter.toLowerCase() };
    }
    if (/[pPkxc\d]/.test(second)) throw new Error(`\\${second} is not known here`);
    return { text: first + second, letter: /\w/.test(second) ? null : second };
  }

  function readGroup(): Group {
    const [open = ""] = /^\(\?(?::|=|!|<=|<!)/.exec(source.slice(at, at + 4)) ?? [];
    if (open === "") throw new Error(`a group that keeps what it finds: ${source.slice(at, at + 30)}`);
    at += open.length;
    const inside = at;
    const alternatives = readAlternatives();
    const end = at++;
    const mark = readQuantifier();
    const place =
      (open.endsWith("!") || isOptional(mark) ? SPARE : 0) +
      (edges.before.has(inside) ? STARTS_WORD : 0) +
      (edges.after.has(end) ? ENDS_WORD : 0);
    const isOfWords = (place & STARTS_WORD) !== 0 && (place & ENDS_WORD) !== 0;
    return [open, `)${mark}`, place, ...(isOfWords ? listWords(alternatives) : alternatives)];
  }

  function readQuantifier(): string {
    const [mark = ""] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at, at + 12)) ?? [];
    at += mark.length;
    return mark;
  }
}

function isOptional(mark: string): boolean {
  return /^(?:[?*]|\{0)/.test(mark);
}

function bareLength(text: string): number {
  return text.replaceAll(EDGE, "").trim().length;
}

/** Words that stand side by side, as one text between blanks. */
function listWords(alternatives: readonly Alternative[]): Alternative[] {
  const listed: Alternative[] = [];
  let run: string[] = [];
  const endRun = () => {
    if (run.length >= WORTH_LISTING) listed.push(` ${run.join(" ")} `);
    else listed.push(...run);
    run = [];
  };
  for (const one of alternatives) {
    if (typeof one === "string" && one !== "") run.push(one);
    else {
      endRun();
      listed.push(one);
    }
  }
  endRun();
  return listed;
}
