// How often the configured judge agrees with a person, and what that costs. The question is one whose answers are labelled: is
// this worth remembering? It says how well a model judges by quotes, whatever it is asked later.
import { type Environment, readEnvironment } from "../../src/config/environment.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { askJudge } from "../../src/judge/ask-judge.ts";
import { describeJudge } from "../../src/judge/describe-judge.ts";
import { readMeter } from "../../src/store/judge-calls.ts";
import { openTemporaryStore } from "../../src/store/migrations/migrate.ts";
import { createOutcome, streamItems } from "../../src/transcript/read-since.ts";
import type { JudgedCandidate } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

const ASK =
  "Is the statement worth remembering for later sessions of this project: a decision, rule, preference, command or open problem that still holds at the end of the context, and that makes sense without it?";
/** Two people would differ on the others. */
const WANTED: Partial<Record<JudgedCandidate["label"], boolean>> = { wanted: true, not_wanted: false };
const MAX_MESSAGES = 12;
const MAX_MESSAGE = 600;
const MAX_CALLS = 10_000;

interface Counts {
  asked: number;
  right: number;
  /** Said to be worth it, and whether the person says so too. */
  yes: number;
  rightYes: number;
  wanted: number;
  failed: number;
}

/** HOLDFAST_EVAL_MAX: how many candidates are asked about, spread over all of them. */
export const evaluate: EvalPart = async ({ labelled, candidates, print }) => {
  const env = readEnvironment(process.env);
  const { judge } = (await loadConfig(env, null)).config;
  if (judge.by === "off") {
    print("No judge is configured: set `judge.by` in ~/.holdfast/config.json.");
    return null;
  }
  const settings = { ...judge, perDay: MAX_CALLS };
  const known = candidates.filter(({ label }) => WANTED[label] !== undefined);
  const chosen = spread(known, Number(process.env.HOLDFAST_EVAL_MAX ?? known.length));
  const store = openTemporaryStore();
  const groups = new Map<string, Counts>([["all", noCounts()]]);
  for (const candidate of chosen) {
    const session = labelled.find(({ file }) => file === candidate.session);
    if (!session) continue;
    const counts = groups.get(session.repository) ?? noCounts();
    groups.set(session.repository, counts);
    const ok = await ask({ env, store, settings }, candidate, session.path);
    for (const each of [counts, groups.get("all")]) if (each) add(each, ok, WANTED[candidate.label] === true);
  }
  const meter = readMeter(store, 0);
  store.close();
  const rows = [...groups]
    .reverse()
    .map(([repository, counts]) => ({ repository, ...counts, ...rates(counts) }));
  print(`${describeJudge(settings)}\n`);
  printTable(
    print,
    ["repository", "n", "precision", "recall", "right", "no answer"],
    rows.map(({ repository, asked, precision, recall, accuracy, failed }) => [
      repository,
      asked,
      percent(precision),
      percent(recall),
      percent(accuracy),
      failed,
    ]),
  );
  const seconds = (meter.ms / 1000 / Math.max(1, chosen.length)).toFixed(1);
  print(
    `\n${meter.calls} calls, ${meter.tokens} tokens, $${meter.costUsd.toFixed(4)}, ${seconds} s for each question`,
  );
  return { judge: describeJudge(settings), rows, cost: meter };
};

/** null: no answer. */
async function ask(
  context: { env: Environment } & Pick<Parameters<typeof askJudge>[0], "store" | "settings">,
  { session, record, title, evidence, who }: JudgedCandidate,
  path: string,
): Promise<boolean | null> {
  const judgement = await askJudge(context, {
    ...{ judge: "eval", ask: ASK, sessionId: session, projectDir: null },
    parts: [
      { name: "statement", text: `${title}\n(said by ${who})` },
      { name: "evidence", text: evidence.join("\n") },
      { name: "context", text: await readContext(path, record) },
    ],
  });
  return judgement.kind === "answered" ? judgement.ok : null;
}

/** What was said before and after a line of the transcript. */
async function readContext(path: string, record: number): Promise<string> {
  const lines = (await Bun.file(path).text()).split("\n");
  const at = Buffer.byteLength(lines.slice(0, record).join("\n"));
  const said: { text: string; offset: number }[] = [];
  for await (const item of streamItems(path, createOutcome())) {
    const who = item.kind === "prompt" ? "person" : item.kind === "assistant-text" ? "agent" : null;
    if (who === null || item.sidechain || !("text" in item) || item.text === null) continue;
    said.push({ text: `${who}: ${item.text.slice(0, MAX_MESSAGE)}`, offset: item.offset });
  }
  const index = said.findLastIndex(({ offset }) => offset <= at);
  const from = Math.max(0, index - MAX_MESSAGES / 2);
  return said
    .slice(from, from + MAX_MESSAGES)
    .map(({ text }) => text)
    .join("\n\n");
}

function spread<T>(all: readonly T[], max: number): T[] {
  if (!(max > 0) || max >= all.length) return [...all];
  return Array.from({ length: max }, (_, n) => all[Math.floor((n * all.length) / max)] as T);
}

function noCounts(): Counts {
  return { asked: 0, right: 0, yes: 0, rightYes: 0, wanted: 0, failed: 0 };
}

/** Without an answer nothing would be remembered. */
function add(counts: Counts, ok: boolean | null, isWanted: boolean): void {
  counts.asked++;
  if (isWanted) counts.wanted++;
  if (ok === null) counts.failed++;
  else if (ok === isWanted) counts.right++;
  if (ok === true) counts.yes++;
  if (ok === true && isWanted) counts.rightYes++;
}

function rates({ asked, right, yes, rightYes, wanted, failed }: Counts) {
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    precision: share(rightYes, yes),
    recall: share(rightYes, wanted),
    accuracy: share(right, asked - failed),
  };
}

function percent(value: number | null): string {
  return value === null ? "–" : `${Math.round(value * 100)}%`;
}
