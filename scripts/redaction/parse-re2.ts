import { foldCase, LAST_CHAR, type Node, negate, normalize, type Range } from "./re2-tree.ts";

type Flags = { i: boolean; s: boolean };

const DIGIT: Range[] = [[48, 57]];
const WORD: Range[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
/** RE2's \s is ASCII and without \v, unlike JavaScript's. */
const SPACE: Range[] = [
  [9, 10],
  [12, 13],
  [32, 32],
];
const POSIX: Record<string, Range[]> = {
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  alpha: [
    [65, 90],
    [97, 122],
  ],
  digit: DIGIT,
  space: SPACE,
  word: WORD,
};
const SHORTHANDS: Record<string, Range[]> = {
  d: DIGIT,
  w: WORD,
  s: SPACE,
  D: negate(DIGIT),
  W: negate(WORD),
  S: negate(SPACE),
};
const CONTROLS: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11 };

/** Throws on unknown syntax, so that no rule is converted by guessing. */
export function parseRe2(source: string, flags: Flags = { i: false, s: false }): Node {
  let at = 0;

  const tree = parseAlternation({ ...flags });
  if (at < source.length) throw unknown();
  return tree;

  function parseAlternation(flags: Flags): Node {
    const options = [parseSequence(flags)];
    while (source[at] === "|") {
      at++;
      options.push(parseSequence(flags));
    }
    return options.length === 1 && options[0] ? options[0] : { kind: "alt", options };
  }

  function parseSequence(flags: Flags): Node {
    const items: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      const atom = parseAtom(flags);
      if (atom) items.push(parseRepeat(atom));
    }
    return items.length === 1 && items[0] ? items[0] : { kind: "seq", items };
  }

  function parseRepeat(item: Node): Node {
    const counted = /^(?:\{(\d+)(?:(,)(\d*))?\}|([*+?]))(\??)/.exec(source.slice(at));
    if (!counted) return item;
    at += counted[0].length;
    const [, low, comma, high, sign, lazy] = counted;
    const min = sign ? (sign === "+" ? 1 : 0) : Number(low);
    const max = sign ? (sign === "?" ? 1 : Infinity) : !comma ? min : high ? Number(high) : Infinity;
    return parseRepeat({ kind: "repeat", item, min, max, lazy: lazy === "?" });
  }

  /** Undefined for a flag group such as (?i), which acts on what follows it. */
  function parseAtom(flags: Flags): Node | undefined {
    const char = source[at] ?? "";
    if (char === "(") return parseGroup(flags);
    if (char === "[") return set(parseClass(), flags);
    at++;
    if (char === ".") return set(flags.s ? [[0, LAST_CHAR]] : negate([[10, 10]]), flags);
    if (char === "^" || char === "$") return { kind: "edge", text: char };
    if (char === "*" || char === "+" || char === "?") throw unknown();
    if (char !== "\\") return set(one(char), flags);
    const escaped = source[at] ?? "";
    if (escaped === "b" || escaped === "B") {
      at++;
      return { kind: "edge", text: `\\${escaped}` };
    }
    if (escaped === "z") {
      at++;
      return { kind: "edge", text: "$" };
    }
    return set(parseEscape(), flags);
  }

  function parseGroup(flags: Flags): Node | undefined {
    const head = /^\((?:\?(?:P?<\w+>|(?:([is]*)(?:-([is]+))?)([:)])))?/.exec(source.slice(at));
    if (!head || (head[0] === "(" && source[at + 1] === "?")) throw unknown();
    at += head[0].length;
    const [, on = "", off = "", end] = head;
    const inner = {
      i: off.includes("i") ? false : flags.i || on.includes("i"),
      s: off.includes("s") ? false : flags.s || on.includes("s"),
    };
    if (end === ")") {
      Object.assign(flags, inner);
      return undefined;
    }
    const item = parseAlternation(inner);
    if (source[at] !== ")") throw unknown();
    at++;
    return end === ":" ? item : { kind: "capture", item };
  }

  function parseClass(): Range[] {
    at++;
    const negated = source[at] === "^";
    if (negated) at++;
    const ranges: Range[] = [];
    let first = true;
    while (source[at] !== "]" || first) {
      if (at >= source.length) throw unknown();
      first = false;
      const posix = /^\[:(\w+):\]/.exec(source.slice(at));
      if (posix) {
        at += posix[0].length;
        ranges.push(...(POSIX[posix[1] ?? ""] ?? raise()));
        continue;
      }
      const from = parseClassAtom();
      const [[low] = []] = from;
      if (source[at] !== "-" || source[at + 1] === "]" || from.length !== 1 || low === undefined) {
        ranges.push(...from);
        continue;
      }
      at++;
      const [[high] = []] = parseClassAtom();
      if (high === undefined || high < low) throw unknown();
      ranges.push([low, high]);
    }
    at++;
    return negated ? negate(ranges) : normalize(ranges);
  }

  function parseClassAtom(): Range[] {
    const char = source[at] ?? "";
    at++;
    return char === "\\" ? parseEscape() : one(char);
  }

  function parseEscape(): Range[] {
    const char = source[at] ?? "";
    at++;
    const shorthand = SHORTHANDS[char];
    if (shorthand) return shorthand;
    const control = CONTROLS[char];
    if (control !== undefined) return [[control, control]];
    if (char === "x") {
      const code = Number.parseInt(source.slice(at, at + 2), 16);
      at += 2;
      return [[code, code]];
    }
    if (/[A-Za-z0-9]/.test(char)) throw unknown();
    return one(char);
  }

  function raise(): never {
    throw unknown();
  }

  function unknown(): Error {
    return new Error(`not understood at ${at}: ${source.slice(at, at + 20)}`);
  }
}

function one(char: string): Range[] {
  const code = char.charCodeAt(0);
  return [[code, code]];
}

function set(ranges: Range[], flags: Flags): Node {
  return { kind: "set", ranges: flags.i ? foldCase(ranges) : normalize(ranges), folded: flags.i };
}
