// Every finding of a reflection on real sessions, written out with its quotes, so that a reader can judge it. The detectors
// were made with the labelled sessions at hand; the others show how they do elsewhere.
import { defaultConfig } from "../../src/config/defaults.generated.ts";
import { reflect } from "../../src/review/reflection/reflect.ts";
import type { Pattern } from "../../src/review/reflection/reflection.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

export const evaluate: EvalPart = async ({ labelled, transcripts, print }) => {
  const { thresholds } = defaultConfig().reflection;
  const rows: { session: string; repository: string; isLabelled: boolean; findings: Pattern[] }[] = [];
  for (const { file, path, repository } of [...labelled, ...transcripts]) {
    const reflected = await reflect({
      transcriptPath: path,
      sessionId: null,
      projectDir: null,
      thresholds,
      trigger: "manual",
      now: 0,
    });
    if (!reflected.ok) throw new Error(`${file}: ${reflected.problem.message}`);
    const isLabelled = labelled.some((session) => session.file === file);
    rows.push({ session: file, repository, isLabelled, findings: reflected.reflection.patterns });
  }
  for (const { session, findings } of rows)
    for (const { id, title, evidence, suggestion } of findings) {
      print(`${session}\n  ${id}: ${title}`);
      for (const { where, text } of evidence) print(`    ${where}: ${text}`);
      print(`  → ${suggestion.text}\n`);
    }
  const count = (of: typeof rows) => {
    const findings = of.flatMap((row) => row.findings);
    return {
      sessions: of.length,
      findings: findings.length,
      perSession: findings.length / of.length,
      most: Math.max(...of.map((row) => row.findings.length)),
      kinds: countBy(findings.map(({ id }) => id)),
    };
  };
  const nameOf = ({ isLabelled }: (typeof rows)[number]) => (isLabelled ? "labelled" : "others");
  const groups = [
    ...Map.groupBy(rows, (row) => `${row.repository} (${nameOf(row)})`),
    ...Map.groupBy(rows, (row) => `all ${nameOf(row)}`),
  ];
  const tables = groups.map(([repository, of]) => ({
    repository,
    ...count(of),
  }));
  printTable(
    print,
    ["repository", "sessions", "findings", "a session", "most", "which"],
    tables.map(({ repository, sessions, findings, perSession, most, kinds }) => [
      repository,
      sessions,
      findings,
      perSession.toFixed(2),
      most,
      Object.entries(kinds)
        .map(([id, n]) => `${id} ${n}`)
        .join(", "),
    ]),
  );
  return { tables, rows };
};

function countBy(ids: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}
