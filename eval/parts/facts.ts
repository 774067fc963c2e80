// How much search facts bring that a model wrote. No model is asked: the conversations of LoCoMo come with statements of another
// model about each session. So this says what facts of that quality bring, not what the configured judge writes.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAX_FACTS } from "../../src/memory/notes/read-notes.ts";
import {
  type Collection,
  type Conversation,
  importInto,
  readConversations,
  score,
} from "../conversations.ts";
import type { Session } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { RecordedSessions } from "../recorded-sessions.ts";
import { printTable } from "../table.ts";

type Scores = ReturnType<typeof score>;

export const evaluate: EvalPart = async ({ folder, print }) => {
  const path = join(folder, "retrieval", "locomo", "five-conversations.json");
  if (!existsSync(path)) {
    print(`there are no conversations in ${path}`);
    return null;
  }
  const talk = readConversations(path);
  const rows = [
    { what: "messages by `memory search`, alone", ...searchMessages(talk) },
    { what: "… with every fact beside its message", ...searchMessages(talk.map(withFacts)) },
    ...(await searchSessions(talk)),
  ];
  const toText = (share: number) => share.toFixed(3).replace(/^0/, "");
  printTable(
    print,
    ["", "questions", "R@1", "R@5", "R@10"],
    rows.map(({ what, n, first, in5, in10 }) => [what, n, ...[first, in5, in10].map(toText)]),
  );
  return rows;
};

function searchMessages(collections: readonly Collection[]): Scores {
  const recorded = RecordedSessions.empty(collections.map(({ name }) => name));
  const scores = score(collections, importInto(recorded, collections));
  recorded.remove();
  return scores;
}

function withFacts(conversation: Conversation): Collection {
  const facts = conversation.sessions.flatMap((session) => session.facts);
  const besides = (id: string) => facts.flatMap(({ text, about }) => (about.includes(id) ? [text] : []));
  const texts = [...conversation.texts].map(([id, text]) => [id, [text, ...besides(id)].join("\n")] as const);
  return { ...conversation, texts: new Map(texts) };
}

/** As the product does it: each session is recorded, its first speaker is the person, and notes are added once it has ended. */
async function searchSessions(talk: readonly Conversation[]): Promise<({ what: string } & Scores)[]> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-eval-"));
  const recorded = await RecordedSessions.make(talk.flatMap((one) => writeTranscripts(folder, one)));
  const sessions = talk.map(bySession);
  const ask = ({ name }: Collection, question: string) => [
    ...new Set(recorded.search(name, question).map(({ session }) => session)),
  ];
  const alone = score(sessions, ask);
  for (const { sessions: all } of talk)
    for (const { name, summary, facts } of all)
      await recorded.addNotes(name, {
        summary,
        facts: spread(
          facts.map(({ text }) => text),
          MAX_FACTS,
        ),
      });
  const noted = score(sessions, ask);
  recorded.remove();
  rmSync(folder, { recursive: true });
  return [
    { what: "sessions by `search`, alone", ...alone },
    { what: `… with a summary and ${MAX_FACTS} facts each`, ...noted },
  ];
}

function writeTranscripts(folder: string, { name, sessions }: Conversation): Session[] {
  return sessions.map((session) => {
    const path = join(folder, `${session.name}.jsonl`);
    const lines = session.messages.map(({ id, isFirstSpeaker, text }, n) => ({
      ...{ uuid: id, parentUuid: null, isSidechain: false, userType: "external", version: "2.1.328" },
      ...{ cwd: `/projects/${name}`, sessionId: session.name },
      timestamp: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
      ...(isFirstSpeaker
        ? { type: "user", message: { role: "user", content: text } }
        : { type: "assistant", message: { id, role: "assistant", content: [{ type: "text", text }] } }),
    }));
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return { file: `${session.name}.jsonl`, path, repository: name };
  });
}

/** The answer to a question is the session that has its message. */
function bySession({ name, texts, sessions, questions }: Conversation): Collection {
  const sessionOf = (id: string) =>
    sessions.find(({ messages }) => messages.some((message) => message.id === id))?.name ?? "";
  return {
    ...{ name, texts },
    questions: questions.map(({ text, answers }) => ({
      text,
      answers: [...new Set(answers.map(sessionOf))],
    })),
  };
}

function spread<T>(all: readonly T[], max: number): T[] {
  if (all.length <= max) return [...all];
  return Array.from({ length: max }, (_, n) => all[Math.floor((n * all.length) / max)] as T);
}
