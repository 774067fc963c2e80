// What Claude claimed in real sessions, and what the claims gate would say to it: every contradiction written out with what
// came before it, so that a reader can judge it. Git cannot be asked about the past: commits and pushes are judged by the
// transcript, which the gate itself does not do.
import { addTranscript, emptyPastClaims, type PastClaim } from "../../src/gates/claims/past-claims.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

const VERDICTS = ["backed", "unknown", "red", "part", "stale", "none", "not-done"] as const;
const SILENT: readonly PastClaim["verdict"][] = ["backed", "unknown"];

export const evaluate: EvalPart = async ({ labelled, transcripts, print }) => {
  const seen = new Set<string>();
  const groups = new Map<string, PastClaim[]>();
  const total = emptyPastClaims();
  for (const { path, repository } of [...labelled, ...transcripts]) {
    const past = emptyPastClaims();
    await addTranscript(past, path, seen);
    groups.set(repository, [...(groups.get(repository) ?? []), ...past.claims]);
    total.claims.push(...past.claims);
    total.messages += past.messages;
    for (const key of ["total", "piped", "red", "hidden"] as const) total.runs[key] += past.runs[key];
    for (const claim of past.claims.filter(({ verdict }) => !SILENT.includes(verdict))) {
      print(`${claim.kind} ${claim.verdict}: ${claim.file}, ${new Date(claim.at).toISOString()}`);
      print(`  says: ${claim.text}`);
      print(`  record: ${[...claim.commands, ...claim.files].join(" | ")}\n`);
    }
  }
  groups.set("all", total.claims);
  const rows = [...groups].flatMap(([repository, claims]) =>
    (["tests", "commit", "push", "lint", "types", "build", "file", "done"] as const).map((kind) => {
      const own = claims.filter((claim) => claim.kind === kind);
      const counts = VERDICTS.map((verdict) => own.filter((claim) => claim.verdict === verdict).length);
      return { repository, kind, claims: own.length, counts };
    }),
  );
  printTable(
    print,
    ["repository", "claim", "n", ...VERDICTS],
    rows
      .filter(({ claims }) => claims > 0)
      .map(({ repository, kind, claims, counts }) => [repository, kind, claims, ...counts]),
  );
  const { runs, messages } = total;
  print(
    `\n${messages} final messages; ${runs.total} runs, ${runs.piped} with a hidden exit code, ${runs.red} red, `,
  );
  print(`${runs.hidden} of them without an error.`);
  return {
    rows,
    messages,
    runs,
    contradicted: total.claims.filter(({ verdict }) => !SILENT.includes(verdict)),
  };
};
