// From the source of a pattern: texts that stand in whatever it matches, once its edges are marked.
import { EDGE } from "../src/memory/triage/text/edges.ts";
import { edgesOf, markRun } from "./pattern-edges.ts";

/** Fewer letters stand everywhere. */
const SHORTEST = 2;
const ENOUGH = 5;
const MOST = 400;
const MOST_CHOICES = 3;
/** A sign of these scripts says as much as a syllable. */
const DENSE = /[\u2e80-\uffff]/;

/** At least one of them is there. */
type Choice = readonly string[];
/** One of each, the most telling choice first. */
type Needs = readonly Choice[];

/** In lower case: what it needs in one way or another. Empty when nothing can be told. */
export function anchorsOf(source: string): Needs[] {
  let at = 0;
  const edges = edgesOf(source);
  const ways = readAlternatives();
  if (at < source.length) throw new Error(`cannot read ${source.slice(at - 10, at + 20)}`);
  return ways.some(({ length }) => length === 0) ? [] : joinSimple(ways);

  function readAlternatives(): Needs[] {
    const ways = readSequence();
    while (source[at] === "|") {
      at++;
      ways.push(...readSequence());
    }
    return ways;
  }

  /** More than one way when it is nothing but a group. */
  function readSequence(): Needs[] {
    const found: Choice[] = [];
    const groups: Needs[][] = [];
    let others = 0;
    let run = "";
    let runFrom = 0;
    /** `to`: where it ends in the source; -1 when its last letter goes on. */
    const endRun = (to: number) => {
      if (run !== "") found.push([markRun(run, edges, runFrom, to)]);
      run = "";
    };
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      const from = at;
      const term = readTerm();
      const { least, most } = readQuantifier();
      if (term.kind === "nothing") continue;
      if (term.kind === "group" && least === 1 && most === 1) groups.push(term.ways);
      else others++;
      if (term.kind === "letter" && least >= 1) {
        if (run === "") runFrom = from;
        run += term.letter;
        if (least === 1 && most === 1) continue;
        endRun(-1);
      } else endRun(from);
      if (term.kind === "group" && least >= 1) found.push(...needsOfAll(term.ways));
    }
    endRun(at);
    const [only] = groups;
    return only && groups.length === 1 && others === 0 ? only : [mostTelling(found)];
  }

  function readTerm(): Term {
    const letter = source[at++] ?? "";
    if (letter === "^" || letter === "$") return { kind: "nothing" };
    if (letter === "\\") return readEscape();
    if (letter === "(") return readGroup();
    if (letter === "[") {
      while (source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
      at++;
      return { kind: "any" };
    }
    return letter === "." ? { kind: "any" } : { kind: "letter", letter: letter.toLowerCase() };
  }

  function readEscape(): Term {
    const letter = source[at++] ?? "";
    if (/[bB]/.test(letter)) return { kind: "nothing" };
    if (letter === "u" || letter === "x") {
      const from = at;
      at += letter === "u" ? 4 : 2;
      return {
        kind: "letter",
        letter: String.fromCharCode(Number.parseInt(source.slice(from, at), 16)).toLowerCase(),
      };
    }
    if (/[pP]/.test(letter)) at = source.indexOf("}", at) + 1;
    return /\w/.test(letter) ? { kind: "any" } : { kind: "letter", letter };
  }

  function readGroup(): Term {
    const [mark = ""] = /^\?(?::|=|!|<=|<!|<\w+>)/.exec(source.slice(at, at + 40)) ?? [];
    at += mark.length;
    const ways = readAlternatives();
    at++;
    return mark.endsWith("!") ? { kind: "nothing" } : { kind: "group", ways };
  }

  function readQuantifier(): { least: number; most: number } {
    const [mark = "", low, high] = /^(?:[?*+]|\{(\d+)(?:,(\d*))?\})\??/.exec(source.slice(at, at + 12)) ?? [];
    at += mark.length;
    if (mark === "") return { least: 1, most: 1 };
    if (low !== undefined) return { least: Number(low), most: high === undefined ? Number(low) : 99 };
    return mark.startsWith("+") ? { least: 1, most: 99 } : { least: 0, most: mark.startsWith("?") ? 1 : 99 };
  }
}

type Term =
  | { kind: "nothing" | "any" }
  | { kind: "letter"; letter: string }
  | { kind: "group"; ways: Needs[] };

/** Whichever way it goes. */
function needsOfAll(ways: readonly Needs[]): Needs {
  const [only = []] = ways;
  if (ways.length === 1) return only;
  return ways.some(({ length }) => length === 0)
    ? []
    : mostTelling([[...new Set(ways.flatMap(([best = []]) => best))]]);
}

/** Ways that need one thing only are one way, with a wider choice. */
function joinSimple(ways: readonly Needs[]): Needs[] {
  const simple = [...new Set(ways.flatMap((needs) => (needs.length === 1 ? (needs[0] ?? []) : [])))];
  const rest = ways.filter(({ length }) => length > 1);
  return simple.length > 0 ? [[simple], ...rest] : rest;
}

function mostTelling(found: readonly Choice[]): Needs {
  return found
    .filter((choice) => weigh(choice) > 0)
    .toSorted((a, b) => weigh(b) - weigh(a))
    .slice(0, MOST_CHOICES);
}

/** Long ones and few are best; 0 when they would be found everywhere. */
function weigh(choice: Choice): number {
  if (choice.length === 0 || choice.length > MOST) return 0;
  const shortest = Math.min(...choice.map((each) => bare(each).length * (DENSE.test(each) ? SHORTEST : 1)));
  return shortest < SHORTEST ? 0 : Math.min(shortest, ENOUGH) * MOST - choice.length + 1;
}

function bare(text: string): string {
  return text.replaceAll(EDGE, "").trim();
}
