// How long our hooks took, by event: from the start of the process until the event or its decision was recorded. Read from the
// rows of the events.
import type { Store } from "./open.ts";

export interface HookTime {
  event: string;
  at: number;
  ms: number;
  /** Other work in that time: a command of a gate, or a recall for a prompt. */
  beside: "commands" | "recall" | null;
}

export interface HookTimes {
  times: HookTime[];
  /** Rows of older versions, which have no time. */
  untimed: number;
}

export interface TimeSpan {
  since: number;
  until?: number;
  /** Gates whose findings come from commands. */
  commandGates: readonly string[];
  /** Reads at most this many rows of each kind, the newest before `until`. */
  max?: number;
}

const NEVER = Number.MAX_SAFE_INTEGER;

export function readHookTimes(
  store: Store,
  { since, until = NEVER, commandGates, max = NEVER }: TimeSpan,
): HookTimes {
  const sources = isTimed(store, "pending_queue")
    ? [DECISIONS, ...OTHERS, ...(isTimed(store, "recall_receipts") ? RECALLS : [PROMPTS])]
    : [DECISIONS];
  const bound = { since, until, max, gates: JSON.stringify(commandGates) };
  const all = sources.flatMap(
    (sql) => store.query(sql).all(bound) as (Omit<HookTime, "ms"> & { ms: number | null })[],
  );
  const times = all.filter((row): row is HookTime => row.ms !== null);
  return { times, untimed: all.length - times.length };
}

/** The doctor also reads files that are not migrated yet, and a ledger without the memory database. */
function isTimed(store: Store, table: string): boolean {
  return (
    store.query("SELECT 1 FROM pragma_table_info($table) WHERE name = 'hook_ms'").get({ table }) !== null
  );
}

/** A command ran if a check has a result from that time, or a gate that runs commands has a finding. */
const DECISIONS = `
  SELECT event, at, duration_ms AS ms, iif(
    EXISTS (SELECT 1 FROM check_results AS one WHERE one.project_dir = decisions.project_dir
      AND one.at BETWEEN decisions.at AND decisions.at + decisions.duration_ms)
    OR EXISTS (SELECT 1 FROM json_each(CASE json_valid(findings) WHEN 1 THEN findings ELSE '[]' END)
      WHERE json_extract(value, '$.gate') IN (SELECT value FROM json_each($gates))), 'commands', NULL) AS beside
  FROM decisions WHERE at >= $since AND at < $until AND event <> 'background'
    AND id > (SELECT coalesce(max(id), 0) FROM decisions WHERE at < $until) - $max`;

const OTHERS = [
  `SELECT 'PostToolUse' AS event, created_at AS at, hook_ms AS ms, NULL AS beside FROM pending_queue
   WHERE created_at >= $since AND created_at < $until AND tool_name <> 'holdfast'
     AND id > (SELECT coalesce(max(id), 0) FROM pending_queue WHERE created_at < $until) - $max`,
  `SELECT event, at, hook_ms AS ms, NULL AS beside FROM event_log
   WHERE at >= $since AND at < $until AND event IN ('SubagentStart', 'TaskCreated', 'PreCompact')
     AND id > (SELECT coalesce(max(id), 0) FROM event_log WHERE at < $until) - $max`,
  // A resumed session counts with its first start and its last end.
  `SELECT 'SessionStart' AS event, started_at AS at, start_hook_ms AS ms, NULL AS beside FROM sessions
   WHERE started_at >= $since AND started_at < $until 
     AND (start_hook_ms IS NOT NULL OR (guard_fingerprint IS NOT NULL AND source NOT IN ('unseen', 'ingested')))
   ORDER BY started_at DESC LIMIT $max`,
  `SELECT 'SessionEnd' AS event, ended_at AS at, end_hook_ms AS ms, NULL AS beside FROM sessions
   WHERE ended_at >= $since AND ended_at < $until AND end_reason <> 'ingested' ORDER BY ended_at DESC LIMIT $max`,
];

/** Leaves out prompts from ingested transcripts, which no hook recorded. */
const PROMPTS = `
  SELECT 'UserPromptSubmit' AS event, at, hook_ms AS ms, NULL AS beside FROM prompts
  WHERE at >= $since AND at < $until AND (hook_ms IS NOT NULL OR length IS NOT NULL)
    AND id > (SELECT coalesce(max(id), 0) FROM prompts WHERE at < $until) - $max`;

/** A prompt with a recall receipt is counted by the receipt, whose time includes the search. */
const RECALLS = [
  `${PROMPTS} AND NOT EXISTS (SELECT 1 FROM recall_receipts AS receipt WHERE receipt.session_id = prompts.session_id
     AND receipt.prompt_id = prompts.prompt_id AND receipt.event = 'UserPromptSubmit' AND receipt.hook_ms IS NOT NULL)`,
  `SELECT event, at, hook_ms AS ms, 'recall' AS beside FROM recall_receipts
   WHERE at >= $since AND at < $until AND event = 'UserPromptSubmit' AND hook_ms IS NOT NULL
     AND id > (SELECT coalesce(max(id), 0) FROM recall_receipts WHERE at < $until) - $max`,
];
