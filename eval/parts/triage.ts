// What triage makes of labelled sessions, recorded one after the other as holdfast records them: how many items of each source are
// wanted, and how much of what a careful teammate would want remembered is in the inbox, or in it or the store. An item has the
// label of what says the same among the judged candidates; one that nobody judged counts as not wanted and is printed.
// HOLDFAST_EVAL_JUDGED names a file of judgements, a line each: {"session", "title" or "evidence", "label"} for an item,
// {"session", "statement", "quotes"} for the words that say a statement. Without quotes, three fifths of its words do, whatever
// their endings: read by hand, 35 of the 39 statements found so were said, and 8 of 43 that were said were not found.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { databasePath, readEnvironment } from "../../src/config/environment.ts";
import { type CandidateRow, listCandidates } from "../../src/memory/inbox/candidates.ts";
import { prepareItems } from "../../src/memory/inbox/prepare-items.ts";
import { recordEvents } from "../../src/memory/inbox/record-candidates.ts";
import type { CandidateEvidence } from "../../src/memory/triage/candidate.ts";
import { SOURCES } from "../../src/memory/triage/sources.ts";
import { triageItems } from "../../src/memory/triage/triage-items.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { stem } from "../../src/text/stem.ts";
import type { TranscriptItem } from "../../src/transcript/item.ts";
import { createOutcome, streamItems } from "../../src/transcript/read-since.ts";
import type { EvalData, JudgedCandidate, Session, Statement } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

type Label = JudgedCandidate["label"] | "unjudged";
interface Judgement {
  session: string;
  title?: string;
  /** The beginning of its first line, because titles change between versions. */
  evidence?: string;
  label?: Label;
  statement?: string;
  quotes?: string[];
}
type Item = Pick<CandidateRow, "category" | "title"> & {
  session: string;
  repository: string;
  source: string;
  lines: string[];
  label: Label;
};
interface Found {
  inbox: Item[];
  store: Item[];
}

const MIN_SHARED = 3;
const SAME = 0.75;
const SAID = 0.6;
const MAX_ITEMS = 10_000;

export const evaluate: EvalPart = async ({ labelled, candidates, statements, print }) => {
  const judged = readJudged();
  const found = await recordAll(labelled, candidates, judged);
  const isFoundIn = (list: readonly Item[], { session, ...one }: Statement) => {
    const repository = labelled.find(({ file }) => file === session)?.repository;
    return list.some((item) => item.repository === repository && says(item, { session, ...one }, judged));
  };
  const sources = Object.keys(SOURCES).map((source) => {
    const of = (list: readonly Item[]) => list.filter((one) => one.source === source);
    const items = [...of(found.inbox), ...of(found.store)];
    return {
      source,
      list: of(found.store).length > 0 ? "store" : "inbox",
      wanted: items.filter(({ label }) => label === "wanted").length,
      total: items.length,
      unjudged: items.filter(({ label }) => label === "unjudged").length,
      statements: statements.filter((one) => isFoundIn(items, one)).length,
    };
  });
  printTable(
    print,
    ["source", "list", "wanted", "total", "precision", "unjudged", "a session", "statements"],
    sources.map(({ source, list, wanted, total, unjudged, statements: said }) => [
      ...[source, list, wanted, total, share(wanted, total), unjudged, perSession(total, labelled)],
      said,
    ]),
  );
  const countIn = (sessions: readonly Session[]) => {
    const isHere = ({ session }: { session: string }) => sessions.some(({ file }) => file === session);
    const [inbox, said] = [found.inbox.filter(isHere), statements.filter(isHere)];
    const byInbox = said.filter((one) => isFoundIn(found.inbox, one));
    const byStore = said.filter((one) => isFoundIn(found.store, one));
    return {
      sessions: sessions.length,
      items: inbox.length,
      wanted: inbox.filter(({ label }) => label === "wanted").length,
      marginal: inbox.filter(({ label }) => label === "marginal").length,
      unjudged: inbox.filter(({ label }) => label === "unjudged").length,
      store: found.store.filter(isHere).length,
      statements: said.length,
      byInbox: byInbox.length,
      byBoth: new Set([...byInbox, ...byStore]).size,
    };
  };
  const repositories = [...new Set(labelled.map(({ repository }) => repository))];
  const rows = [...repositories, "all"].map((repository) => ({
    repository,
    ...countIn(labelled.filter((one) => repository === "all" || one.repository === repository)),
  }));
  print("");
  printTable(
    print,
    [
      ...["repository", "sessions", "inbox", "a session", "precision", "with marginal", "unjudged", "store"],
      ...["statements", "inbox recall", "inbox and store recall"],
    ],
    rows.map((row) => [
      ...[row.repository, row.sessions, row.items, (row.items / row.sessions).toFixed(2)],
      ...[share(row.wanted, row.items), share(row.wanted + row.marginal, row.items), row.unjudged, row.store],
      ...[row.statements, share(row.byInbox, row.statements), share(row.byBoth, row.statements)],
    ]),
  );
  printRest(print, found, statements, (one) => isFoundIn([...found.inbox, ...found.store], one));
  return { sources, repositories: rows };
};

/** What nobody judged, and what was not found. */
function printRest(
  print: EvalData["print"],
  { inbox }: Found,
  statements: readonly Statement[],
  isFound: (statement: Statement) => boolean,
): void {
  const unjudged = inbox.filter(({ label }) => label === "unjudged");
  if (unjudged.length > 0) print("\nIn the inbox, and judged by nobody:\n");
  for (const { session, source, title, category, lines } of unjudged)
    print(JSON.stringify({ session, source, title, category, evidence: lines.join(" | "), label: "" }));
  print("\nStatements in neither list:\n");
  for (const one of statements)
    if (!isFound(one)) print(`${one.session}  ${one.who} ${one.category}: ${one.statement}`);
}

async function recordAll(
  sessions: readonly Session[],
  candidates: readonly JudgedCandidate[],
  judged: readonly Judgement[],
): Promise<Found> {
  const home = mkdtempSync(`${tmpdir()}/holdfast-triage-`);
  const store = await openStore(databasePath(readEnvironment({ HOME: home })));
  try {
    const read: { session: Session; items: TranscriptItem[] }[] = [];
    for (const session of sessions)
      read.push({ session, items: await Array.fromAsync(streamItems(session.path, createOutcome())) });
    // A resumed session begins with a copy of the earlier one.
    for (const { session, items } of read.toSorted((a, b) => endOf(a.items) - endOf(b.items))) {
      const { events } = triageItems(await prepareItems(items));
      const { file: sessionId, repository: projectKey, path } = session;
      recordEvents(store, { sessionId, projectKey, path }, events);
    }
    const list = (status: "new" | "said") => listItems(store, status, sessions, candidates, judged);
    return { inbox: list("new"), store: list("said") };
  } finally {
    store.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function endOf(items: readonly TranscriptItem[]): number {
  return items.findLast(({ timestamp }) => timestamp !== null)?.timestamp ?? 0;
}

function listItems(
  store: Store,
  status: "new" | "said",
  sessions: readonly Session[],
  candidates: readonly JudgedCandidate[],
  judged: readonly Judgement[],
): Item[] {
  return listCandidates(store, { projectKey: null, status, limit: MAX_ITEMS }).map((row) => {
    const { session_id: session, project_key: repository, category, title } = row;
    const lines = (JSON.parse(row.evidence) as CandidateEvidence[]).map(({ line }) => line);
    const [source = ""] = JSON.parse(row.patterns) as string[];
    const item = { session, repository, source, category, title, lines };
    const near = sessions.filter((one) => one.repository === repository).map(({ file }) => file);
    return { ...item, label: labelOf(item, near, candidates, judged) };
  });
}

type Unlabelled = Omit<Item, "label">;

/** `near`: the sessions of its repository. */
function labelOf(
  item: Unlabelled,
  near: readonly string[],
  candidates: readonly JudgedCandidate[],
  judged: readonly Judgement[],
): Label {
  const own = judged.find(
    ({ session, title, evidence, label }) =>
      label !== undefined &&
      near.some((file) => file.includes(session)) &&
      (title === item.title ||
        (evidence !== undefined && plain(item.lines[0] ?? "").startsWith(plain(evidence)))),
  );
  if (own?.label) return own.label;
  const [text, title] = [wordsOf(textOf(item)), wordsOf(item.title)];
  const [best] = candidates
    .filter(({ session }) => near.includes(session))
    .map((other) => {
      const said = other.evidence.join(" ");
      const likeness = Math.max(
        contained(wordsOf(said), text),
        contained(title, wordsOf(`${other.title} ${said}`)),
      );
      return { label: other.label, likeness };
    })
    .filter(({ likeness }) => likeness >= SAME)
    .toSorted((a, b) => b.likeness - a.likeness || rank(a.label) - rank(b.label));
  return best === undefined || best.label === "duplicate" || best.label === "wrong_category"
    ? "unjudged"
    : best.label;
}

function rank(label: Label): number {
  return ["wanted", "marginal", "not_wanted"].indexOf(label) + 3;
}

function says(item: Unlabelled, { session, statement }: Statement, judged: readonly Judgement[]): boolean {
  const quotes = judged.find((one) => one.session === session && one.statement === statement)?.quotes;
  if (quotes) return quotes.some((quote) => plain(textOf(item)).includes(plain(quote)));
  return contained(wordsOf(statement), wordsOf(textOf(item))) >= SAID;
}

function readJudged(): Judgement[] {
  const path = process.env.HOLDFAST_EVAL_JUDGED;
  if (path === undefined || !existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

function textOf({ title, lines }: Unlabelled): string {
  return [title, ...lines].join(" ");
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 2).map(stem));
}

function plain(text: string): string {
  return (text.toLowerCase().match(/\w+/g) ?? []).join(" ");
}

/** The share of `small` that is in `large`. */
function contained(small: ReadonlySet<string>, large: ReadonlySet<string>): number {
  const shared = small.intersection(large).size;
  return shared < MIN_SHARED && shared < small.size ? 0 : shared / Math.max(1, small.size);
}

function share(part: number, of: number): string {
  return of === 0 ? "–" : `${(part / of).toFixed(2)} (${part} of ${of})`;
}

function perSession(n: number, sessions: readonly Session[]): string {
  return (n / sessions.length).toFixed(2);
}
