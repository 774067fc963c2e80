// The API between the dashboard's pages and its server: only types, so that both sides can import it. Answers have the return
// types of the functions in views/; the rest is declared here.
// Names and times follow docs/json.md: camelCase, ISO 8601 in UTC, durations in milliseconds, null for nothing.
// The server redacts, clips and makes every text printable; the pages escape it.
import type { Pause as StoredPause } from "../config/pause.ts";
import type { Verdict } from "../gates/engine/budget.ts";
import type { CandidateEdit } from "../memory/inbox/accept-candidate.ts";
import type { toBacktestReport } from "./views/backtest-report.ts";
import type { readHealth, readLatency, runDoctor } from "./views/health.ts";
import type { listReflectionFindings, readInsights, readTrend, toProjectInsights } from "./views/insights.ts";
import type { listMemoryRows, readInbox, readMemory } from "./views/memories.ts";
import type { listProjects, listSessionRows, readStory } from "./views/sessions.ts";
import type { projectRef } from "./views/shared.ts";
import type { toStopRow } from "./views/stop-row.ts";
import type { readShare, readStop } from "./views/stops.ts";
import type { promptTimeline } from "./views/timeline.ts";

export type { Verdict };

/** ISO 8601 in UTC. */
export type Time = string;

/** Every GET: its path, its query (optional strings), and its answer. */
export interface Reads {
  /** `project`: a `projectKey`; without it, all. */
  "/api/now": { query: { project?: string }; answer: Now };
  "/api/projects": { query: Empty; answer: Project[] };
  "/api/stops": { query: StopQuery; answer: Page<StopRow> };
  /** `/api/stops/42` */
  "/api/stops/:id": { query: Empty; answer: Stop };
  /** How stops ended over time. */
  "/api/share": { query: Omit<StopQuery, keyof PageQuery>; answer: VerdictShare };
  /** Reads transcripts: the first request may take a second. */
  "/api/claims": { query: ClaimQuery; answer: Claims };
  "/api/sessions": { query: SessionQuery; answer: Page<SessionRow> };
  /** `/api/sessions/3f2a…`, with the whole ID. */
  "/api/sessions/:id": { query: Empty; answer: Story };
  "/api/memories": { query: MemoryQuery; answer: Page<MemoryRow> };
  /** One memory: IDs are unique within a project, so both are given. `projectKey` is "" for personal ones. */
  "/api/memory": { query: { projectKey: string; id: string }; answer: Memory };
  "/api/inbox": { query: InboxQuery; answer: Inbox };
  "/api/insights": { query: Span; answer: InsightsAnswer };
  /** Findings of reflections. */
  "/api/findings": { query: { project?: string; status?: FindingStatus }; answer: ReflectionFinding[] };
  /** The backtest with these choices: its progress, or its result while the server keeps it. */
  "/api/backtest": { query: BacktestQuery; answer: Backtest };
  "/api/health": { query: Empty; answer: Health };
  /** Hook times by event, in all projects; by default of the last 7 days. */
  "/api/latency": { query: { since?: Time; until?: Time }; answer: Latency };
  /** The last doctor report of this server; null before the first. */
  "/api/doctor": { query: Empty; answer: DoctorReport | null };
}

/** Every POST: a JSON body of at most 256 KB, sent with `content-type: application/json`. */
export interface Actions {
  "/api/unlock": { body: { session: string; why?: string }; answer: Done };
  /** Pauses one session, its project, or everything. Without `minutes`, until resumed. */
  "/api/pause": { body: { scope: PauseScope; target?: string; minutes?: number }; answer: Done };
  /** Ends one of `Now.pauses`. */
  "/api/resume": { body: { scope: PauseScope; target: string }; answer: Done };
  "/api/cancel": {
    body: { session: string; kind: "loop" | "flow" | "pipeline"; why?: string };
    answer: Done;
  };
  /** With a title, body, category or tags it counts as "edit": triage learns from the wording. */
  "/api/inbox/accept": { body: AcceptBody; answer: Accepted };
  /** Makes a quarantined, retired or superseded memory active again. */
  "/api/memory/restore": { body: { projectKey: string; id: string }; answer: Done };
  "/api/inbox/reject": { body: { id: number; duplicate?: boolean }; answer: Done };
  /** Marks a block as wrong. `undo`: removes the mark. */
  "/api/wrong": { body: { id: number; why?: string; undo?: boolean }; answer: Done };
  /** Decides on a reflection's finding, as `reflect review` does: follow the suggestion, or dismiss it. */
  "/api/findings/decide": { body: { id: number; accept: boolean }; answer: Done };
  /** Starts a backtest; answers like GET /api/backtest. One runs at a time. */
  "/api/backtest": { body: BacktestBody; answer: Backtest };
  /** Stops the running one. */
  "/api/backtest/stop": { body: Empty; answer: Backtest };
  /** Runs doctor's checks, which takes a few seconds. `project`: a `projectKey`. */
  "/api/doctor": { body: { project?: string }; answer: DoctorReport };
}

export type Empty = Record<string, never>;

/** `done`: a sentence for the person. */
export interface Done {
  done: string;
}

/**
 * With status 400 (wrong query or body), 401 (no cookie: start again from the terminal), 403 (Host or Origin),
 * 404, 405, 409 (not possible now, such as `no-lock`), 413, 415, 429 (too many connections), 500 (a bug), 503 (the store:
 * `store-busy`, `store-corrupt`, `store-newer`, `store-unavailable`).
 */
export interface Failure {
  /** `hint`: what to do next. */
  error: { code: string; message: string; hint: string };
}

/**
 * `GET /api/live`, server-sent events: first `hello`, then `change` with the parts to reload whenever something changed. A
 * comment line every 20 seconds keeps the connection open. EventSource reconnects on its own.
 */
export interface LiveEvents {
  hello: { version: string };
  /** `newestStop`: the newest decision's ID, or 0. */
  change: { parts: Part[]; newestStop: number };
}

/** Views whose data changes. */
export type Part = "now" | "stops" | "sessions" | "memories" | "insights" | "health" | "backtest";

export interface Page<Row> {
  rows: Row[];
  /**
   * The `cursor` of the next page; null at the end. A page may be short or even empty and still have a next one, because a
   * filter that matches little is searched in pieces.
   */
  next: string | null;
}

export interface PageQuery {
  cursor?: string;
  /** 1 to 200; 50 without. */
  limit?: string;
}

/** `project`: a `projectKey`; without it, all. `since`, `until`: a time. */
export interface Span {
  project?: string;
  since?: Time;
  until?: Time;
}

export type Project = ReturnType<typeof listProjects>[number];
export type ProjectRef = ReturnType<typeof projectRef>;

// Now

export interface Now {
  at: Time;
  version: string;
  /** Why the store cannot be used; locks and pauses are shown anyway. */
  storeProblem: string | null;
  pauses: Pause[];
  /** Most recently active first; at most 50. */
  sessions: LiveSession[];
  /** What waits for the person, most urgent first. */
  waiting: Waiting[];
  /** Of the last 24 hours; faults of all projects. */
  today: { stops: number; blocked: number; sessions: number; faults: number };
}

export type PauseScope = StoredPause["scope"];

export interface Pause extends Pick<StoredPause, "scope" | "target"> {
  since: Time;
  until: Time | null;
  by: string;
}

export interface LiveSession extends ProjectRef {
  session: string;
  /** What it is about. */
  request: string | null;
  startedAt: Time;
  lastSeenAt: Time;
  toolCalls: number;
  /**
   * "held": something holds its stops. "asking", "stopped": how its last stop ended. "working": a prompt or a tool call
   * followed, or there is no stop yet. "idle": no prompt yet.
   */
  state: "held" | "working" | "asking" | "stopped" | "paused" | "idle";
  holding: Holding[];
  /** Suspended loops, flows and pipelines. */
  suspended: { kind: "loop" | "flow" | "pipeline"; what: string }[];
  budget: Budget | null;
  lastStop: Pick<StopRow, "id" | "at" | "verdict" | "because" | "about"> | null;
  /** Open tasks in the client's list. */
  openTasks: number;
  /** Possible actions: the POSTs of the same name. */
  actions: ("unlock" | "pause" | "resume" | "cancel-loop" | "cancel-flow" | "cancel-pipeline")[];
}

export interface Holding {
  /** lock, loop, flow, pipeline, or the gate. */
  kind: string;
  /** The goal, the task or the finding. */
  what: string;
  /** What is missing; "" if unknown. */
  why: string;
  /** Round n of max. */
  rounds: number;
  maxRounds: number | null;
  /** When it expires; null if that is not fixed yet. */
  endsAt: Time | null;
}

/** Of the current prompt. */
export interface Budget {
  blocks: number;
  maxBlocks: number;
  firstBlockAt: Time | null;
  /** When it is used up; null before the first block. */
  endsAt: Time | null;
}

export interface Waiting extends ProjectRef {
  /** "trust": a project's settings wait for `holdfast trust`. */
  kind: "question" | "approval" | "suspended" | "released" | "inbox" | "finding" | "trust" | "fault";
  text: string;
  /** The command that handles it; null if a view does. */
  command: string | null;
  session: string | null;
  stop: number | null;
  at: Time | null;
  /** The number of items, for inbox, finding and fault. */
  count: number | null;
}

// Stops

export interface StopQuery extends Span, PageQuery {
  gate?: string;
  verdict?: string;
  session?: string;
  /** "1": only those marked wrong. */
  wrong?: string;
}

export type StopRow = ReturnType<typeof toStopRow>;
export type Stop = Awaited<ReturnType<typeof readStop>>;
export type Finding = Stop["findings"][number];
export type PromptTimeline = ReturnType<typeof promptTimeline>;
export type TimelineStep = PromptTimeline["steps"][number];
export type VerdictShare = Awaited<ReturnType<typeof readShare>>;

export interface ClaimQuery extends Span {
  /** tests, commit, push */
  kind?: string;
  session?: string;
}

export interface Claims {
  /** Number of sessions examined, newest first. */
  sessions: number;
  /** There are more sessions than are read at once. */
  more: boolean;
  claims: Claim[];
  /** Test runs; `hidden`: red ones whose command reported success. */
  runs: { total: number; piped: number; red: number; hidden: number };
}

export interface Claim extends ProjectRef {
  session: string;
  at: Time | null;
  /** At a stop, only claims about tests, commits and pushes are judged. */
  kind: "tests" | "commit" | "push" | "lint" | "types" | "build" | "file" | "done";
  /** The stop of the message; null if unknown. */
  stop: number | null;
  /** backed: there is proof, such as a passing run after the last change. unknown: not enough evidence. */
  verdict: "backed" | "part" | "stale" | "red" | "none" | "not-done" | "unknown";
  /** The sentence. */
  text: string;
  commands: string[];
  files: string[];
}

// Sessions

export interface SessionQuery extends PageQuery {
  project?: string;
  /** Search words. Then best first, on a single page. */
  q?: string;
}

export type SessionRow = ReturnType<typeof listSessionRows>["rows"][number];
export type Story = Awaited<ReturnType<typeof readStory>>;

// Memories

export interface MemoryQuery extends PageQuery {
  /** A `projectKey`: its memories and personal ones; by default every project. */
  project?: string;
  /** active (default), superseded, retired, quarantined, unreadable, duplicate, any */
  status?: string;
  category?: string;
  /** Search words. Then best first, on a single page. */
  q?: string;
}

export type MemoryRow = ReturnType<typeof listMemoryRows>["rows"][number];
export type Memory = ReturnType<typeof readMemory>;

export interface InboxQuery {
  project?: string;
  q?: string;
}

export type Inbox = ReturnType<typeof readInbox>;
export type Candidate = Inbox["rows"][number];

/** If a similar memory exists, `force` is required (error `like-another`). */
export interface AcceptBody extends Omit<CandidateEdit, "category"> {
  id: number;
  category?: string;
}

export interface Accepted extends Done {
  memory: { projectKey: string; id: string; title: string; status: string };
}

// Insights

export type InsightsAnswer = Awaited<ReturnType<typeof readInsights>>;
export type ProjectInsights = ReturnType<typeof toProjectInsights>;
export type Trend = ReturnType<typeof readTrend>;
export type ReflectionFinding = ReturnType<typeof listReflectionFindings>[number];
export type FindingStatus = ReflectionFinding["status"];

/** A name is "in-force", "strict" or "gentle"; `text` is the content of a .claude/holdfast.json. */
export type Settings = { name: "in-force" | "strict" | "gentle" } | { name: string; text: string };

export interface BacktestBody {
  /** A `projectKey`: its settings and sessions; by default all sessions, with the person's own settings. */
  project?: string;
  config: Settings;
  against: Settings;
  /** Days back; default 30. */
  days?: number;
}

/** Defaults: in-force against strict, 30 days, all projects. */
export interface BacktestQuery {
  project?: string;
  first?: string;
  firstText?: string;
  second?: string;
  secondText?: string;
  days?: string;
}

export type Backtest =
  /** `isBusy`: a backtest with other choices is running. */
  | { state: "none"; isBusy: boolean }
  | { state: "running"; startedAt: Time; bytes: number; totalBytes: number; sessions: number }
  | { state: "failed"; error: Failure["error"] }
  | { state: "done"; finishedAt: Time; durationMs: number; report: BacktestReport };

export type BacktestReport = ReturnType<typeof toBacktestReport>;
export type BacktestPolicy = BacktestReport["policies"][number];
export type BacktestStop = BacktestPolicy["openStops"][number];
export type BacktestFinding = BacktestStop["findings"][number];

// Health

export type Health = Awaited<ReturnType<typeof readHealth>>;
/** From the start of the hook's process until the event, or its decision, was recorded. */
export type Latency = ReturnType<typeof readLatency>;
export type DoctorReport = Awaited<ReturnType<typeof runDoctor>>;

// Reports: the content of `insights --html`, `backtest --html` and `claims --html`.

export type ReportContent =
  | { kind: "insights"; projects: ProjectInsights[]; trend: Trend | null }
  | { kind: "backtest"; report: BacktestReport }
  | { kind: "claims"; headline: string[]; sections: ClaimsSection[] };

export type Report = ReportContent & { at: Time };

export interface ClaimsSection {
  heading: string;
  advice: string;
  /** A line may represent several items. */
  count: number;
  lines: { where: string; said: string; record: string }[];
}
