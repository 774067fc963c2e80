// From the source of a pattern: texts that stand in whatever it matches.

/** Fewer letters stand everywhere. */
const SHORTEST = 2;
const ENOUGH = 5;
const MOST = 400;
const MOST_CHOICES = 3;
/** A sign of these scripts says as much as a syllable. */
const DENSE = /[\u2e80-\uffff]/;

/** At least one of them is there. */
type Choice = readonly string[];

/** In lower case, the most telling choice first: of each, one is there. Empty when nothing can be told. */
export function anchorsOf(source: string): Choice[] {
  let at = 0;
  const choices = readAlternatives();
  if (at < source.length) throw new Error(`cannot read ${source.slice(at - 10, at + 20)}`);
  return choices;

  function readAlternatives(): Choice[] {
    const each = [readSequence()];
    while (source[at] === "|") {
      at++;
      each.push(readSequence());
    }
    const [only = []] = each;
    if (each.length === 1) return only;
    const all = [...new Set(each.flatMap(([best = []]) => best))];
    return each.some(({ length }) => length === 0) || weigh(all) === 0 ? [] : [all];
  }

  function readSequence(): Choice[] {
    const found: Choice[] = [];
    let run = "";
    const endRun = () => {
      if (run !== "") found.push([run]);
      run = "";
    };
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      const term = readTerm();
      const { least, most } = readQuantifier();
      if (term.kind === "nothing") continue;
      if (term.kind === "letter" && least === 1 && most === 1) run += term.letter;
      else {
        if (term.kind === "letter" && least >= 1) run += term.letter;
        endRun();
        if (term.kind === "group" && least >= 1) found.push(...term.choices);
      }
    }
    endRun();
    return found
      .filter((choice) => weigh(choice) > 0)
      .toSorted((a, b) => weigh(b) - weigh(a))
      .slice(0, MOST_CHOICES);
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
    const choices = readAlternatives();
    at++;
    return mark.endsWith("!") ? { kind: "nothing" } : { kind: "group", choices };
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
  | { kind: "group"; choices: Choice[] };

/** Long ones and few are best; 0 when they would be found everywhere. */
function weigh(choice: Choice): number {
  if (choice.length === 0 || choice.length > MOST) return 0;
  const shortest = Math.min(...choice.map((each) => each.trim().length * (DENSE.test(each) ? SHORTEST : 1)));
  return shortest < SHORTEST ? 0 : Math.min(shortest, ENOUGH) * MOST - choice.length + 1;
}
