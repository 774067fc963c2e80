// Replays one past session under one policy: the engine judges each stop by facts from the transcript and rows in a temporary
// store. What Claude would have done after a hold is unknown.
import { type Environment, readEnvironment } from "../../config/environment.ts";
import { NO_FILES } from "../../config/load-config.ts";
import { openBudget } from "../../gates/engine/budget-rows.ts";
import type { Finding, Replay } from "../../gates/engine/gate.ts";
import { openStop } from "../../gates/engine/open-stop.ts";
import { type AskedGate, recordDecision } from "../../gates/engine/record-decision.ts";
import { judgeStop } from "../../gates/engine/stop.ts";
import type { SharedFacts, StopContext } from "../../gates/engine/stop-context.ts";
import { GATES, isEnabled } from "../../gates/registry.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import { redactAndShorten } from "../../recording/capture/redact-fully.ts";
import { readOpenTasks } from "../../recording/tasks/open-tasks.ts";
import { createTrace } from "../../store/hook-context.ts";
import { openTemporaryStore } from "../../store/migrations/migrate.ts";
import { wasShown } from "../../store/notices.ts";
import type { Store } from "../../store/open.ts";
import { saveTask, todoId } from "../../store/tasks.ts";
import { firstLine, oneLine } from "../../text/clip.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { opensBudget, type PastStop } from "../../transcript/selectors/turns.ts";
import { noTree } from "../../worktree/tree-state.ts";
import type { Policy } from "./policy.ts";
import { candidatesToAsk, type TriageReplay } from "./replay-triage.ts";
import type { ShownFinding, StopOpinion } from "./report.ts";
import type { SessionFacts } from "./session-facts.ts";

export interface JudgedStop extends StopOpinion {
  /** Gates whose commands would have decided. */
  undecided: string[];
}

/** The store contains one session at a time. */
const SESSION_ID = "replayed-session";
/** A device has no subfolders, so whatever a gate looks for is absent, and nothing can be written. */
const NO_FOLDER = "/dev/null/holdfast";
const ENVIRONMENT: Environment = {
  ...readEnvironment({}),
  holdfastHome: NO_FOLDER,
  claudeDir: NO_FOLDER,
  tempDir: NO_FOLDER,
};
const MAX_EVIDENCE = 3;
const MAX_EVIDENCE_TEXT = 160;

type Follower = Awaited<ReturnType<NonNullable<Replay<unknown>["loadFollower"]>>>;

/** A policy with what is created once for all sessions. */
export interface PreparedPolicy {
  policy: Policy;
  /** They record the work declared in a past session, for the gates that are enabled at stops of the main agent. */
  followers: readonly Follower[];
  store: Store;
}

export async function preparePolicy(policy: Policy): Promise<PreparedPolicy> {
  const entries = GATES.filter(({ id, events }) => events.includes("Stop") && isEnabled(policy.config, id));
  const gates = await Promise.all(entries.map(({ load }) => load()));
  const followers = await Promise.all(gates.map(({ replay }) => replay?.loadFollower?.() ?? []));
  return { policy, followers: followers.flat(), store: openTemporaryStore() };
}

export class PolicyReplay {
  readonly #policy: Policy;
  readonly #store: Store;
  readonly #followers: readonly Follower[];
  readonly #facts: SessionFacts;
  readonly #triage: TriageReplay;
  #taskVersion = 0;

  constructor({ policy, store, followers }: PreparedPolicy, facts: SessionFacts, triage: TriageReplay) {
    this.#policy = policy;
    this.#store = store;
    this.#followers = followers;
    this.#facts = facts;
    this.#triage = triage;
  }

  /** Records what the hooks would have recorded. */
  follow(item: TranscriptItem): void {
    if (item.sidechain) return;
    if (opensBudget(item)) openBudget(this.#store, SESSION_ID, "main", item.timestamp ?? 0);
    for (const follow of this.#followers) follow({ store: this.#store, sessionId: SESSION_ID }, item);
  }

  async judge(past: PastStop): Promise<JudgedStop> {
    if (this.#taskVersion !== this.#facts.taskVersion) this.#recordTasks();
    const stop = this.#openStop(past);
    const results = await judgeStop(stop);
    const fingerprints = stop.findings.map(({ fingerprint }) => fingerprint);
    const shown = new Set(fingerprints.filter((one) => wasShown(this.#store, SESSION_ID, one)));
    const { verdict, open, advice } = await recordDecision(stop, results, { isLogged: false });
    const show = (finding: Finding) => showFinding(finding, results.asked, stop);
    return {
      verdict,
      open: open.map(show),
      advice: advice.filter(({ fingerprint }) => !shown.has(fingerprint)).map(show),
      undecided: results.asked.filter(isUndecided).map(({ gate }) => gate.id),
    };
  }

  #openStop(past: PastStop): StopContext<StopEvent> {
    const { config } = this.#policy;
    const context = {
      event: toEvent(past, this.#facts),
      env: ENVIRONMENT,
      startDir: null,
      projectDir: null,
      now: past.at,
      trace: createTrace(false),
      payload: "",
    };
    const loaded = { ...NO_FILES, config };
    const stop: StopContext<StopEvent> = openStop(context, loaded, this.#store, {
      commands: null,
      shared: this.#sharedFacts(() => stop),
    });
    return stop;
  }

  #sharedFacts(stop: () => StopContext): SharedFacts {
    const facts = this.#facts;
    return {
      toolCalls: async () => facts.toolCalls,
      changes: async () => facts.changes(stop().now),
      tree: async () => noTree(stop().now, null),
      openTasks: () => readOpenTasks(stop(), false),
      recentItems: async () => facts.recentItems(),
      mutatingCalls: async () => facts.mutatingCalls(),
      recentWork: async () => facts.recentWork(),
      agentPrompt: async () => "",
      unsavedMemories: async () => candidatesToAsk(stop(), this.#triage),
    };
  }

  #recordTasks(): void {
    this.#store.query("DELETE FROM tasks").run();
    for (const { id, list, subject, status, changedAt } of this.#facts.openTasks())
      saveTask(
        this.#store,
        SESSION_ID,
        { taskId: list === "todos" ? todoId(id) : id, subject, status, was: null },
        changedAt,
      );
    this.#taskVersion = this.#facts.taskVersion;
  }
}

function toEvent(past: PastStop, facts: SessionFacts): StopEvent {
  return {
    name: "Stop",
    sessionId: SESSION_ID,
    transcriptPath: null,
    cwd: null,
    promptId: null,
    permissionMode: facts.isPlanMode ? "plan" : null,
    agentId: null,
    agentType: null,
    stopHookActive: past.active,
    lastAssistantMessage: past.message,
    backgroundTasks: facts.backgroundTasks(),
    agentTranscriptPath: null,
  };
}

/** The gate was due, but without its commands it gathered nothing. */
function isUndecided({ gate, facts }: AskedGate): boolean {
  const entry = GATES.find(({ id }) => id === gate.id);
  return facts === null && entry?.runsCommands === true && gate.replay?.unknown === undefined;
}

function showFinding(finding: Finding, asked: readonly AskedGate[], stop: StopContext): ShownFinding {
  const { gate, code, reason } = finding;
  const own = asked.find((one) => one.gate.id === gate);
  const all = own?.gate.replay?.evidence?.(own.facts, finding, stop) ?? [{ text: firstLine(reason) }];
  const evidence = all
    .slice(0, MAX_EVIDENCE)
    .map(({ text }) => oneLine(redactAndShorten(text, MAX_EVIDENCE_TEXT)));
  const rules = [...new Set(all.flatMap(({ rule }) => rule ?? []))].sort();
  return { gate, code, evidence, more: all.length - evidence.length, rules };
}
