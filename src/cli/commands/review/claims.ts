import { resolve } from "node:path";
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
import { defineCommand, JSON_OPTION, type Output, option } from "../../command.ts";
import { ownTranscripts } from "../../other-projects.ts";
import { ONLY_THIS_PROJECT } from "../../target.ts";
import { startProgressBar } from "../../terminal.ts";
import { writeReport } from "../../write-output.ts";
import { printProblems } from "../history/run-ingest.ts";
import { findPastTranscripts } from "../history/transcripts.ts";

const MAX_LISTED = 20;
const MAX_TEXT = 300;
const DEEDS = ["commit", "push"] as const;
const OTHER_CHECKS = ["lint", "types", "build"] as const;

export const command = defineCommand({
  details:
    'Compares what Claude said at the end of its turns ("tests pass", "lint is clean", "created a.ts", "pushed", "done") with what\n' +
    "the transcripts show: which checks really ran, after which changes, and how they ended. A claim that nobody can judge is\n" +
    "counted as such. Nothing is changed or saved. Exit code 0; 1 when something could not be read.",
  examples: [
    "holdfast claims",
    "holdfast claims --since 30d",
    "holdfast claims --transcripts ~/backup/projects --json",
    "holdfast claims --html claims.html",
  ],
  options: {
    transcripts: option("DIR", "a folder of transcripts, or one file (default: Claude Code's own folder)"),
    since: option("90d", "only sessions not older than this age or date, such as 2026-01-31"),
    html: option("FILE", "write a page that works without a network"),
    ...JSON_OPTION,
  },
  async run(call) {
    const { out, cwd, env } = call;
    const { transcripts, since, html, json } = call.options;
    const isOwn = await ownTranscripts(call);
    const all = findPastTranscripts(call, transcripts === undefined ? [] : [transcripts], since);
    const files = all.files.filter(({ path }) => isOwn(path));
    if (files.length < all.files.length) out.error(ONLY_THIS_PROJECT);
    const past = await readAll(files, json ? null : out);
    const report = redactReport(past);
    if (html !== undefined) {
      const path = resolve(cwd, html);
      await writeReport(
        path,
        { kind: "claims", headline: headline(report), sections: sectionsOf(report) },
        env.home,
      );
      if (!json) out.line(`Written: ${path}`);
    }
    if (json) out.json(toJson(report));
    else if (html === undefined) print(out, report);
    if (!json) printProblems(out, past, all);
    return past.problems.length === 0 && all.unreadable.length === 0 ? 0 : 1;
  },
});

async function readAll(
  files: readonly { path: string; size: number; bornAt: number }[],
  out: Output | null,
): Promise<PastClaims> {
  const past = emptyPastClaims();
  const seen = new Set<string>();
  const bar = out && startProgressBar(out);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  let bytes = 0;
  try {
    // A forked session repeats the one it comes from: that one first.
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

/** Sentences and commands are Claude's: they may hold what nobody should see. */
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

function sectionsOf({ claims, hidden }: PastClaims): ClaimsSection[] {
  const where = (sessionId: string, at: number | null) =>
    `${at === null ? "" : `${formatTime(at)} `}${sessionId.slice(0, 8)}`;
  const ofClaims = (chosen: readonly PastClaim[], record: (claim: PastClaim) => string) =>
    chosen.map((claim) => ({
      where: where(claim.sessionId, claim.at),
      said: claim.text,
      record: record(claim),
    }));
  const having = (verdict: PastClaim["verdict"], kinds: readonly PastClaim["kind"][]) =>
    claims.filter((claim) => claim.verdict === verdict && kinds.includes(claim.kind));
  const checks = ["tests", ...OTHER_CHECKS] as const;
  return [
    {
      heading: "Said to be committed or pushed, and was not",
      advice: "",
      lines: ofClaims(having("not-done", DEEDS), ({ kind }) => `no ${kind} succeeded in the session`),
    },
    {
      heading: "Said to be written, and was not",
      advice: "",
      lines: ofClaims(
        having("not-done", ["file"]),
        ({ files }) => `not written in the session: ${files.join(", ")}`,
      ),
    },
    {
      heading: "Said to pass, and the last run had failed",
      advice: "",
      lines: ofClaims(having("red", checks), ({ commands }) => commands.join("; ")),
    },
    {
      heading: '"All tests", and only part of them ran since the last change',
      advice: "",
      lines: ofClaims(having("part", checks), ({ commands }) => commands.join("; ")),
    },
    {
      heading: "Source changed after the last run",
      advice: "",
      lines: ofClaims(having("stale", checks), ({ kind, files }) => `${kind}: ${files.join(", ")}`),
    },
    {
      heading: "No run on record",
      advice: "",
      lines: ofClaims(having("none", checks), ({ kind, files }) => `${kind}; changed: ${files.join(", ")}`),
    },
    {
      heading: 'Code written, and nothing run before "done"',
      advice: "",
      lines: ofClaims(having("none", ["done"]), ({ files }) => files.join(", ")),
    },
    {
      heading: "Failed runs that came back without an error",
      count: hidden.length,
      advice:
        "Something follows the tests in the command; `set -o pipefail` before a pipe keeps their exit code.",
      lines: [...Map.groupBy(hidden, ({ sessionId, command }) => `${sessionId} ${command}`).values()].map(
        (runs) => ({
          where: where(runs[0]?.sessionId ?? "", runs[0]?.at ?? null),
          said: runs[0]?.command ?? "",
          record: describeHidden(runs),
        }),
      ),
    },
  ]
    .filter(({ lines }) => lines.length > 0)
    .map((section) => ({ count: section.lines.length, ...section }));
}

/** The same command again and again is one line. */
function describeHidden(runs: readonly PastClaims["hidden"][number][]): string {
  const failed = runs.at(-1)?.failed ?? null;
  const last = failed === null ? "failed" : `${failed} failed`;
  return runs.length === 1 ? last : `${runs.length} times; at last ${last}`;
}

/** Such as "Of 51 claims that tests pass, 38 (75 %) had a passing run behind them". */
function headline(past: PastClaims): string[] {
  const { sessions, messages, claims, runs } = past;
  const count = (kinds: readonly PastClaim["kind"][], verdict?: PastClaim["verdict"]) =>
    claims.filter(
      (claim) => kinds.includes(claim.kind) && (verdict === undefined || claim.verdict === verdict),
    ).length;
  const share = (n: number, all: number) => (all === 0 ? "" : ` (${Math.round((100 * n) / all)} %)`);
  const tests = count(["tests"]);
  const say = (verdict: PastClaim["verdict"], words: string) => {
    const n = count(["tests"], verdict);
    return n === 0 ? [] : [`${n}${share(n, tests)} ${words}`];
  };
  const deeds = count(DEEDS);
  const others = count(OTHER_CHECKS);
  const files = count(["file"]);
  const done = count(["done"]);
  const told = [
    ...say("backed", "had a passing run after the last change"),
    ...say("part", 'said "all" when only part ran'),
    ...say("stale", "are older than a change"),
    ...say("red", "followed a failed run"),
    ...say("none", "had no run"),
    ...say("unknown", "nobody can judge: others, the background or unread output may hold the proof"),
  ];
  return [
    `${countNoun(sessions, "session")}, ${countNoun(messages, "final message")}.`,
    tests === 0
      ? "Nothing was said of tests that pass."
      : `Of ${countNoun(tests, "claim")} that tests pass, ${told.join("; ")}.`,
    ...(deeds === 0
      ? []
      : [
          `Of ${countNoun(deeds, "claim")} of a commit or push, ${wereFalse(count(DEEDS, "not-done"))} and ${count(DEEDS, "unknown")} cannot be judged.`,
        ]),
    ...(others === 0
      ? []
      : [
          `Of ${countNoun(others, "claim")} that lint, types or a build pass, ${count(OTHER_CHECKS, "backed")} had a passing run after the last change, ${others - count(OTHER_CHECKS, "backed") - count(OTHER_CHECKS, "unknown")} had not and ${count(OTHER_CHECKS, "unknown")} cannot be judged.`,
        ]),
    ...(files === 0
      ? []
      : [
          `Of ${countNoun(files, "claim")} that a file was written, ${wereFalse(count(["file"], "not-done"))} and ${count(["file"], "unknown")} cannot be judged.`,
        ]),
    ...(done === 0
      ? []
      : [
          `Of ${countNoun(done, "turn")} that wrote code and ended with "done", ${count(["done"], "backed")} had a passing check after it, ${count(["done"], "none")} ran nothing and ${count(["done"], "unknown")} cannot be judged.`,
        ]),
    ...(runs.total === 0
      ? []
      : [
          `Of ${countNoun(runs.total, "test run")}, ${runs.piped}${share(runs.piped, runs.total)} end in a pipe or something else that hides their exit code; ${runs.hidden} of ${runs.red} red ones came back without an error.`,
        ]),
  ];
}

function wereFalse(n: number): string {
  return n === 1 ? "1 was false" : `${n} were false`;
}

function print(out: Output, past: PastClaims): void {
  const { bold, dim, yellow } = out.style;
  if (past.messages === 0) {
    out.line("There are no sessions to look at. `--transcripts DIR` names a folder of transcripts.");
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

function toJson({ claims, hidden, ...rest }: PastClaims) {
  const iso = (at: number | null) => (at ? new Date(at).toISOString() : null);
  return {
    ...rest,
    claims: claims.map((claim) => ({ ...claim, at: iso(claim.at) })),
    hidden: hidden.map((run) => ({ ...run, at: iso(run.at) })),
  };
}
