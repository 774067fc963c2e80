// Real sessions in their own store, one project per repository, queried through the executable.
import { Database } from "bun:sqlite";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databasePath } from "../src/config/environment.ts";
import { saveNotes } from "../src/recording/observations/summaries.ts";
import { openStore } from "../src/store/open.ts";
import { promptTextOf } from "../src/transcript/events.ts";
import { createOutcome, streamItems } from "../src/transcript/read-since.ts";
import type { Session } from "./data.ts";

const EXECUTABLE = process.env.HOLDFAST_EVAL_EXECUTABLE ?? `${import.meta.dir}/../dist/holdfast`;

export type Item = { readonly session: string; readonly kind: string; readonly text: string };

export type Turn = { readonly asked: string; readonly answer: string };

export class RecordedSessions {
  #prompts = 0;
  #home: string;
  /** By the name of the transcript. */
  readonly sessionIds: ReadonlyMap<string, string>;
  readonly repositories: readonly string[];

  private constructor(home: string, sessionIds: Map<string, string>, repositories: readonly string[]) {
    this.#home = home;
    this.sessionIds = sessionIds;
    this.repositories = repositories;
  }

  /** An empty store. */
  static empty(repositories: readonly string[], sessionIds = new Map<string, string>()): RecordedSessions {
    const home = mkdtempSync(join(tmpdir(), "holdfast-eval-"));
    const recorded = new RecordedSessions(home, sessionIds, repositories);
    for (const repository of repositories) mkdirSync(recorded.#dirOf(repository), { recursive: true });
    return recorded;
  }

  static async make(sessions: readonly Session[]): Promise<RecordedSessions> {
    const ids = new Map<string, string>();
    const repositories = [...new Set(sessions.map(({ repository }) => repository))];
    const recorded = RecordedSessions.empty(repositories, ids);
    const home = recorded.#home;
    mkdirSync(join(home, "transcripts"));
    for (const { file, path, repository } of sessions) {
      const text = readFileSync(path, "utf8");
      const id = /"sessionId":"([^"]+)"/.exec(text)?.[1];
      if (id !== undefined) ids.set(file, id);
      writeFileSync(join(home, "transcripts", file), moveTo(recorded.#dirOf(repository), text));
    }
    recorded.#run(home, "ingest", join(home, "transcripts"));
    return recorded;
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** The first ten hits. */
  search(repository: string, question: string): Item[] {
    const hits = this.#json(repository, "search", "--json", "--", question) as {
      source: string;
      id: number;
    }[];
    return this.#read((memory, ledger) =>
      hits.map(({ source, id }) => readItem(memory, ledger, source, String(id))),
    );
  }

  /** What a session is given with its first prompt. */
  recall(repository: string, prompt: string): Item[] {
    const session = `eval-${++this.#prompts}`;
    const cwd = this.#dirOf(repository);
    for (const event of [
      { hook_event_name: "SessionStart", source: "startup" },
      { hook_event_name: "UserPromptSubmit", prompt, source: "user" },
    ])
      this.#run(
        cwd,
        "hook",
        JSON.stringify({ session_id: session, cwd, transcript_path: "/nowhere.jsonl", ...event }),
      );
    const items = this.#read((memory, ledger) => {
      const given = memory
        .query(
          `SELECT i.source, i.item_id AS id FROM recall_items i JOIN recall_receipts r ON r.id = i.receipt_id
           WHERE r.session_id = ? AND r.event = 'UserPromptSubmit' ORDER BY i.place`,
        )
        .all(session) as { source: string; id: string }[];
      return given.map(({ source, id }) => readItem(memory, ledger, source, id));
    });
    this.#run(cwd, "forget", "--session", session, "--yes");
    return items;
  }

  importMemories(
    repository: string,
    memories: readonly { id: string; title?: string; body: string }[],
  ): void {
    const lines = memories.map((memory) => JSON.stringify(memory));
    const path = join(this.#home, "memories.jsonl");
    writeFileSync(path, lines.join("\n"));
    this.#run(this.#dirOf(repository), "memory", "import", path);
  }

  searchMemories(repository: string, question: string): string[] {
    const hits = this.#json(repository, "memory", "search", "--json", "--", question) as { id: string }[];
    return hits.map(({ id }) => id);
  }

  /** What a model would write about an ended session. */
  async addNotes(sessionId: string, notes: { summary: string; facts: string[] }): Promise<void> {
    const store = await openStore(databasePath({ holdfastHome: join(this.#home, ".holdfast") }));
    saveNotes(store, sessionId, notes);
    store.close();
  }

  #dirOf(repository: string): string {
    return join(this.#home, "projects", repository.replaceAll("/", "-"));
  }

  #json(repository: string, command: string, ...args: string[]): unknown[] {
    const out = this.#run(this.#dirOf(repository), command, ...args);
    return out === "" ? [] : JSON.parse(out);
  }

  #run(cwd: string, command: string, ...args: string[]): string {
    const isHook = command === "hook";
    const { stdout, stderr, exitCode } = Bun.spawnSync([EXECUTABLE, command, ...(isHook ? [] : args)], {
      cwd,
      env: { HOME: this.#home, PATH: process.env.PATH ?? "", ...(isHook ? { CLAUDE_PROJECT_DIR: cwd } : {}) },
      stdin: isHook ? Buffer.from(args[0] ?? "") : null,
    });
    if (exitCode !== 0 && !/no word to search/.test(String(stderr))) throw new Error(String(stderr));
    return String(stdout).trim();
  }

  #read<Result>(use: (memory: Database, ledger: Database) => Result): Result {
    const open = (name: string) => new Database(join(this.#home, ".holdfast", name), { readonly: true });
    const [memory, ledger] = [open("holdfast-memory.db"), open("holdfast.db")];
    try {
      return use(memory, ledger);
    } finally {
      memory.close();
      ledger.close();
    }
  }
}

/** The person's questions, each with Claude's last message before the next one. */
export async function readTurns(path: string): Promise<Turn[]> {
  const turns: { asked: string; answer: string }[] = [];
  for await (const item of streamItems(path, createOutcome())) {
    const prompt = promptTextOf(item);
    if (prompt !== null) turns.push({ asked: prompt.slice(0, 400), answer: "" });
    const last = turns.at(-1);
    if (item.kind === "assistant-text" && !item.sidechain && last) last.answer = item.text;
  }
  return turns.filter(({ asked, answer }) => asked.split(/\s+/).length >= 4 && answer.length >= 40);
}

/** Changes the session's folder to this one. */
function moveTo(dir: string, text: string): string {
  const folders = [...new Set([...text.matchAll(/"cwd":"([^"]+)"/g)].map(([, folder = ""]) => folder))];
  const top = folders.toSorted((a, b) => a.length - b.length)[0];
  return top === undefined || top.length < 3 ? text : text.replaceAll(top, dir);
}

const TEXTS: Record<string, string> = {
  observation:
    "SELECT session_id AS session, kind, title || char(10) || summary || char(10) || files AS text FROM observations WHERE id = ?",
  session:
    "SELECT session_id AS session, 'summary' AS kind, request || char(10) || text AS text FROM session_summaries WHERE session_id = ?",
  summary:
    "SELECT session_id AS session, 'summary' AS kind, request || char(10) || text AS text FROM session_summaries WHERE id = ?",
  prompt: "SELECT session_id AS session, 'prompt' AS kind, text FROM prompts WHERE id = ?",
};

function readItem(memory: Database, ledger: Database, source: string, id: string): Item {
  const database = source === "prompt" ? ledger : memory;
  const item = database
    .query(TEXTS[source] ?? "SELECT '' AS session, '' AS kind, '' AS text WHERE ? = ''")
    .get(id);
  return (item as Item | null) ?? { session: "", kind: source, text: "" };
}
