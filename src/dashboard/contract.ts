// The API between the dashboard's pages and its server: only types, so that both sides can import it. Answers have the return
// types of the functions in views/; the rest is declared here.
// Names and times follow docs/internals/formats.md: camelCase, ISO 8601 in UTC, durations in milliseconds, null for nothing.
// The server redacts, clips and makes every text printable; the pages escape it.
import type * as z from "zod";
import type { readHealth, readLatency, runDoctor } from "../views/health.ts";
import type { InboxRow, readInbox } from "../views/inbox.ts";
import type { listMemoryRows, readMemory } from "../views/memories.ts";
import type { LiveSession, Now, PauseRow, PauseScope, Waiting } from "../views/now.ts";
import type { Outcome } from "../views/outcomes.ts";
import type { listProjects, SessionListRow, Story } from "../views/sessions.ts";
import type { Page, projectRef } from "../views/shared.ts";
import type { Condition, GoalWithConditions as Goal } from "../views/status/goals.ts";
import type { StopRow } from "../views/stop-row.ts";
import type { readShare, readStop, readTeamHolds } from "../views/stops.ts";
import type { toSteps } from "../views/timeline.ts";
import type { BODIES } from "./server/routes.ts";

export type { Condition, Goal, LiveSession, Now, Outcome, Page, PauseRow, PauseScope, StopRow, Waiting };

export type Project = ReturnType<typeof listProjects>[number];
export type ProjectRef = ReturnType<typeof projectRef>;

/**
 * Every GET: its path, the names in its query (optional texts), and its answer. `project`: a `projectKey`; without it, all.
 * `since`: a time. `cursor`: the `next` of a page. `q`: search words; then best first, on a single page.
 */
export interface Reads {
  "/api/now": { query: "project"; answer: Now };
  "/api/projects": { query: never; answer: Project[] };
  /** `wrong`: "1" for those marked wrong. */
  "/api/stops": { query: StopFilter | "cursor"; answer: Page<StopRow> };
  "/api/stop": { query: "id"; answer: ApiStop };
  /** How stops ended over time. */
  "/api/share": { query: StopFilter; answer: OutcomeShare };
  /** Of a team that shares counts; otherwise null. */
  "/api/team": { query: "project"; answer: TeamHolds | null };
  /** `findings`: "1" for those with open findings of a reflection. */
  "/api/sessions": { query: "project" | "q" | "findings" | "cursor"; answer: Page<SessionListRow> };
  /** With the whole ID. */
  "/api/session": { query: "id"; answer: Story };
  /** With a project: its memories and personal ones. `status`: active (default), another one, or any. */
  "/api/memories": { query: "project" | "status" | "category" | "q" | "cursor"; answer: Page<MemoryListRow> };
  /** One memory: IDs are unique within a project, so both are given. `projectKey` is "" for personal ones. */
  "/api/memory": { query: "projectKey" | "id"; answer: ApiMemory };
  "/api/inbox": { query: "project" | "q"; answer: Inbox };
  "/api/health": { query: never; answer: Health };
  /** Hook times by event, in all projects; by default of the last 7 days. */
  "/api/latency": { query: "since"; answer: Latency };
  /** The last doctor report of this server; null before the first. */
  "/api/doctor": { query: never; answer: DoctorReport | null };
}

type Span = "project" | "since";
type StopFilter = Span | "gate" | "outcome" | "session" | "wrong";

/** Every POST: its body, as JSON of at most 256 KB, and its answer. */
export type Actions = {
  [Path in keyof typeof BODIES]: {
    body: z.infer<(typeof BODIES)[Path]>;
    answer: Path extends keyof OtherAnswers ? OtherAnswers[Path] : Done;
  };
};

interface OtherAnswers {
  "/api/doctor": DoctorReport;
}

/** `done`: a sentence for the person. */
export interface Done {
  done: string;
}

/** The page sends the secret in this header; a live stream, which cannot, in its query. */
export const SECRET_HEADER = "x-holdfast-secret";

/** `POST /api/sign-in` with the token of the address, which works once. */
export interface SignedIn {
  secret: string;
}

/**
 * With status 400 (wrong query or body), 401 (no secret: start again from the terminal), 403 (Host or Origin),
 * 404, 405, 409 (not possible now, such as `no-lock`), 413, 415, 429 (too many connections), 500 (a bug), 503 (the store:
 * `store-busy`, `store-corrupt`, `store-newer`, `store-unavailable`).
 */
export interface ApiFailure {
  /** `hint`: what to do next. */
  error: { code: string; message: string; hint: string };
}

/**
 * `GET /api/live`, server-sent events: first `hello`, then `change` with the parts to reload whenever something changed. A
 * comment line every 20 seconds keeps the connection open. EventSource reconnects on its own.
 */
export interface LiveEvents {
  hello: object;
  change: { parts: LivePart[] };
}

/** Views whose data changes. */
export type LivePart = "now" | "stops" | "sessions" | "memories" | "health";

// Stops

export type ApiStop = ReturnType<typeof readStop>;
export type Timeline = ReturnType<typeof toSteps>;
export type { StopFinding } from "../views/stop-row.ts";
export type TeamHolds = NonNullable<ReturnType<typeof readTeamHolds>>;
export type OutcomeShare = Awaited<ReturnType<typeof readShare>>;

// Sessions

export type { SessionListRow, Story };
export type ReflectionFinding = Story["findings"][number];

// Memories

export type MemoryListRow = ReturnType<typeof listMemoryRows>["rows"][number];
export type ApiMemory = ReturnType<typeof readMemory>;

export type Inbox = ReturnType<typeof readInbox>;
export type { InboxRow };

// Health

export type Health = Awaited<ReturnType<typeof readHealth>>;
/** From the start of the hook's process until the event, or its decision, was recorded. */
export type Latency = ReturnType<typeof readLatency>;
export type DoctorReport = Awaited<ReturnType<typeof runDoctor>>;
