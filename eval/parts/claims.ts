// What Claude claimed in real sessions, and what the claims gate would say to it: every contradiction written out with what
// came before it, so that a reader can judge it. Git cannot be asked about the past: commits and pushes are judged by the
// transcript, which the gate itself does not do.

import {
  type ClaimEvidence,
  type JudgedClaim,
  judgeTestClaim,
} from "../../src/gates/claims/judge-test-claim.ts";
import { type Claim, readClaims } from "../../src/gates/claims/read-claims.ts";
import { SessionActivity } from "../../src/recording/runs/session-activity.ts";
import { createOutcome, streamItems } from "../../src/transcript/read-since.ts";
import { type PastStop, Turns } from "../../src/transcript/selectors/turns.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

interface PastClaim {
  file: string;
  at: number;
  kind: Claim["kind"];
  verdict: JudgedClaim["verdict"];
  /** The sentence. */
  text: string;
  /** What really ran. */
  commands: string[];
  /** Source files that were changed after it. */
  files: string[];
}

interface PastClaims {
  /** Messages that ended a turn. */
  messages: number;
  claims: PastClaim[];
  runs: { total: number; piped: number; red: number; hidden: number };
}

const KINDS = ["tests", "commit", "push"] as const;
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
    KINDS.map((kind) => {
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

function emptyPastClaims(): PastClaims {
  return { messages: 0, claims: [], runs: { total: 0, piped: 0, red: 0, hidden: 0 } };
}

/** Adds one transcript. `seen`: messages of other files, as a forked session repeats them. */
async function addTranscript(past: PastClaims, path: string, seen: Set<string>): Promise<void> {
  const turns = new Turns();
  const activity = new SessionActivity();
  let project: string | null = null;
  let counted = 0;
  const isWithin = (file: string) => project !== null && file.startsWith(`${project}/`);
  const judge = ({ key, at, message }: PastStop) => {
    const { entries } = activity;
    if (!seen.has(key)) {
      past.messages++;
      for (const claim of readClaims(message)) {
        const evidence = { entries, isWhole: true, isWithin };
        const judged =
          claim.kind === "tests" ? judgeTestClaim(claim, evidence) : judgeGitClaim(claim, evidence);
        const { verdict, runs, edits } = judged;
        const commands = [...new Set(runs.map(({ run }) => run.command))];
        const files = [...new Set(edits.map((edit) => edit.path))];
        past.claims.push({ file: path, at, kind: claim.kind, verdict, text: claim.text, commands, files });
      }
      for (const entry of entries.slice(counted)) {
        if (entry.kind !== "run") continue;
        past.runs.total++;
        past.runs.piped += Number(entry.run.isPiped);
        past.runs.red += Number(entry.run.state === "red");
        past.runs.hidden += Number(entry.run.isHidden);
      }
    }
    seen.add(key);
    counted = entries.length;
  };
  for await (const item of streamItems(path, createOutcome())) {
    project ??= item.cwd;
    const stop = turns.follow(item);
    if (stop) judge(stop);
    activity.follow(item);
  }
  const last = turns.end();
  if (last) judge(last);
}

/** By the transcript alone. */
function judgeGitClaim(claim: Claim, { entries, isWhole }: ClaimEvidence): JudgedClaim {
  const judged = (verdict: JudgedClaim["verdict"], why?: string): JudgedClaim => ({
    claim,
    verdict,
    runs: [],
    edits: [],
    ...(why ? { why } : {}),
  });
  const last = entries.findLast((entry) => entry.kind === "git" && entry.action === claim.kind);
  if (last?.kind === "git") {
    if (last.succeeded === null) return judged("unknown", "git did not say");
    return last.succeeded ? judged("backed") : judged("not-done");
  }
  if (!isWhole) return judged("unknown", "the session's beginning was not read");
  const unseen = entries.find((entry) => entry.kind === "unseen");
  return unseen?.kind === "unseen" ? judged("unknown", unseen.who) : judged("not-done");
}
