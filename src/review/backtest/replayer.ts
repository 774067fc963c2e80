// Reads transcripts, each once and a piece at a time, and replays them under one or two policies.
import { projectDirOf } from "../../recording/ingest/find-project.ts";
import type { Cursor } from "../../transcript/cursor.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { readSince } from "../../transcript/read-since.ts";
import type { Policy } from "./policy.ts";
import { emptyReplay, type ReplayedFile, Session, type SessionReplay } from "./replay-session.ts";
import { type PreparedPolicy, preparePolicy } from "./replay-stop.ts";

export interface ReplaySettings {
  policies: Policy[];
  home: string;
}

const PIECE = 2 * 1024 * 1024;
const CONVERSATION = new Set<TranscriptItem["kind"]>([
  "prompt",
  "slash-command",
  "assistant-text",
  "tool-call",
]);

export class Replayer {
  readonly #policies: readonly PreparedPolicy[];
  readonly #home: string;

  private constructor(policies: readonly PreparedPolicy[], home: string) {
    this.#policies = policies;
    this.#home = home;
  }

  static async open({ policies, home }: ReplaySettings): Promise<Replayer> {
    return new Replayer(await Promise.all(policies.map(preparePolicy)), home);
  }

  /** `progress` gets the number of bytes read since its last call. Never more than one session at a time. */
  async replay(file: ReplayedFile, progress: (bytes: number) => void): Promise<SessionReplay> {
    for (const { store } of this.#policies) store.run("BEGIN");
    try {
      return await this.#replay(file, progress);
    } finally {
      // The next session finds empty stores.
      for (const { store } of this.#policies) if (store.inTransaction) store.run("ROLLBACK");
    }
  }

  async #replay(file: ReplayedFile, progress: (bytes: number) => void): Promise<SessionReplay> {
    const replay = emptyReplay(file);
    let session: Session | null = null;
    let cursor: Cursor | null = null;
    let hasSidechain = false;
    for (;;) {
      const read = await readSince(file.path, cursor, { maxBytes: PIECE });
      progress(Math.max(0, read.cursor.offset - (cursor?.offset ?? 0)));
      replay.damagedLines += read.report.damagedLines;
      if (read.problem || read.restarted)
        return { ...replay, problem: read.problem?.message ?? "it was rewritten while it was read" };
      if (cursor === null && read.foreign) return { ...replay, leftOut: "foreign" };
      hasSidechain ||= read.items.some(({ sidechain }) => sidechain);
      if (session === null && read.items.some(isConversation)) {
        replay.project = projectDirOf(file.path, read.items);
        session = new Session(replay, this.#policies, this.#home);
      }
      await session?.follow(read.items);
      if (!read.more) break;
      cursor = read.cursor;
    }
    if (session === null) return { ...replay, leftOut: hasSidechain ? "subagent" : "empty" };
    await session.end();
    return replay;
  }
}

function isConversation({ kind, sidechain }: TranscriptItem): boolean {
  return !sidechain && CONVERSATION.has(kind);
}
