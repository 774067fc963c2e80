// Replays one session under one or two policies: reads its items once, piece by piece, and judges its stops and candidates.
import { prepareItems } from "../../memory/inbox/prepare-items.ts";
import type { Candidate } from "../../memory/triage/candidate.ts";
import { projectDirOf } from "../../recording/ingest/read-session.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { type Cursor, readSince } from "../../transcript/read-since.ts";
import { type PastStop, Turns } from "../../transcript/selectors/turns.ts";
import type { Policy } from "./policy.ts";
import { type JudgedStop, PolicyReplay, type PreparedPolicy, preparePolicy } from "./replay-stop.ts";
import { TriageReplay, triageKey } from "./replay-triage.ts";
import { SessionFacts } from "./session-facts.ts";

export interface ReplayedFile {
  path: string;
  sessionId: string;
}

export interface ReplayedStop {
  key: string;
  at: number;
  heldThen: boolean;
  /** One per policy. */
  judged: JudgedStop[];
}

export interface SessionReplay {
  sessionId: string;
  path: string;
  project: string | null;
  prompts: number;
  stops: ReplayedStop[];
  turnsWithoutStop: number;
  /** One list per policy. */
  candidates: Candidate[][];
  damagedLines: number;
  /** Why the session was not replayed. */
  leftOut: "foreign" | "subagent" | "empty" | null;
  problem: string | null;
}

export type ReplayResult = SessionReplay | { bytesRead: number };

const PIECE = 2 * 1024 * 1024;
const CONVERSATION = new Set<TranscriptItem["kind"]>([
  "prompt",
  "slash-command",
  "assistant-text",
  "tool-call",
]);

/** Returns a function that yields the numbers of bytes read and then the replay of a file. Replays one file at a time. */
export async function openReplayer({ policies, home }: { policies: readonly Policy[]; home: string }) {
  const prepared = await Promise.all(policies.map(preparePolicy));
  return async function* replay(file: ReplayedFile): AsyncGenerator<ReplayResult, void> {
    for (const { store } of prepared) store.run("BEGIN");
    try {
      yield* replayFile(file, prepared, home);
    } finally {
      // Empties the stores for the next session.
      for (const { store } of prepared) if (store.inTransaction) store.run("ROLLBACK");
    }
  };
}

async function* replayFile(
  file: ReplayedFile,
  policies: readonly PreparedPolicy[],
  home: string,
): AsyncGenerator<ReplayResult, void> {
  const replay = emptyReplay(file);
  let session: Session | null = null;
  let cursor: Cursor | null = null;
  let hasSidechain = false;
  for (let more = true; more; ) {
    const read = await readSince(file.path, cursor, { maxBytes: PIECE });
    yield { bytesRead: Math.max(0, read.cursor.offset - (cursor?.offset ?? 0)) };
    replay.damagedLines += read.report.damagedLines;
    if (read.problem || read.restarted) {
      yield { ...replay, problem: read.problem?.message ?? "it was rewritten while it was read" };
      return;
    }
    if (cursor === null && read.foreign) {
      yield { ...replay, leftOut: "foreign" };
      return;
    }
    hasSidechain ||= read.items.some(({ sidechain }) => sidechain);
    if (session === null && read.items.some(isConversation)) {
      replay.project = projectDirOf(file.path, read.items);
      session = new Session(replay, policies, home);
    }
    await session?.follow(read.items);
    ({ cursor, more } = read);
  }
  await session?.end();
  yield session ? replay : { ...replay, leftOut: hasSidechain ? "subagent" : "empty" };
}

function isConversation({ kind, sidechain }: TranscriptItem): boolean {
  return !sidechain && CONVERSATION.has(kind);
}

/** Fills the replay of one session. */
class Session {
  readonly #replay: SessionReplay;
  readonly #turns = new Turns();
  readonly #facts: SessionFacts;
  readonly #policies: readonly PolicyReplay[];
  /** One per policy; policies may share one. */
  readonly #triages: readonly TriageReplay[];
  /** Items not yet triaged. */
  readonly #untriaged: TranscriptItem[] = [];

  constructor(replay: SessionReplay, policies: readonly PreparedPolicy[], home: string) {
    const { sessionId, project } = replay;
    this.#replay = replay;
    this.#facts = new SessionFacts(project);
    const byKey = new Map<string, TriageReplay>();
    this.#triages = policies.map(({ policy }) => {
      const key = triageKey(policy);
      const triage = byKey.get(key) ?? new TriageReplay(policy, { sessionId, project, home });
      byKey.set(key, triage);
      return triage;
    });
    this.#policies = policies.map(
      (policy, index) => new PolicyReplay(policy, this.#facts, this.#triages[index] as TriageReplay),
    );
  }

  async follow(items: readonly TranscriptItem[]): Promise<void> {
    for (const item of items) {
      const stop = this.#turns.follow(item);
      if (stop) await this.#judge(stop);
      this.#facts.follow(item);
      for (const policy of this.#policies) policy.follow(item);
      this.#untriaged.push(item);
    }
    await this.#triageNew();
  }

  async end(): Promise<void> {
    const stop = this.#turns.end();
    if (stop) await this.#judge(stop);
    const replay = this.#replay;
    replay.prompts = this.#facts.prompts;
    replay.turnsWithoutStop = this.#turns.unfinished;
    replay.candidates = this.#triages.map((triage) => triage.candidates());
  }

  async #judge(stop: PastStop): Promise<void> {
    // Claude may be asked about what is new.
    if (this.#triages.some(({ atStops }) => atStops)) await this.#triageNew();
    const judged: JudgedStop[] = [];
    for (const policy of this.#policies) judged.push(await policy.judge(stop));
    const { key, at, heldThen } = stop;
    this.#replay.stops.push({ key, at, heldThen, judged });
  }

  async #triageNew(): Promise<void> {
    const items = this.#untriaged.splice(0);
    const triages = new Set(this.#triages.filter(({ isOn }) => isOn));
    if (items.length === 0 || triages.size === 0) return;
    const prepared = await prepareItems(items);
    for (const triage of triages) triage.follow(prepared);
  }
}

export function emptyReplay({ path, sessionId }: ReplayedFile): SessionReplay {
  return {
    sessionId,
    path,
    project: null,
    prompts: 0,
    stops: [],
    turnsWithoutStop: 0,
    candidates: [],
    damagedLines: 0,
    leftOut: null,
    problem: null,
  };
}
