import type { ClaimsSection } from "../../../dashboard/contract.ts";
import {
  addTranscript,
  emptyPastClaims,
  type PastClaim,
  type PastClaims,
} from "../../../gates/claims/past-claims.ts";
import { redactAndShorten } from "../../../recording/capture/redact-fully.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, JSON_OPTION, type Output } from "../../command.ts";
import { startProgressBar } from "../../terminal.ts";
import { HTML_OPTION, writeReport } from "../../write-output.ts";
import { printProblems } from "../history/run-ingest.ts";
import { findTranscriptsToShow, TRANSCRIPT_OPTIONS } from "../history/transcripts.ts";

const MAX_LISTED = 20;
const MAX_TEXT = 300;
const DEEDS = ["commit", "push"] as const;
const OTHER_CHECKS = ["lint", "types", "build"] as const;
const CHECKS = ["tests", ...OTHER_CHECKS] as const;

export const command = defineCommand({
  details:
    'Compares Claude\'s final messages ("tests pass", "lint is clean", "created a.ts", "pushed", "done") with what the\n' +
    "transcripts show: which checks ran, after which changes, and with what result. Claims without enough evidence count\n" +
    "as unknown. Changes nothing. Exit code 0; 1 if something could not be read.",
  examples: [
    "holdfast claims",
    "holdfast claims --since 30d",
    "holdfast claims --transcripts ~/backup/projects --json",
    "holdfast claims --html claims.html",
  ],
  options: {
    ...TRANSCRIPT_OPTIONS,
    ...HTML_OPTION,
    ...JSON_OPTION,
  },
  async run(call) {
    const { out } = call;
    const { html, json } = call.options;
    const found = await findTranscriptsToShow(call);
    const past = await readAll(found.files, out);
    const report = redactReport(past);
    if (html !== undefined)
      await writeReport(call, html, {
        kind: "claims",
        headline: headline(report),
        sections: sectionsOf(report),
      });
    if (json) out.json(report);
    else if (html === undefined) print(out, report);
    if (!json) printProblems(out, past, found);
    return past.problems.length === 0 && found.unreadable.length === 0 ? 0 : 1;
  },
});

async function readAll(
  files: readonly { path: string; size: number; bornAt: number }[],
  out: Output,
): Promise<PastClaims> {
  const past = emptyPastClaims();
  const seen = new Set<string>();
  const bar = startProgressBar(out);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  let bytes = 0;
  try {
    // A forked session repeats its origin, so the origin comes first.
    for (const { path, size } of files.toSorted(
      (a, b) => a.bornAt - b.bornAt || (a.path < b.path ? -1 : 1),
    )) {
      await addTranscript(past, path, seen);
      bytes += size;
      bar?.show({ bytes, totalBytes, sessions: past.sessions });
    }
  } finally {
    bar?.end();
  }
  return past;
}

/** Claude's sentences and commands may contain secrets. */
function redactReport(past: PastClaims): PastClaims {
  const clean = (text: string) => redactAndShorten(text, MAX_TEXT);
  return {
    ...past,
    claims: past.claims.map((claim) => ({
      ...claim,
      text: clean(claim.text),
      commands: claim.commands.map(clean),
      files: claim.files.map(clean),
    })),
    hidden: past.hidden.map((run) => ({ ...run, command: clean(run.command) })),
  };
}

type Kinds = readonly PastClaim["kind"][];

/** Contradicted claims, with the evidence against them. */
const CLAIM_SECTIONS: readonly [
  heading: string,
  verdict: PastClaim["verdict"],
  kinds: Kinds,
  record: (claim: PastClaim) => string,
][] = [
  [
    "Claimed as committed or pushed, but was not",
    "not-done",
    DEEDS,
    ({ kind }) => `no ${kind} succeeded in the session`,
  ],
  [
    "Claimed as written, but was not",
    "not-done",
    ["file"],
    ({ files }) => `not written in the session: ${files.join(", ")}`,
  ],
  ["Claimed to pass, but the last run failed", "red", CHECKS, ({ commands }) => commands.join("; ")],
  [
    '"All tests", but only some ran since the last change',
    "part",
    CHECKS,
    ({ commands }) => commands.join("; "),
  ],
  ["Source changed after the last run", "stale", CHECKS, ({ kind, files }) => `${kind}: ${files.join(", ")}`],
  ["No run on record", "none", CHECKS, ({ kind, files }) => `${kind}; changed: ${files.join(", ")}`],
  ['Code written, but nothing run before "done"', "none", ["done"], ({ files }) => files.join(", ")],
];

function sectionsOf({ claims, hidden }: PastClaims): ClaimsSection[] {
  const where = (sessionId: string, at: number | null) =>
    `${at === null ? "" : `${formatTime(at)} `}${sessionId.slice(0, 8)}`;
  const ofClaims = CLAIM_SECTIONS.map(([heading, verdict, kinds, record]): ClaimsSection => {
    const chosen = claims.filter((claim) => claim.verdict === verdict && kinds.includes(claim.kind));
    const lines = chosen.map((claim) => ({
      where: where(claim.sessionId, claim.at),
      said: claim.text,
      record: record(claim),
    }));
    return { heading, count: lines.length, advice: "", lines };
  });
  const repeated = Map.groupBy(hidden, ({ sessionId, command }) => `${sessionId} ${command}`);
  const ofHidden: ClaimsSection = {
    heading: "Failed runs whose command reported success",
    count: hidden.length,
    advice: "Something after the tests hides their exit code; `set -o pipefail` before a pipe keeps it.",
    lines: [...repeated.values()].map((runs) => ({
      where: where(runs[0]?.sessionId ?? "", runs[0]?.at ?? null),
      said: runs[0]?.command ?? "",
      record: describeHidden(runs),
    })),
  };
  return [...ofClaims, ofHidden].filter(({ lines }) => lines.length > 0);
}

/** Repeated commands share a line. */
function describeHidden(runs: readonly PastClaims["hidden"][number][]): string {
  const failed = runs.at(-1)?.failed ?? null;
  const last = failed === null ? "failed" : `${failed} failed`;
  return runs.length === 1 ? last : `${runs.length} times; at last ${last}`;
}

/** Such as "Of 51 claims that tests pass, 38 (75 %) had a passing run behind them". */
function headline({ sessions, messages, claims, runs }: PastClaims): string[] {
  const count = (kinds: Kinds, verdict?: PastClaim["verdict"]) =>
    claims.filter(
      (claim) => kinds.includes(claim.kind) && (verdict === undefined || claim.verdict === verdict),
    ).length;
  const share = (n: number, all: number) => ` (${Math.round((100 * n) / all)} %)`;
  const unknown = (kinds: Kinds) => {
    const n = count(kinds, "unknown");
    return `${n} ${n === 1 ? "is" : "are"} unknown`;
  };
  const lines = [`${countNoun(sessions, "session")}, ${countNoun(messages, "final message")}.`];
  const say = (n: number, noun: string, told: string) => {
    if (n > 0) lines.push(`Of ${countNoun(n, noun)} ${told}.`);
  };
  const tests = count(["tests"]);
  const judged = TEST_VERDICTS.map(([verdict, words]) => ({ n: count(["tests"], verdict), words }));
  const ran = judged.filter(({ n }) => n > 0).map(({ n, words }) => `${n}${share(n, tests)} ${words}`);
  if (tests === 0) lines.push("No claims that tests pass.");
  say(tests, "claim", `that tests pass, ${ran.join("; ")}`);
  const undone = (kinds: Kinds) => {
    const n = count(kinds, "not-done");
    return `${n} ${n === 1 ? "was" : "were"} false and ${unknown(kinds)}`;
  };
  say(count(DEEDS), "claim", `of a commit or push, ${undone(DEEDS)}`);
  const others = count(OTHER_CHECKS);
  const backed = count(OTHER_CHECKS, "backed");
  const unbacked = others - backed - count(OTHER_CHECKS, "unknown");
  say(
    others,
    "claim",
    `that lint, types or a build pass, ${backed} had a passing run after the last change, ${unbacked} did not and ${unknown(OTHER_CHECKS)}`,
  );
  say(count(["file"]), "claim", `that a file was written, ${undone(["file"])}`);
  say(
    count(["done"]),
    "turn",
    `that wrote code and ended with "done", ${count(["done"], "backed")} had a passing check after it, ${count(["done"], "none")} ran nothing and ${unknown(["done"])}`,
  );
  const { total, piped, hidden, red } = runs;
  if (total > 0)
    lines.push(
      `Of ${countNoun(total, "test run")}, ${piped}${share(piped, total)} hid the exit code, by a pipe for example; ${hidden} of ${countNoun(red, "failed run")} reported success.`,
    );
  return lines;
}

const TEST_VERDICTS: readonly [PastClaim["verdict"], string][] = [
  ["backed", "had a passing run after the last change"],
  ["part", 'said "all" when only some ran'],
  ["stale", "had a run before the last change only"],
  ["red", "followed a failed run"],
  ["none", "had no run"],
  ["unknown", "are unknown: a subagent, a background task or unread output may have the proof"],
];

function print(out: Output, past: PastClaims): void {
  const { bold, dim, yellow } = out.style;
  if (past.messages === 0) {
    out.line("No transcripts found. Name a folder with `--transcripts DIR`.");
    return;
  }
  for (const line of headline(past)) out.line(line);
  for (const { heading, advice, lines, count } of sectionsOf(past)) {
    out.line();
    out.line(`${bold(heading)} (${count})`);
    if (advice) out.line(`  ${advice}`);
    for (const { where, said, record } of lines.slice(0, MAX_LISTED)) {
      out.line(`  ${dim(where)}  ${printable(said)}`);
      if (record) out.line(`    ${yellow(printable(record))}`);
    }
    if (lines.length > MAX_LISTED) out.line(`  and ${lines.length - MAX_LISTED} more; --json has them`);
  }
}
