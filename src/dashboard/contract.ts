// What the dashboard's pages and its server say to each other: types alone, so that both sides can import it. What a view
// answers is what its function returns; only what comes from elsewhere is written out here.
// Names and times are those of docs/json.md: camelCase, ISO 8601 in UTC, lengths of time in milliseconds, null for nothing.
// Every text is redacted, printable and clipped by the server; the pages escape it.
import type { Pause as StoredPause } from "../config/pause.ts";
import type { Verdict } from "../gates/engine/budget.ts";
import type { CandidateEdit } from "../memory/inbox/accept-candidate.ts";
import type { toBacktestReport } from "./views/backtest-report.ts";
import type { readHealth, readLatency, runDoctor } from "./views/health.ts";
import type { listReflectionFindings, readInsights, readTrend, toProjectInsights } from "./views/insights.ts";
import type { listMemoryRows, readInbox, readMemory } from "./views/memories.ts";
import type { listProjects, listSessionRows, readStory } from "./views/sessions.ts";
import type { where } from "./views/shared.ts";
import type { toStopRow } from "./views/stop-row.ts";
import type { readShare, readStop } from "./views/stops.ts";
import type { promptTimeline } from "./views/timeline.ts";

export type { Verdict };

/** ISO 8601 in UTC. */
export type Time = string;

/** Every GET: its path, what follows the `?` (all of it optional text), and its answer. */
export interface Reads {
  /** `project`: a `projectKey`; without it, all. */
  "/api/now": { query: { project?: string }; answer: Now };
  "/api/projects": { query: Empty; answer: Project[] };
  "/api/stops": { query: StopQuery; answer: Page<StopRow> };
  /** `/api/stops/42` */
  "/api/stops/:id": { query: Empty; answer: Stop };
  /** How stops ended over time. */
  "/api/share": { query: Omit<StopQuery, keyof PageQuery>; answer: VerdictShare };
  /** Reads transcripts: may take a second the first time. */
  "/api/claims": { query: ClaimQuery; answer: Claims };
  "/api/sessions": { query: SessionQuery; answer: Page<SessionRow> };
  /** `/api/sessions/3f2a…`, with the whole ID. */
  "/api/sessions/:id": { query: Empty; answer: Story };
  "/api/memories": { query: MemoryQuery; answer: Page<MemoryRow> };
  /** One memory: an ID is one within a project, so both are given. `projectKey` is "" for the person's own. */
  "/api/memory": { query: { projectKey: string; id: string }; answer: Memory };
  "/api/inbox": { query: InboxQuery; answer: Inbox };
  "/api/insights": { query: Span; answer: InsightsAnswer };
  /** Findings of reflections. */
  "/api/findings": { query: { project?: string; status?: FindingStatus }; answer: ReflectionFinding[] };
  /** The backtest of these choices, as the body of the POST has them: as it runs, or its result while the server remembers it. */
  "/api/backtest": { query: BacktestQuery; answer: Backtest };
  "/api/health": { query: Empty; answer: Health };
  /** Time of our hook by event, in all projects; of the last 7 days without `since`. */
  "/api/latency": { query: { since?: Time; until?: Time }; answer: Latency };
  /** The last result of doctor's that this server has; null before the first. */
  "/api/doctor": { query: Empty; answer: DoctorReport | null };
}

/** Every POST: a JSON body of at most 256 KB, sent with `content-type: application/json`. */
export interface Actions {
  "/api/unlock": { body: { session: string; why?: string }; answer: Done };
  /** For one session, for its project, or for everything. Without `minutes`, until it is resumed. */
  "/api/pause": { body: { scope: PauseScope; target?: string; minutes?: number }; answer: Done };
  /** Ends one pause, as `Now.pauses` names it. */
  "/api/resume": { body: { scope: PauseScope; target: string }; answer: Done };
  "/api/cancel": {
    body: { session: string; kind: "loop" | "flow" | "pipeline"; why?: string };
    answer: Done;
  };
  /** With a title, body, category or tags it is "edit": triage learns from the better wording. */
  "/api/inbox/accept": { body: AcceptBody; answer: Accepted };
  /** A quarantined, retired or superseded memory is active again. */
  "/api/memory/restore": { body: { projectKey: string; id: string }; answer: Done };
  "/api/inbox/reject": { body: { id: number; duplicate?: boolean }; answer: Done };
  /** A block that was wrong; only those can be marked. `undo`: takes the mark back. */
  "/api/wrong": { body: { id: number; why?: string; undo?: boolean }; answer: Done };
  /** What a reflection found: do what is suggested, or do not show it again. As `reflect review` does. */
  "/api/findings/decide": { body: { id: number; accept: boolean }; answer: Done };
  /** Starts one; the answer is what GET /api/backtest says from then on. Only one runs at a time. */
  "/api/backtest": { body: BacktestBody; answer: Backtest };
  /** Ends the one that runs. */
  "/api/backtest/stop": { body: Empty; answer: Backtest };
  /** Runs doctor's checks: a few seconds. `project`: a `projectKey`. */
  "/api/doctor": { body: { project?: string }; answer: DoctorReport };
}

export type Empty = Record<string, never>;

/** What was done, in a sentence for the person. */
export interface Done {
  done: string;
}

/**
 * With status 400 (wrong query or body), 401 (no cookie: start again from the terminal), 403 (Host or Origin),
 * 404, 405, 409 (refused as things are, such as `no-lock`), 413, 415, 429 (too many connections), 500 (a bug), 503 (the store:
 * `store-busy`, `store-corrupt`, `store-newer`, `store-unavailable`).
 */
export interface Failure {
  /** `hint`: what to do next. */
  error: { code: string; message: string; hint: string };
}

/**
 * `GET /api/live`, server-sent events. `event: hello` comes first; `event: change` whenever something changed, with the parts
 * to load anew; a comment line every 20 seconds keeps the connection. EventSource connects again by itself.
 */
export interface LiveEvents {
  hello: { version: string };
  /** `newestStop`: the newest decision's ID; 0 when there is none. */
  change: { parts: Part[]; newestStop: number };
}

/** The views, as far as they have data that changes. */
export type Part = "now" | "stops" | "sessions" | "memories" | "insights" | "health" | "backtest";

export interface Page<Row> {
  rows: Row[];
  /**
   * For `cursor` of the next page; null at the end. A page may have fewer rows than asked for, even none, and still have a next:
   * a filter that matches little is searched in pieces.
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
export type Where = ReturnType<typeof where>;

// Now

export interface Now {
  at: Time;
  version: string;
  /** A store that cannot be used, in words; locks and pauses are shown all the same. */
  storeProblem: string | null;
  pauses: Pause[];
  /** The last active first; at most 50. */
  sessions: LiveSession[];
  /** What waits for the person, the most urgent first. */
  waiting: Waiting[];
  /** Of the last 24 hours. Faults are those of all projects. */
  today: { stops: number; blocked: number; sessions: number; faults: number };
}

export type PauseScope = StoredPause["scope"];

export interface Pause extends Pick<StoredPause, "scope" | "target"> {
  since: Time;
  until: Time | null;
  by: string;
}

export interface LiveSession extends Where {
  session: string;
  /** What it is about. */
  request: string | null;
  startedAt: Time;
  lastSeenAt: Time;
  toolCalls: number;
  /**
   * "held": something holds its stops. "asking", "stopped": how its last stop ended. "working": a prompt or a tool
   * call came since, or no stop yet. "idle": nobody has asked it anything.
   */
  state: "held" | "working" | "asking" | "stopped" | "paused" | "idle";
  holding: Holding[];
  /** Suspended loops, flows and pipelines. */
  suspended: { kind: "loop" | "flow" | "pipeline"; what: string }[];
  budget: Budget | null;
  lastStop: Pick<StopRow, "id" | "at" | "verdict" | "because" | "about"> | null;
  /** Open tasks of the client's own list. */
  openTasks: number;
  /** What may be done here: the POSTs of the same name. */
  actions: ("unlock" | "pause" | "resume" | "cancel-loop" | "cancel-flow" | "cancel-pipeline")[];
}

export interface Holding {
  /** lock, loop, flow, pipeline, or the gate. */
  kind: string;
  /** What it is about: the goal, the task, the finding. */
  what: string;
  /** What is missing; "" where nothing is known. */
  why: string;
  /** Round n of max. */
  rounds: number;
  maxRounds: number | null;
  /** When it ends by itself; null where that is not fixed yet. */
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

export interface Waiting extends Where {
  /** "trust": settings of a project that wait for `holdfast trust`. */
  kind: "question" | "approval" | "suspended" | "released" | "inbox" | "finding" | "trust" | "fault";
  text: string;
  /** The command that answers it; null where a view does. */
  command: string | null;
  session: string | null;
  stop: number | null;
  at: Time | null;
  /** How many, for inbox, finding and fault. */
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
  /** How many sessions were looked at; the newest ones. */
  sessions: number;
  /** There were more than are read at once. */
  more: boolean;
  claims: Claim[];
  /** Test runs; `hidden`: red ones that came back without an error. */
  runs: { total: number; piped: number; red: number; hidden: number };
}

export interface Claim extends Where {
  session: string;
  at: Time | null;
  /** Only tests, commits and pushes are ever judged at a stop. */
  kind: "tests" | "commit" | "push" | "lint" | "types" | "build" | "file" | "done";
  /** The stop that it was said at; null where that is not known. */
  stop: number | null;
  /** backed: there is proof, such as a passing run after the last change. unknown: nobody can judge. */
  verdict: "backed" | "part" | "stale" | "red" | "none" | "not-done" | "unknown";
  /** The sentence. */
  text: string;
  commands: string[];
  files: string[];
}

// Sessions

export interface SessionQuery extends PageQuery {
  project?: string;
  /** Words: in the request or summary. Best first then, and without a next page. */
  q?: string;
}

export type SessionRow = ReturnType<typeof listSessionRows>["rows"][number];
export type Story = Awaited<ReturnType<typeof readStory>>;

// Memories

export interface MemoryQuery extends PageQuery {
  /** A `projectKey`, with the person's own; without it, every project. */
  project?: string;
  /** active (default), superseded, retired, quarantined, unreadable, duplicate, any */
  status?: string;
  category?: string;
  /** Search as you type. Best first then, and without a next page. */
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

/** Where a similar one exists, it needs `force` (error `like-another`). */
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
  /** A `projectKey`: whose settings are in force, and whose sessions; without it, all sessions with the person's settings. */
  project?: string;
  config: Settings;
  against: Settings;
  /** Days back; 30 without. */
  days?: number;
}

/** What is left out is as the pages' own choice: in-force against strict, 30 days, all projects. */
export interface BacktestQuery {
  project?: string;
  first?: string;
  firstText?: string;
  second?: string;
  secondText?: string;
  days?: string;
}

export type Backtest =
  /** `isBusy`: one with other choices runs. */
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

// Reports: what `insights --html`, `backtest --html` and `claims --html` write into their page.

export type ReportContent =
  | { kind: "insights"; projects: ProjectInsights[]; trend: Trend | null }
  | { kind: "backtest"; report: BacktestReport }
  | { kind: "claims"; headline: string[]; sections: ClaimsSection[] };

export type Report = ReportContent & { at: Time };

export interface ClaimsSection {
  heading: string;
  advice: string;
  /** A line may stand for several. */
  count: number;
  lines: { where: string; said: string; record: string }[];
}
