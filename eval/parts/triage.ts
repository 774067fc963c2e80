// What triage makes of labelled sessions: how much of the inbox is wanted, and how much of what a careful teammate would
// want remembered is found. An item has the label of what says the same among the judged candidates; what nothing matches
// is printed, so that somebody can read it. HOLDFAST_EVAL_JUDGED names a file of such judgements, a line each:
// {"session", "title", "quote" of it or "evidence", "label"} for an item, {"session", "statement", "quotes"} for the words that say a statement.
// Where a line names its "reader", only what a named reader judged counts in the table of sources: one who did not write the rules.
// HOLDFAST_EVAL_ALL=1 prints also what nobody judged outside of the inbox.
import { existsSync, readFileSync } from "node:fs";
import { prepareItems } from "../../src/memory/inbox/prepare-items.ts";
import type { Candidate } from "../../src/memory/triage/candidate.ts";
import { mergeEvents, placeCandidates, type TriageEvent } from "../../src/memory/triage/merge.ts";
import { SOURCES } from "../../src/memory/triage/sources.ts";
import { triageItems } from "../../src/memory/triage/triage-items.ts";
import { createOutcome, streamItems } from "../../src/transcript/read-since.ts";
import type { JudgedCandidate, Session, Statement } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

type Label = JudgedCandidate["label"] | "unjudged";
type Counts = Record<string, { right: number; of: number }>;
interface Judgement {
  session: string;
  title?: string;
  quote?: string;
  /** The first line of its evidence, because titles change between versions. */
  evidence?: string;
  label?: Label;
  reader?: string;
  statement?: string;
  quotes?: string[];
}
interface Triaged extends Session {
  events: TriageEvent[];
}
interface Item extends Candidate {
  label: Label;
}

const MIN_SHARED = 3;
const SAME = 0.75;

export const evaluate: EvalPart = async ({ labelled, transcripts, candidates, statements, print }) => {
  const judged = readJudged();
  const read = transcripts.filter(({ file }) => judged.some(({ session }) => file.includes(session)));
  const all = [...labelled, ...(read.length > 0 ? transcripts : [])];
  const sessions: Triaged[] = [];
  for (const session of all) {
    const items = await prepareItems(await Array.fromAsync(streamItems(session.path, createOutcome())));
    sessions.push({
      ...session,
      events: triageItems(items, { off: ["SESSION_SUMMARY"] }).events,
    });
  }
  // A resumed session begins with a copy of the earlier one, whose judgements apply here too.
  const near = (session: Session) => all.filter(({ repository }) => repository === session.repository);
  const label = (session: Session, one: Candidate) => {
    const files = near(session).map(({ file }) => file);
    const own = labelOf([session.file], one, candidates, judged);
    return own === "unjudged" ? labelOf(files, one, candidates, judged) : own;
  };
  const repositories = [...new Set(all.map(({ repository }) => repository))];
  const named = judged.filter(({ reader }) => reader !== undefined);
  const readLabel = (session: Session, one: Candidate) => {
    const own = labelOf(
      near(session).map(({ file }) => file),
      one,
      [],
      named,
    );
    return own === "unjudged" && (named.length === 0 || one.patterns[0] === "said")
      ? label(session, one)
      : own;
  };

  const counts = countSources(sessions, readLabel);
  printTable(
    print,
    ["source", "right", "of", "precision", "found of statements"],
    Object.entries(counts).map(([source, { right, of }]) => [
      source,
      right,
      of,
      share(right, of),
      statements.filter((one) =>
        sessions.some(
          (session) =>
            session.file === one.session &&
            mergeEvents([], session.events).some(
              (entry) => entry.patterns[0] === source && says(entry, one, judged),
            ),
        ),
      ).length,
    ]),
  );

  const unjudged: string[] = [];
  const rows = repositories.map((repository) => {
    const own = sessions.filter((session) => session.repository === repository);
    const placed = own.map((session) => ({ session, ...place(session) }));
    // A project keeps the same evidence once, even if a forked or resumed session repeats it.
    const seen = new Set<string>();
    const inbox = placed.flatMap(({ session, inbox }) =>
      inbox.flatMap((one): (Item & { session: string })[] => {
        if (seen.has(one.fingerprint)) return [];
        seen.add(one.fingerprint);
        return [{ ...one, session: session.file, label: label(session, one) }];
      }),
    );
    unjudged.push(
      ...inbox
        .filter(({ label: own }) => own === "unjudged")
        .map(({ session, category, title, evidence }) =>
          JSON.stringify({
            session,
            title,
            category,
            evidence: evidence.map(({ line }) => line).join(" | "),
            label: "",
          }),
        ),
    );
    const wanted = statements.filter(({ session }) => own.some(({ file }) => file === session));
    const foundBy = (list: "inbox" | "store") =>
      wanted.filter((statement) =>
        placed.some(
          (one) =>
            one.session.file === statement.session &&
            one[list].some((entry) => says(entry, statement, judged)),
        ),
      );
    const byInbox = foundBy("inbox");
    return {
      repository,
      sessions: own.length,
      items: inbox.length,
      wanted: inbox.filter((one) => one.label === "wanted").length,
      marginal: inbox.filter((one) => one.label === "marginal").length,
      unjudged: inbox.filter((one) => one.label === "unjudged").length,
      store: placed.reduce((n, one) => n + one.store.length, 0),
      statements: wanted.length,
      byInbox: byInbox.length,
      byBoth: new Set([...byInbox, ...foundBy("store")]).size,
    };
  });
  const sum = (count: (row: (typeof rows)[number]) => number) => rows.reduce((n, row) => n + count(row), 0);
  const total = {
    repository: "all",
    sessions: sum((row) => row.sessions),
    items: sum((row) => row.items),
    wanted: sum((row) => row.wanted),
    marginal: sum((row) => row.marginal),
    unjudged: sum((row) => row.unjudged),
    store: sum((row) => row.store),
    statements: sum((row) => row.statements),
    byInbox: sum((row) => row.byInbox),
    byBoth: sum((row) => row.byBoth),
  };
  print("");
  printTable(
    print,
    [
      "repository",
      "sessions",
      "inbox",
      "a session",
      "precision",
      "with marginal",
      "unjudged",
      "store",
      "statements",
      "recall of the inbox",
      "and of the store",
    ],
    [...rows, total].map((row) => [
      row.repository,
      row.sessions,
      row.items,
      (row.items / row.sessions).toFixed(2),
      share(row.wanted, row.items),
      share(row.wanted + row.marginal, row.items),
      row.unjudged,
      row.store,
      row.statements,
      share(row.byInbox, row.statements),
      share(row.byBoth, row.statements),
    ]),
  );
  if (process.env.HOLDFAST_EVAL_ALL)
    for (const session of sessions) {
      for (const one of mergeEvents([], session.events))
        if (label(session, one) === "unjudged")
          unjudged.push(
            JSON.stringify({
              session: session.file,
              title: one.title,
              category: one.category,
              evidence: one.evidence.map(({ line }) => line).join(" | "),
              label: "",
            }),
          );
    }
  if (unjudged.length > 0) print("\nIn the inbox, and judged by nobody:\n");
  for (const line of [...new Set(unjudged)].toSorted()) print(line);
  const lists = new Map(sessions.map((session) => [session.file, place(session)]));
  const missed = statements.filter((one) => {
    const { inbox = [], store = [] } = lists.get(one.session) ?? {};
    return ![...inbox, ...store].some((entry) => says(entry, one, judged));
  });
  print("\nStatements in neither list:\n");
  for (const { session, who, category, statement } of missed)
    print(`${session}  ${who} ${category}: ${statement}`);
  return { sources: counts, repositories: [...rows, total] };
};

function place(session: Triaged) {
  return placeCandidates(mergeEvents([], session.events));
}

/** Of all that a source finds, whether it goes to the inbox or not. */
function countSources(
  sessions: readonly Triaged[],
  label: (session: Session, one: Candidate) => Label,
): Counts {
  const counts: Counts = Object.fromEntries(
    Object.keys(SOURCES).map((source) => [source, { right: 0, of: 0 }]),
  );
  const seen = new Set<string>();
  for (const session of sessions)
    for (const one of mergeEvents([], session.events)) {
      const own = counts[one.patterns[0] ?? ""];
      const found = label(session, one);
      const key = `${session.repository} ${one.fingerprint}`;
      if (own === undefined || found === "unjudged" || seen.has(key)) continue;
      seen.add(key);
      own.of++;
      if (found === "wanted") own.right++;
    }
  return counts;
}

function share(part: number, of: number): string {
  return of === 0 ? "–" : `${(part / of).toFixed(2)} (${part} of ${of})`;
}

function readJudged(): Judgement[] {
  const path = process.env.HOLDFAST_EVAL_JUDGED;
  if (path === undefined || !existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

function textOf({ title, evidence }: Candidate): string {
  return [title, ...evidence.map(({ line }) => line)].join(" ");
}

function labelOf(
  files: readonly string[],
  one: Candidate,
  candidates: readonly JudgedCandidate[],
  judged: readonly Judgement[],
): Label {
  const named = plain(one.title);
  const own = judged.find(
    ({ session, title, quote, evidence }) =>
      files.some((file) => file.includes(session)) &&
      (title === one.title ||
        (quote !== undefined && named.includes(quote)) ||
        (evidence !== undefined && plain(one.evidence[0]?.line ?? "").startsWith(plain(evidence)))),
  );
  if (own?.label) return own.label;
  const text = wordsOf(textOf(one));
  const title = wordsOf(one.title);
  const alike = candidates
    .filter(({ session }) => files.includes(session))
    .map((other) => {
      const theirs = wordsOf(other.evidence.join(" "));
      return {
        other,
        likeness: Math.max(
          contained(theirs, text),
          contained(title, wordsOf(`${other.title} ${other.evidence.join(" ")}`)),
        ),
      };
    })
    .filter(({ likeness }) => likeness >= SAME)
    .toSorted((a, b) => b.likeness - a.likeness || rank(a.other.label) - rank(b.other.label));
  const [best] = alike;
  return best === undefined || best.other.label === "duplicate" || best.other.label === "wrong_category"
    ? "unjudged"
    : best.other.label;
}

function rank(label: Label): number {
  return ["wanted", "marginal", "not_wanted"].indexOf(label) + 3;
}

function says(one: Candidate, { session, statement }: Statement, judged: readonly Judgement[]): boolean {
  const quotes = judged.find((each) => each.session === session && each.statement === statement)?.quotes;
  const text = textOf(one).toLowerCase().replaceAll(/[`*_]/g, "");
  if (quotes) return quotes.some((quote) => text.includes(quote.replaceAll(/[`*_]/g, "")));
  return contained(wordsOf(statement), wordsOf(text)) >= SAME;
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2));
}

function plain(text: string): string {
  return (text.toLowerCase().match(/\w+/g) ?? []).join(" ");
}

/** The share of `small` that is in `large`. */
function contained(small: ReadonlySet<string>, large: ReadonlySet<string>): number {
  const shared = [...small].filter((word) => large.has(word)).length;
  return shared < MIN_SHARED && shared < small.size ? 0 : shared / Math.max(1, small.size);
}
