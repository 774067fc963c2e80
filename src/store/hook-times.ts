// How long our hook took, by event, as the rows say that events leave: from the start of its process until it had recorded the
// event, or its decision.
import type { Store } from "./open.ts";

export interface HookTime {
  event: string;
  at: number;
  ms: number;
  /** What else took time: a gate's command ran; something was recalled for a prompt. */
  beside: "commands" | "recall" | null;
}

export interface HookTimes {
  times: HookTime[];
  /** Rows of that time without one: an older version wrote them. */
  untimed: number;
}

export interface TimeSpan {
  since: number;
  until?: number;
  /** Gates whose findings come from commands. */
  commandGates: readonly string[];
  /** Of each kind of row, only the newest so many before `until` are looked at. */
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
  const all = sources.flatMap(
    (sql) =>
      store.query(sql).all({
        since,
        until,
        max,
        ...(sql === DECISIONS ? { gates: JSON.stringify(commandGates) } : {}),
      }) as (Omit<HookTime, "ms"> & { ms: number | null })[],
  );
  const times = all.filter((one): one is HookTime => one.ms !== null);
  return { times, untimed: all.length - times.length };
}

/** Doctor also reads files that are not migrated yet, and a ledger alone. */
function isTimed(store: Store, table: string): boolean {
  return (
    store.query("SELECT 1 FROM pragma_table_info($table) WHERE name = 'hook_ms'").get({ table }) !== null
  );
}

/** A command ran for it: a check has its result from then, or a gate speaks that runs one. */
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
  // Of a session that was resumed, its first start and its last end.
  `SELECT 'SessionStart' AS event, started_at AS at, start_hook_ms AS ms, NULL AS beside FROM sessions
   WHERE started_at >= $since AND started_at < $until 
     AND (start_hook_ms IS NOT NULL OR (guard_mark IS NOT NULL AND source NOT IN ('unseen', 'ingested')))
   ORDER BY started_at DESC LIMIT $max`,
  `SELECT 'SessionEnd' AS event, ended_at AS at, end_hook_ms AS ms, NULL AS beside FROM sessions
   WHERE ended_at >= $since AND ended_at < $until AND end_reason <> 'ingested' ORDER BY ended_at DESC LIMIT $max`,
];

/** Those from transcripts have a `uuid`, and no hook brought them. */
const PROMPTS = `
  SELECT 'UserPromptSubmit' AS event, at, hook_ms AS ms, NULL AS beside FROM prompts
  WHERE at >= $since AND at < $until AND (hook_ms IS NOT NULL OR length IS NOT NULL)
    AND id > (SELECT coalesce(max(id), 0) FROM prompts WHERE at < $until) - $max`;

/** A prompt with a receipt is counted by that: its time has the search in it. */
const RECALLS = [
  `${PROMPTS} AND NOT EXISTS (SELECT 1 FROM recall_receipts AS receipt WHERE receipt.session_id = prompts.session_id
     AND receipt.prompt_id = prompts.prompt_id AND receipt.event = 'UserPromptSubmit' AND receipt.hook_ms IS NOT NULL)`,
  `SELECT event, at, hook_ms AS ms, 'recall' AS beside FROM recall_receipts
   WHERE at >= $since AND at < $until AND event = 'UserPromptSubmit' AND hook_ms IS NOT NULL
     AND id > (SELECT coalesce(max(id), 0) FROM recall_receipts WHERE at < $until) - $max`,
];
