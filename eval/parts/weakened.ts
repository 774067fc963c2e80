// Checks that real sessions made weaker after one had failed: every hit written out, so that a reader can judge it. The rules
// of their projects are not at hand: the person's words alone decide what was asked for.
import { findWeakenedChecks } from "../../src/recording/runs/weakened-checks.ts";
import { describeWeakened } from "../../src/recording/runs/weakening-lines.ts";
import type { EvalPart } from "../eval.ts";

export const evaluate: EvalPart = async ({ labelled, transcripts, print }) => {
  const hits: { file: string; kind: string; at: string | null; text: string }[] = [];
  const files = [...labelled, ...transcripts];
  for (const { path } of files)
    for (const check of (await findWeakenedChecks(path, null)) ?? []) {
      const at = check.at === null ? null : new Date(check.at).toISOString();
      hits.push({ file: path, kind: check.kind, at, text: describeWeakened(check) });
      print(`${check.kind}: ${path}, ${at}\n  ${describeWeakened(check)}`);
    }
  const sessions = new Set(hits.map(({ file }) => file)).size;
  print(`\n${hits.length} in ${sessions} of ${files.length} transcripts.`);
  return { files: files.length, sessions, hits };
};
