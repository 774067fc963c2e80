// From the source of a pattern: texts of which at least one stands in whatever it matches.

/** Fewer letters stand everywhere. */
const SHORTEST = 2;
const ENOUGH = 5;
const MOST = 400;
/** A sign of these scripts says as much as a syllable. */
const DENSE = /[\u2e80-\uffff]/;

type Anchors = readonly string[] | null;

/** In lower case; null when none can be told. */
export function anchorsOf(source: string): Anchors {
  let at = 0;
  const anchors = readAlternatives();
  if (at < source.length) throw new Error(`cannot read ${source.slice(at - 10, at + 20)}`);
  return anchors && weigh(anchors) > 0 ? anchors : null;

  function readAlternatives(): Anchors {
    const each: Anchors[] = [readSequence()];
    while (source[at] === "|") {
      at++;
      each.push(readSequence());
    }
    const all = each.flatMap((anchors) => anchors ?? []);
    return each.includes(null) ? null : [...new Set(all)];
  }

  function readSequence(): Anchors {
    let best: Anchors = null;
    let run = "";
    const offer = (anchors: Anchors) => {
      if (anchors && weigh(anchors) > weigh(best)) best = anchors;
    };
    const endRun = () => {
      if (run !== "") offer([run]);
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
        if (term.kind === "group" && least >= 1) offer(term.anchors);
      }
    }
    endRun();
    return best;
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
    const anchors = readAlternatives();
    at++;
    return mark.endsWith("!") ? { kind: "nothing" } : { kind: "group", anchors };
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
  | { kind: "group"; anchors: Anchors };

/** Long ones and few are best; 0 when they would be found everywhere. */
function weigh(anchors: Anchors): number {
  if (!anchors || anchors.length === 0 || anchors.length > MOST) return 0;
  const shortest = Math.min(...anchors.map((each) => each.trim().length * (DENSE.test(each) ? SHORTEST : 1)));
  return shortest < SHORTEST ? 0 : Math.min(shortest, ENOUGH) * MOST - anchors.length + 1;
}
