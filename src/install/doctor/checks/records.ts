// Checks what was recorded, what Claude is given of it, and what still waits to be processed.
import { loadConfig } from "../../../config/load-config.ts";
import {
  countMemories,
  isWithheld,
  listProblemMemories,
  type MemoryRow,
} from "../../../memory/index/memories.ts";
import { recallState } from "../../../memory/recall/recall-receipts.ts";
import { projectKey } from "../../../platform/repository.ts";
import {
  measureUnreadHistory,
  NOTHING_INGESTED,
  readIngestedHistory,
} from "../../../recording/ingest/session-files.ts";
import { countQueue } from "../../../recording/queue/pending-queue.ts";
import { oldestPendingReflection } from "../../../store/pending-reflections.ts";
import { clipList } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { OWN_GROUPS } from "../../../text/redaction/own-rules.ts";
import { RULE_SET } from "../../../text/redaction/rules.generated.ts";
import { type CheckResult, type DoctorCheck, ok, warn } from "../check.ts";
import { readStoreOr } from "../context.ts";

const MAX_WAITING = 5000;

/** Recorded tool calls, and the redaction rules. */
export const capture: DoctorCheck = {
  id: "capture",
  async run({ env }) {
    const { name, version, count } = RULE_SET;
    const own = new Set(OWN_GROUPS.flatMap((list) => list().map(({ id }) => id))).size;
    const redaction = ok(`secrets are removed by ${count} rules of ${name} ${version} and ${own} of our own`);
    const queue = readStoreOr(env, countQueue, null);
    return queue === null ? [redaction] : [describeQueue(queue), redaction];
  },
};

function describeQueue({ waiting, poison, kept }: ReturnType<typeof countQueue>): CheckResult {
  const summary = `${kept} tool calls kept, ${waiting} of them not searchable yet`;
  if (poison > 0)
    return warn(`${summary}, ${poison} skipped as unreadable`, "`holdfast prune` removes them in time.");
  if (waiting > MAX_WAITING)
    return warn(summary, "Run `holdfast drain`; if that does not help, see the faults below.");
  return ok(summary);
}

export const recall: DoctorCheck = {
  id: "recall",
  async run({ env, projectDir }) {
    const { config } = await loadConfig(env, projectDir);
    if (!config.recall.enabled) return ok('switched off here ("recall.enabled" in the config)');
    const state = readStoreOr(env, recallState, null);
    if (state === null) return ok("on; nothing to recall yet");
    const { observations, receipts, tokens } = state;
    return ok(
      `${countNoun(observations, "observation")} to recall from; recalled ${countNoun(receipts, "time")}, ${countNoun(tokens, "token")} in all`,
    );
  },
};

/** Sessions that were not recorded, but whose transcripts can still be read. */
export const history: DoctorCheck = {
  id: "history",
  async run({ env }) {
    const { sessions, bytes } = measureUnreadHistory(
      env,
      readStoreOr(env, readIngestedHistory, NOTHING_INGESTED),
    );
    if (sessions === 0) return ok("every session was recorded or read");
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
    const unread = ok(`${countNoun(sessions, "session")} (${size}) not searchable yet`);
    return { ...unread, nextStep: "Run `holdfast ingest` to read them." };
  },
};

const MAX_NAMED = 3;

/** Memories that are withheld from sessions or partly invalid, and why. */
export const memories: DoctorCheck = {
  id: "memories",
  async run({ env, projectDir }) {
    const key = await projectKey(projectDir);
    const known = readStoreOr(
      env,
      (store) => ({ counts: countMemories(store, key), noted: listProblemMemories(store, key) }),
      null,
    );
    if (known === null) return ok("none known yet");
    const { counts, noted } = known;
    const active = counts.filter(({ status }) => status === "active").reduce((sum, { n }) => sum + n, 0);
    const withheld = (status: string, nextStep: string) =>
      summarizeRows(
        noted.filter((row) => row.status === status),
        `${status}, given to no session`,
        nextStep,
      );
    return [
      ok(`${active} active for this project`),
      ...withheld(
        "quarantined",
        "Read each (`holdfast memory show ID`), then `memory restore` or `memory retire` it.",
      ),
      ...withheld("unreadable", "Fix or remove these files."),
      ...withheld("duplicate", "Change the `id:` in one file of each pair, or remove the copy."),
      ...summarizeRows(
        noted.filter((row) => !isWithheld(row)),
        "with invalid parts that were left out",
        "Fix them in the file.",
      ),
    ];
  },
};

function summarizeRows(rows: readonly MemoryRow[], what: string, nextStep: string): CheckResult[] {
  if (rows.length === 0) return [];
  const named = rows.map((row) => `${row.root}/${row.place} (${row.note})`);
  return [warn(`${rows.length} ${what}: ${clipList(named, MAX_NAMED)}`, nextStep)];
}

/** A reflection takes seconds, so one that waits this long is stuck. */
const MAX_WAIT_MS = 3_600_000;

/** Whether ended sessions are reflected on, and whether one waits too long. */
export const reflection: DoctorCheck = {
  id: "reflection",
  async run({ env, projectDir, now }) {
    const { config } = await loadConfig(env, projectDir);
    const oldest = readStoreOr(env, oldestPendingReflection, null);
    if (oldest !== null && now - oldest > MAX_WAIT_MS)
      return warn(
        "no reflection on an ended session yet",
        "Run `holdfast reflect --pending`; it shows what fails.",
      );
    return ok(
      config.reflection.enabled ? "ended sessions are reflected on" : "switched off (reflection.enabled)",
    );
  },
};
