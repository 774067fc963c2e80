// The source of a pattern, taken apart: what stands where in it.

export interface Term {
  /** Word: a letter or digit. Gap: what is no part of a word. Edge: a place between the two. Nothing: says neither. */
  kind: "word" | "gap" | "edge" | "nothing" | "any" | "group" | "ahead" | "behind";
  /** In the source, its quantifier included. */
  from: number;
  to: number;
  least: number;
  most: number;
  alternatives: Term[][];
}

const EDGES = ["(?<!\\w)", "(?!\\w)"];

export function termsOf(source: string): Term[][] {
  let at = 0;
  const alternatives = readAlternatives();
  if (at < source.length) throw new Error(`cannot read ${source.slice(at - 10, at + 20)}`);
  return alternatives;

  function readAlternatives(): Term[][] {
    const found = [readSequence()];
    while (source[at] === "|") {
      at++;
      found.push(readSequence());
    }
    return found;
  }

  function readSequence(): Term[] {
    const terms: Term[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      const from = at;
      const { kind, alternatives: inner = [] } = readTerm();
      terms.push({ kind, alternatives: inner, from, ...readQuantifier(), to: at });
    }
    return terms;
  }

  function readTerm(): Pick<Term, "kind"> & { alternatives?: Term[][] } {
    for (const edge of EDGES)
      if (source.startsWith(edge, at)) {
        at += edge.length;
        return { kind: "edge" };
      }
    const first = source[at++] ?? "";
    if (first === "^" || first === "$") return { kind: "edge" };
    if (first === "(") return readGroup();
    if (first === "[") return readClass();
    if (first === "\\") return { kind: kindOfEscape() };
    return { kind: first === "." ? "any" : isWord(first) ? "word" : "gap" };
  }

  function kindOfEscape(): Term["kind"] {
    const second = source[at++] ?? "";
    if (second === "b") return "edge";
    if (second === "s" || second === "W") return "gap";
    if (second === "d" || second === "w") return "word";
    if (second === "u" || second === "x") {
      const digits = source.slice(at, at + (second === "u" ? 4 : 2));
      at += digits.length;
      return isWord(String.fromCharCode(Number.parseInt(digits, 16))) ? "word" : "gap";
    }
    if (/[pP]/.test(second)) at = source.indexOf("}", at) + 1;
    return /\w/.test(second) ? "any" : "gap";
  }

  function readClass(): Pick<Term, "kind"> {
    const from = at;
    while (source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
    const inside = source.slice(from, at++);
    if (inside.startsWith("^")) return { kind: "any" };
    const bare = inside.replaceAll("\\s", "").replaceAll("\\W", "");
    return { kind: /[\w\\]/.test(bare.replace(/\\[^\w]/g, "")) ? "any" : "gap" };
  }

  function readGroup(): Pick<Term, "kind" | "alternatives"> {
    const [mark = ""] = /^\?(?::|=|!|<=|<!|<\w+>)/.exec(source.slice(at, at + 40)) ?? [];
    at += mark.length;
    const inner = readAlternatives();
    at++;
    if (mark.endsWith("!")) return { kind: "nothing", alternatives: inner };
    return { kind: mark === "?=" ? "ahead" : mark === "?<=" ? "behind" : "group", alternatives: inner };
  }

  function readQuantifier(): Pick<Term, "least" | "most"> {
    const [mark = "", low, high] = /^(?:[?*+]|\{(\d+)(?:,(\d*))?\})\??/.exec(source.slice(at, at + 12)) ?? [];
    at += mark.length;
    if (mark === "") return { least: 1, most: 1 };
    if (low !== undefined) return { least: Number(low), most: high === undefined ? Number(low) : 99 };
    return mark.startsWith("+") ? { least: 1, most: 99 } : { least: 0, most: mark.startsWith("?") ? 1 : 99 };
  }
}

function isWord(letter: string): boolean {
  return /\w/.test(letter);
}
