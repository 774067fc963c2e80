// Where in what a pattern matches a word must begin or end: the letters there are then looked for as such.
import { EDGE, markEdges } from "../src/memory/triage/text/edges.ts";
import { type Term, termsOf } from "./pattern-terms.ts";

export interface Edges {
  /** By the place in the source: before what stands there, no word goes on. */
  before: ReadonlySet<number>;
  /** After what ends there. */
  after: ReadonlySet<number>;
}

export function edgesOf(source: string): Edges {
  const before = new Set<number>();
  const after = new Set<number>();
  const alternatives = termsOf(source);
  for (const terms of alternatives) {
    walkOn(terms, false);
    walkBack(terms, false);
  }
  return { before, after };

  /** Returns whether there is an edge at the end, as far as it depends on these. */
  function walkOn(terms: readonly Term[], edgeAtStart: boolean): boolean {
    let edge = edgeAtStart;
    for (const term of terms) {
      if (edge) before.add(term.from);
      const inner = term.alternatives.map((each) => walkOn(each, edge && isPassedOnce(term)));
      if (term.kind === "nothing" || term.kind === "ahead" || term.kind === "behind") continue;
      const own = term.kind === "group" ? inner.every(Boolean) : term.kind === "edge" || term.kind === "gap";
      edge = term.least > 0 ? own : own && edge;
    }
    return edge;
  }

  /** The same from the end: returns whether there is an edge at the start. */
  function walkBack(terms: readonly Term[], edgeAtEnd: boolean): boolean {
    let edge = edgeAtEnd;
    for (const term of terms.toReversed()) {
      if (edge) after.add(term.to);
      const inner = term.alternatives.map((each) => walkBack(each, edge && isPassedOnce(term)));
      if (term.kind === "nothing" || term.kind === "behind") continue;
      if (term.kind === "ahead") {
        edge ||= inner.every(Boolean);
        continue;
      }
      const own = term.kind === "group" ? inner.every(Boolean) : term.kind === "edge" || term.kind === "gap";
      edge = term.least > 0 ? own : own && edge;
    }
    return edge;
  }
}

/** What is matched goes through it: what stands around it stands around each of its alternatives. */
function isPassedOnce({ kind, most }: Term): boolean {
  return kind === "group" && most === 1;
}

/** Letters as they stand in a text with its edges marked. `from`, `to`: where they stand in the source. */
export function markRun(letters: string, { before, after }: Edges, from: number, to: number): string {
  let marked = markEdges(letters);
  if (marked.startsWith(EDGE) && !before.has(from)) marked = marked.slice(1);
  if (marked.endsWith(EDGE) && !after.has(to)) marked = marked.slice(0, -1);
  return marked;
}
