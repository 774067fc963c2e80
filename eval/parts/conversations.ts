// Long conversations of two people, each a project of one store, every message a memory that `memory import` brought in.
// Questions go through `memory search`: how many of the messages with the answer are among the first 5 and 10? The
// conversations (LoCoMo, ten of them) are not part of this repository. HOLDFAST_EVAL_CONVERSATIONS names a file, or
// conversations.tsv lies with the sessions: lines of fields parted by tabs, a conversation ending with `S`:
//   Q category messages-with-the-answer question | D session date | T message speaker text caption-of-a-picture | S name
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EvalPart } from "../eval.ts";
import { RecordedSessions } from "../recorded-sessions.ts";
import { printTable } from "../table.ts";

type Conversation = {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly questions: readonly Question[];
};

type Message = {
  /** Such as D1:3, the third of the first session: its neighbours are known by it. */
  readonly id: string;
  readonly speaker: string;
  readonly date: string;
  readonly text: string;
  readonly caption: string;
};

type Question = { readonly text: string; readonly answers: readonly string[] };

type Found = { readonly conversation: string; readonly ranks: readonly number[] };

export const evaluate: EvalPart = async ({ folder, print }) => {
  const path = process.env.HOLDFAST_EVAL_CONVERSATIONS ?? join(folder, "conversations.tsv");
  if (!existsSync(path)) {
    print(`no conversations in ${path}: set HOLDFAST_EVAL_CONVERSATIONS to their file`);
    return null;
  }
  const conversations = parseConversations(readFileSync(path, "utf8"));
  const variants = { "text alone": false, "with captions of pictures": true };
  const results = Object.entries(variants).map(([variant, withCaptions]) => {
    const found = findAnswers(conversations, withCaptions);
    const groups = Map.groupBy(found, ({ conversation }) => conversation);
    return { variant, rows: [...groups, ["in all", found] as const].map(([name, own]) => score(name, own)) };
  });
  for (const { variant, rows } of results) {
    print(`${variant}:\n`);
    const cells = rows.map(({ name, n, ...shares }) => [name, n, ...Object.values(shares).map(toText)]);
    printTable(print, ["conversation", "questions", "R@5", "R@10", "any in 5", "any in 10"], cells);
    print("");
  }
  return results;
};

function parseConversations(text: string): Conversation[] {
  const conversations: Conversation[] = [];
  let dates = new Map<string, string>();
  let messages: Message[] = [];
  let questions: Question[] = [];
  for (const line of text.split("\n")) {
    const [kind, a = "", b = "", c = "", d = ""] = line.split("\t");
    if (kind === "D") dates.set(a, b);
    if (kind === "T")
      messages.push({
        id: a,
        speaker: b,
        date: dates.get(/\d+/.exec(a)?.[0] ?? "") ?? "",
        text: c,
        caption: d,
      });
    if (kind === "Q") questions.push({ text: c, answers: b.match(/D\d+:\d+/g) ?? [] });
    if (kind !== "S") continue;
    conversations.push({ name: a, messages, questions });
    [dates, messages, questions] = [new Map(), [], []];
  }
  return conversations;
}

function findAnswers(conversations: readonly Conversation[], withCaptions: boolean): Found[] {
  const recorded = RecordedSessions.empty(conversations.map(({ name }) => name));
  for (const { name, messages } of conversations)
    recorded.importMemories(
      name,
      messages.map(({ id, speaker, date, text, caption }) => ({
        id,
        title: `${speaker}, ${date.replace(/^.* on /, "")}`,
        body: withCaptions && caption !== "" ? `${text}\n${caption}` : text,
      })),
    );
  const found = conversations.flatMap(({ name, messages, questions }) => {
    const ids = new Set(messages.map(({ id }) => id));
    // A few questions name no message, or one that does not exist.
    const asked = questions.map(({ text, answers }) => ({
      text,
      answers: [...new Set(answers)].filter((id) => ids.has(id)),
    }));
    return asked
      .filter(({ answers }) => answers.length > 0)
      .map(({ text, answers }) => {
        const hits = recorded.searchMemories(name, text);
        return { conversation: name, ranks: answers.map((id) => hits.indexOf(id)) };
      });
  });
  recorded.remove();
  return found;
}

/** Of a question's messages, the share that was found, averaged over the questions; and how often any was. */
function score(name: string, found: readonly Found[]) {
  const within = (ranks: readonly number[], k: number) =>
    ranks.filter((rank) => rank >= 0 && rank < k).length;
  const mean = (of: (ranks: readonly number[]) => number) =>
    found.reduce((sum, { ranks }) => sum + of(ranks), 0) / found.length;
  return {
    name,
    n: found.length,
    recall5: mean((ranks) => within(ranks, 5) / ranks.length),
    recall10: mean((ranks) => within(ranks, 10) / ranks.length),
    any5: mean((ranks) => Math.min(1, within(ranks, 5))),
    any10: mean((ranks) => Math.min(1, within(ranks, 10))),
  };
}

function toText(share: number): string {
  return share.toFixed(3).replace(/^0/, "");
}
