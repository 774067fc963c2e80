// What the dashboard's pages and its server say to each other: types alone, so that both sides can import it.
// Names and times are those of docs/json.md: camelCase, ISO 8601 in UTC, lengths of time in milliseconds, null for nothing.
// Every text is redacted, printable and clipped by the server; the pages escape it.

/** ISO 8601 in UTC. */
export type Time = string;

export type Verdict =
  | "complete"
  | "blocked"
  | "waiting"
  | "asking"
  | "stalled"
  | "capped"
  | "paused"
  | "fault";

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
  "/api/memories": { query: MemoryQuery; answer: MemoryList };
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

export interface Project {
  projectKey: string;
  /** The folder that was worked in last. */
  project: string;
  /** The folder's last part, for people; with what stands before it where several have the same. */
  name: string;
  sessions: number;
  lastSeenAt: Time;
}

/** Where something happened; `name` is null where the project is not known. */
export interface Where {
  projectKey: string | null;
  project: string | null;
  name: string | null;
}

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

export type PauseScope = "all" | "project" | "session";

export interface Pause {
  scope: PauseScope;
  /** The folder or the session; "" for all. */
  target: string;
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

export interface StopRow extends Where {
  id: number;
  at: Time;
  event: string;
  session: string | null;
  /** "main", or which agent. */
  agent: string;
  verdict: Verdict;
  /** The rule in words, such as "a gate objected and the budget had room". */
  because: string;
  /** Of those that spoke, blocking ones first. */
  gates: string[];
  /** What the first finding is about; null without one. */
  about: string | null;
  durationMs: number;
  wrong: boolean;
}

export interface Stop extends StopRow {
  rule: string;
  /** What Claude was told; for "asking", the question. */
  reason: string | null;
  findings: Finding[];
  wrongAt: Time | null;
  wrongWhy: string | null;
  /** Checks that the session had made weaker by then, in words. */
  weakened: string[];
  /** May be marked wrong: a block. */
  markable: boolean;
  timeline: PromptTimeline;
  /** What Claude claimed in the message that it stopped with, and the record does not back. */
  claims: Claim[];
  /** Neighbours in the same session. */
  previous: number | null;
  next: number | null;
}

export interface Finding {
  gate: string;
  code: string;
  /** "note": recorded, told nobody. */
  severity: "block" | "advise" | "note";
  summary: string;
  reason: string;
  /** Everything it is about, where the reason names only the first. */
  details: string[];
  /** Stable while the evidence is the same. */
  fingerprint: string;
  progress: string;
  releasedBy: string;
  /** The setting that would switch it off, as JSON for .claude/holdfast.json. */
  switchOff: string;
}

/** One prompt: blocked → tools → blocked → complete. Oldest first. */
export interface PromptTimeline {
  prompt: { text: string; at: Time } | null;
  steps: TimelineStep[];
  /** Steps that were left out in the middle. */
  leftOut: number;
}

export type TimelineStep =
  | { kind: "prompt"; at: Time; text: string }
  | {
      kind: "stop";
      at: Time;
      id: number;
      event: string;
      verdict: Verdict;
      gates: string[];
      about: string | null;
      durationMs: number;
    }
  /** What happened between two stops, by kind. */
  | { kind: "work"; at: Time; until: Time; entries: WorkEntry[]; counts: Record<string, number> }
  | { kind: "compaction"; at: Time; text: string };

/** An observation. */
export interface WorkEntry {
  /** change, command, failure, fix, test, commit, search, decision */
  kind: string;
  title: string;
  at: Time;
}

export interface VerdictShare {
  /** Length of a bucket: an hour or a day. */
  bucketMs: number;
  /** Start of each bucket, without gaps; parallel to each list of `verdicts`. */
  at: Time[];
  /** By verdict: what /api/stops lists with the same query. */
  verdicts: Partial<Record<Verdict, number[]>>;
  /** Blocks marked wrong, by bucket. */
  wrong: number[];
  total: number;
  /** Blocks and false ones by gate, most first, whatever gate, verdict and mark were asked for. */
  gates: { gate: string; blocks: number; wrong: number }[];
}

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

export interface SessionRow extends Where {
  session: string;
  request: string | null;
  startedAt: Time;
  lastSeenAt: Time;
  endedAt: Time | null;
  endReason: string | null;
  toolCalls: number;
  stops: number;
  blocked: number;
}

export interface Story extends SessionRow {
  /** Its summary, in lines. */
  summary: string | null;
  /** In order; the first and the last ones where there are very many. */
  turns: Turn[];
  /** Left out in the middle. */
  turnsLeftOut: number;
  files: { path: string; changes: number }[];
  tests: TestRun[];
  commits: { title: string; at: Time }[];
  compactions: { at: Time; text: string }[];
  /** Acts of people, Claude and agents that loosened something. */
  releases: { at: Time; command: string; by: string; from: string | null }[];
  tasks: { subject: string; status: string }[];
  /** What it was told of earlier sessions, and what came of it. */
  told: ToldReceipt[];
  /** What the session's claims came to. */
  claims: Claim[];
  weakened: string[];
  /** What triage found in it. */
  candidates: { id: number; title: string; category: string; status: string }[];
  reflection: { at: Time; findings: { id: number; title: string; status: FindingStatus }[] } | null;
}

export interface Turn {
  prompt: string | null;
  at: Time;
  steps: TimelineStep[];
  leftOut: number;
}

export interface TestRun {
  at: Time;
  command: string;
  state: "green" | "red" | "unknown";
  scope: string;
  passed: number | null;
  failed: number | null;
  skipped: number | null;
  /** Red, but the command came back without an error. */
  hidden: boolean;
}

export interface ToldReceipt {
  at: Time;
  /** SessionStart or UserPromptSubmit. */
  event: string;
  tokens: number;
  /** Words it was found by. */
  terms: string[];
  lines: ToldLine[];
}

export interface ToldLine {
  part: string;
  /** observation, prompt, session, memory, decision … */
  kind: string;
  /** null: forgotten since. */
  text: string | null;
  session: string | null;
  at: Time | null;
  memory: { projectKey: string; id: string } | null;
  /** For a memory: whether the session used it, and what of it; null where that is not known (yet). */
  used: boolean | null;
  how: string | null;
}

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

export interface MemoryList extends Page<MemoryRow> {
  /** Of the project, by status and category. */
  counts: { status: string; category: string; n: number }[];
}

export interface MemoryRow extends Where {
  id: string;
  title: string;
  /** DECISION, RUNBOOK, CONSTRAINT, TECH_DEBT, PREFERENCE, SESSION_SUMMARY */
  category: string;
  status: string;
  tags: string[];
  who: string;
  origin: "here" | "repository";
  /** About the person, not the project. */
  personal: boolean;
  updatedAt: Time;
  /** Sessions that were given it, and that used it. */
  injected: number;
  used: number;
}

export interface Memory extends MemoryRow {
  body: string;
  createdAt: Time;
  confidence: number;
  file: string;
  /** Why it is quarantined, unreadable or a duplicate. */
  note: string | null;
  /** Provenance: the session it comes from, and what was said there. */
  source: { session: string; request: string | null; at: Time | null; quotes: Quote[] } | null;
  /** What it replaced and what replaced it, oldest first, itself among them. */
  chain: { id: string; title: string; status: string; updatedAt: Time; self: boolean }[];
  told: { session: string; request: string | null; at: Time; used: boolean | null; how: string | null }[];
}

export interface Quote {
  who: string;
  text: string;
}

export interface InboxQuery {
  project?: string;
  q?: string;
  /** "1": also what else the person said. */
  said?: string;
}

export interface Inbox {
  rows: Candidate[];
  /** How many wait, in all that was asked for. */
  waiting: number;
}

export interface Candidate extends Where {
  id: number;
  title: string;
  category: string;
  who: string;
  score: number;
  quotes: (Quote & { why: string })[];
  session: string;
  /** What that session is about. */
  request: string | null;
  foundAt: Time;
  /** "said": not counted in the inbox. */
  status: "new" | "said";
}

export interface AcceptBody {
  id: number;
  title?: string;
  body?: string;
  category?: string;
  tags?: string[];
  personal?: boolean;
  /** Save it although a similar one exists (error `like-another`). */
  force?: boolean;
}

export interface Accepted extends Done {
  memory: { projectKey: string; id: string; title: string; status: string };
}

// Insights

export interface InsightsAnswer {
  /** One a project that had sessions. */
  projects: ProjectInsights[];
  trend: Trend;
}

/** By day, without gaps; the lists are parallel to `at`. */
export interface Trend {
  at: Time[];
  sessions: number[];
  stops: number[];
  blocked: number[];
  failures: number[];
  testRuns: number[];
  redRuns: number[];
  /** Of the hook at a stop; null on a day without one. */
  medianMs: (number | null)[];
}

export interface ProjectInsights extends Where {
  since: Time;
  until: Time;
  changes: {
    what: string;
    before: number | null;
    now: number | null;
    unit: "count" | "share" | "duration" | "milliseconds";
    /** null: neither way is better. */
    better: boolean | null;
  }[];
  failingCommands: { command: string; failures: number; sessions: number; fixed: number; session: string }[];
  rereadFiles: { file: string; reads: number; sessions: number }[];
  gates: {
    gate: string;
    blocks: number;
    wrong: number;
    holds: number;
    unchanged: number;
    capped: number;
    lastStop: number;
  }[];
  /** How stops ended. */
  verdicts?: Record<string, number>;
  /** Advice by gate, the most frequent first. */
  advised?: { gate: string; n: number }[];
  /** Time in loops and flows, in words; "" without any. */
  loops?: string;
  /** Gates that are often wrong, and the setting that would change it. */
  advice: { gate: string; why: string; setting: { key: string; value: string | number | boolean } | null }[];
}

export type FindingStatus = "new" | "accepted" | "dismissed";

export interface ReflectionFinding extends Where {
  id: number;
  title: string;
  /** In a sentence or two, with its evidence. */
  text: string;
  /** `where`: such as "line 812" of the transcript, or "decision 31", which is the `stop`. */
  evidence: { where: string; stop: number | null; text: string }[];
  /** What accepting does, in words, and what would be written. */
  action: { does: string; writes: string[] };
  status: FindingStatus;
  outcome: string | null;
  sessions: number;
  session: string;
  firstAt: Time;
  lastAt: Time;
}

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

export interface BacktestReport {
  sessions: number;
  prompts: number;
  stops: number;
  from: Time | null;
  to: Time | null;
  policies: BacktestPolicy[];
  heldByBoth: number;
  heldByFirst: number;
  heldBySecond: number;
  /** Stops that neither or both hold, and judge differently all the same. */
  otherwiseDifferent: number;
  /** Every stop that they judge differently, newest first; at most 1000. */
  differ: BacktestDifference[];
  /** What transcripts cannot show. */
  unknown: { what: string; why: string }[];
  /** Files and lines that were not read, in words. */
  leftOut?: string[];
  problems: string[];
}

export interface BacktestPolicy {
  name: string;
  verdicts: Partial<Record<Verdict, number>>;
  held: { gate: string; code: string; stops: number; sessions: number }[];
  advised: { gate: string; code: string; stops: number; sessions: number }[];
  candidates: Record<string, number>;
  /** Per session. */
  noise: { held: SpreadOf; advice: SpreadOf; candidates: SpreadOf };
  /** Stops with something open: held, waiting, or released by the budget. Newest first; at most 100. */
  openStops?: BacktestStop[];
  /** The strongest first; at most 100. */
  topCandidates?: { category: string; title: string; quotes: string[] }[];
}

export interface SpreadOf {
  mean: number;
  median: number;
  most: number;
}

export interface BacktestStop {
  session: string;
  project: string | null;
  at: Time;
  verdict: Verdict;
  findings: BacktestFinding[];
}

export interface BacktestFinding {
  gate: string;
  code: string;
  evidence: string[];
  more: number;
}

export interface BacktestDifference {
  session: string;
  project: string | null;
  at: Time;
  /** One for each policy. */
  opinions: { verdict: Verdict; open: BacktestFinding[]; advice: BacktestFinding[] }[];
}

// Health

export interface Health {
  version: string;
  /** Newest first, at most 50, of the last 7 days. */
  faults: { at: Time; part: string; message: string; event: string | null; session: string | null }[];
  faultCount: number;
  files: StoreFile[];
  /** Calls that wait to be processed. */
  queue: number;
  counts: { sessions: number; stops: number; prompts: number; observations: number; memories: number };
}

/** From the start of the hook's process until the event, or its decision, was recorded. */
export interface Latency {
  /** The most frequent first. */
  events: EventLatency[];
  /** Rows of that time without one: an older version wrote them. They are left out. */
  untimed: number;
  /** Of each kind, only the newest so many were looked at. */
  max: number;
  /** Length of a bucket: an hour or a day. */
  bucketMs: number;
  /** Start of each bucket, without gaps; parallel to each list of `medians`. */
  at: Time[];
}

export interface EventLatency {
  event: string;
  /** "commands": a gate ran some in it. "recall": something was recalled for the prompt. */
  beside: "commands" | "recall" | null;
  n: number;
  medianMs: number;
  p95Ms: number;
  slowestMs: number;
  /** By bucket; null without any. */
  medians: (number | null)[];
}

export interface StoreFile {
  kind: "ledger" | "memory";
  path: string;
  /** "ok", else what is wrong, in words. */
  state: string;
  bytes: number;
  /** Of the write-ahead log. */
  walBytes: number;
  schema: number | null;
}

export interface DoctorReport {
  at: Time;
  project: string;
  healthy: boolean;
  problems: number;
  warnings: number;
  checks: {
    id: string;
    title: string;
    results: { status: "ok" | "warn" | "problem"; message: string; nextStep: string | null }[];
  }[];
}

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
