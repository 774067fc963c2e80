import { statSync } from "node:fs";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

/** Describes the sessions on which the other parts are measured. */
export const evaluate: EvalPart = async ({ labelled, candidates, statements, transcripts, print }) => {
  const all = [...labelled, ...transcripts];
  const counts = [...new Set(all.map(({ repository }) => repository))].map((repository) => {
    const own = all.filter((session) => session.repository === repository);
    const judged = new Set(
      labelled.filter((session) => session.repository === repository).map(({ file }) => file),
    );
    return {
      repository,
      sessions: own.length,
      megabytes: own.reduce((sum, { path }) => sum + statSync(path).size, 0) / 1e6,
      candidates: candidates.filter(({ session }) => judged.has(session)).length,
      statements: statements.filter(({ session }) => judged.has(session)).length,
    };
  });
  printTable(
    print,
    ["repository", "sessions", "MB", "judged candidates", "statements"],
    counts.map((row) => [
      row.repository,
      row.sessions,
      row.megabytes.toFixed(1),
      row.candidates,
      row.statements,
    ]),
  );
  return counts;
};
