// Long conversations with questions about them (LoCoMo), and what another model wrote about each of their sessions.
import { readFileSync } from "node:fs";

/** The texts of one project, and questions about them. */
export interface Collection {
  name: string;
  /** By id. */
  texts: ReadonlyMap<string, string>;
  questions: readonly { text: string; answers: readonly string[] }[];
}

export interface Conversation extends Collection {
  sessions: readonly ConversationSession[];
}

export interface ConversationSession {
  name: string;
  messages: readonly { id: string; isFirstSpeaker: boolean; text: string }[];
  /** By another model. */
  summary: string;
  facts: readonly { text: string; about: readonly string[] }[];
}

interface Recorded {
  sample_id: string;
  conversation: Record<string, { dia_id: string; speaker: string; text?: string }[]> & { speaker_a: string };
  session_summary: Record<string, string>;
  observation: Record<string, Record<string, [fact: string, about: string | string[]][]>>;
  qa: { question: string; evidence?: string[] }[];
}

export function readConversations(path: string): Conversation[] {
  return (JSON.parse(readFileSync(path, "utf8")) as Recorded[]).map((recorded) => {
    const { sample_id, conversation, qa } = recorded;
    const names = Object.keys(conversation).filter((key) => /^session_\d+$/.test(key));
    const sessions = names.map((name) => readSession(recorded, name));
    const texts = new Map(sessions.flatMap(({ messages }) => messages.map(({ id, text }) => [id, text])));
    const questions = qa.map(({ question, evidence }) => ({
      text: question,
      answers: idsIn((evidence ?? []).join(" ")).filter((id) => texts.has(id)),
    }));
    // A few questions name no message, or one that does not exist.
    return {
      name: sample_id,
      texts,
      sessions,
      questions: questions.filter(({ answers }) => answers.length > 0),
    };
  });
}

function readSession({ sample_id, conversation, session_summary, observation }: Recorded, name: string) {
  const facts = Object.values(observation[`${name}_observation`] ?? {}).flat();
  return {
    name: `${sample_id}-${name}`,
    messages: (conversation[name] ?? []).map(({ dia_id, speaker, text }) => ({
      id: opaqueId(dia_id),
      isFirstSpeaker: speaker === conversation.speaker_a,
      text: text ?? "",
    })),
    summary: session_summary[`${name}_summary`] ?? "",
    facts: facts.map(([text, about]) => ({ text, about: idsIn([about].flat().join(" ")) })),
  };
}

function idsIn(text: string): string[] {
  const named = text.matchAll(/D:?(\d+):(\d+)/g);
  return [...new Set([...named].map(([, session, n]) => opaqueId(`D${Number(session)}:${Number(n)}`)))];
}

/** Like the id of a real memory, it says nothing about its place among the others. */
export function opaqueId(id: string | number): string {
  return [...Bun.hash(String(id)).toString(26)]
    .map((digit) => (Number.parseInt(digit, 26) + 10).toString(36))
    .join("");
}

export type Ask = (collection: Collection, question: string) => readonly string[];

/** Of a question's answers the share that is found, averaged over the questions. */
export function score(collections: readonly Collection[], ask: Ask) {
  const ranks = collections.flatMap((collection) =>
    collection.questions.map(({ text, answers }) => {
      const found = ask(collection, text);
      return answers.map((id) => found.indexOf(id));
    }),
  );
  const within = (k: number) =>
    ranks.reduce((sum, all) => sum + all.filter((rank) => rank >= 0 && rank < k).length / all.length, 0) /
    ranks.length;
  return { n: ranks.length, first: within(1), in5: within(5), in10: within(10) };
}

export function importInto(recorded: MemoryImport, collections: readonly Collection[]): Ask {
  for (const { name, texts } of collections)
    recorded.importMemories(
      name,
      [...texts].flatMap(([id, body]) => (body === "" ? [] : [{ id, body }])),
    );
  return ({ name }, question) => recorded.searchMemories(name, question);
}

interface MemoryImport {
  importMemories(repository: string, memories: readonly { id: string; body: string }[]): void;
  searchMemories(repository: string, question: string): string[];
}
