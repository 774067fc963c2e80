// From the source of a pattern: its choices as data, so that those a text cannot meet are left out before the engine
// prepares it. See src/triage/text/pattern.ts.
import type { Alternative, Group, Part } from "../src/triage/text/pattern.ts";

/** Letters that mean themselves, all in lower case. */
const LITERAL = /^[\p{Ll}\p{Lo}\d' ,-]*$/u;
/** A blank stands everywhere. */
const SHORTEST = 1;

/** The alternatives of the whole. */
export function treeOf(source: string): Alternative[] {
  let at = 0;
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
    let need = "";
    const endRun = () => {
      if (run.trim().length > need.trim().length) need = run;
      run = "";
    };
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      if (source[at] === "(") {
        endRun();
        if (raw !== "") parts.push(raw);
        raw = "";
        parts.push(readGroup());
        continue;
      }
      const { text, letter } = readTerm();
      const mark = readQuantifier();
      raw += text + mark;
      if (letter === null || isOptional(mark)) endRun();
      else run += letter;
      if (mark !== "") endRun();
    }
    endRun();
    if (raw !== "") parts.push(raw);
    if (parts.length === 0) return "";
    const [only] = parts;
    if (parts.length === 1 && typeof only === "string" && LITERAL.test(only)) return only;
    return [need.trim().length < SHORTEST ? "" : need, ...parts];
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
    const alternatives = readAlternatives();
    at++;
    const mark = readQuantifier();
    return [open, `)${mark}`, open.endsWith("!") || isOptional(mark) ? 1 : 0, ...alternatives];
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
