// A flow: Claude continues until each condition of VERIFIED_DONE has its evidence.

import { attempt, noteFaultOnce } from "../../store/hook-context.ts";
import { readOwnStateFile, type StateFields } from "../../store/state-files.ts";
import { isUnfinished } from "../../store/tasks.ts";
import type { Effect, Gate } from "../engine/gate.ts";
import type { ResumableWork } from "../engine/reminder.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { Flow } from "./flow.ts";
import { readFlowStateAtStop } from "./flow-state.ts";
import { type FlowFacts, judgeFlow } from "./judge.ts";
import { readCursor, saveCursor } from "./recognise-user.ts";
import {
  countRound,
  findFlow,
  insertEvidence,
  insertFlow,
  openFlowsOfOthers,
  setFlowStatus,
} from "./rows.ts";
import {
  claimsMore,
  describesFlow,
  endFlowFile,
  type FlowFile,
  flowFilePath,
  foreignConditions,
  parseClaims,
  parseFlowFile,
  saveFlowFile,
} from "./state-file.ts";

const flowEffect: Effect<FlowFacts> = {
  // The flow may have been cancelled, ended or moved to another session while the tree was read.
  confirm: (stop, facts, findings) => (isCurrent(stop, facts) ? findings : []),

  inTransaction(stop, { facts, held, released, ruling }) {
    const { store, now: at } = stop;
    const { row, source, recognised } = facts;
    if (source === "row" && row) {
      for (const evidence of recognised) insertEvidence(store, row.id, evidence);
      if (held.length > 0) countRound(store, row.id, at);
    }
    if (released.length === 0) return;
    const flowId = row?.id ?? insertForeign(stop, facts);
    setFlowStatus(store, flowId, { status: "suspended", why: ruling.rule, at });
  },

  async afterCommit(stop, { facts }) {
    const { store, sessionId, stateFolder } = stop;
    const row = findFlow(store, sessionId);
    if (facts.source !== "row" || row === null || row.id !== facts.row?.id) return;
    if (row.status !== "cancelled") await saveFlowFile(stateFolder, row, facts.conditions);
  },

  measure: ({ held, released }) => ({
    flow_rounds: held.length > 0 ? 1 : 0,
    flow_released: released.length > 0 ? 1 : 0,
  }),
};

export const flow: Gate<FlowFacts> = {
  id: "flow",
  gather: gatherFlow,
  judge: judgeFlow,
  effect: flowEffect,
  async remind(start) {
    const { remindOfDeclaredWork } = await import("../engine/reminder.ts");
    return remindOfDeclaredWork(start, {
      kind: "flow",
      find(store, sessionId) {
        const row = findFlow(store, sessionId);
        return row && toResumable(row);
      },
      listOthers: (...project) => openFlowsOfOthers(...project).map(toResumable),
    });
  },
  observe: async (context) => (await import("./observe.ts")).observe(context),
  milder: ({ flow: { commit } }) => (commit === "block" ? { key: "flow.commit", value: "advise" } : null),
  notReplayed: "declared work is not recorded in transcripts",
};

function toResumable({ sessionId, status, task, phase, fileKey }: Flow): ResumableWork {
  const end =
    "`holdfast flow status` shows what is open and what to do next. `holdfast flow done` ends the flow.";
  const about = (name: string) => ` (phase: ${phase}): ${name}`;
  return { sessionId, status, task, progress: `phase ${phase}`, about, end, canMove: fileKey === null };
}

/** Another tool's flow gets a row of ours only to record that it is suspended. */
function insertForeign({ store, sessionId, projectDir, now }: StopContext, facts: FlowFacts): number {
  const { id } = insertFlow(store, {
    sessionId,
    projectDir: projectDir ?? "",
    task: facts.task,
    phase: facts.phase,
    status: "suspended",
    fileKey: facts.fileKey,
    startedBy: "user",
    createdAt: now,
    startTree: null,
  });
  return id;
}

function isCurrent({ store, sessionId }: StopContext, { row: seen, fileKey }: FlowFacts): boolean {
  const row = findFlow(store, sessionId);
  if (seen === null) return row === null || row.fileKey !== fileKey;
  return row?.id === seen.id && row.status === "active" && row.resumes === seen.resumes;
}

/** The flow of this session: our row, judged by its evidence and the present tree, or another tool's file. */
async function gatherFlow(stop: StopContext): Promise<FlowFacts | null> {
  const { sessionId, store, stateFolder } = stop;
  const row = findFlow(store, sessionId);
  const fields = await readOwnStateFile(stop, flowFilePath(stateFolder), sessionId);
  if (row?.status === "active" && row.fileKey === null) return gatherRow(stop, row, fields);
  const file = fields && parseFlowFile(fields);
  if (file === null || file.verifiedDone) return null;
  if (row === null || !describesFlow(file, row)) return gatherForeign(stop, file, null);
  if (row.fileKey !== null) return row.status === "active" ? gatherForeign(stop, file, row) : null;
  // After a crash, the file of a finished flow may be outdated.
  if (!isUnfinished(row)) await attempt(stop, "state", () => endFlowFile(stateFolder, row));
  return null;
}

async function gatherRow(stop: StopContext, row: Flow, file: StateFields | null): Promise<FlowFacts> {
  const { env, store, shared } = stop;
  const { transcriptPath } = stop.event;
  const cursor = await readCursor(env, row);
  const size = transcriptPath === null ? 0 : Bun.file(transcriptPath).size;
  const readTree = () => shared.tree(row.projectDir);
  const seen = await readFlowStateAtStop(store, row, { env, transcriptPath, cursor, readTree });
  await saveCursor(env, row, cursor, size);
  if (seen.tree?.problem) await noteFaultOnce(stop, "gate:flow", seen.tree.problem);
  return {
    source: "row",
    id: `${row.id}.${row.resumes}`,
    task: row.task,
    phase: row.phase,
    conditions: seen.states,
    claimsMore: file !== null && claimsMore(parseClaims(file), row, seen.states),
    // They matter only once the work is declared complete: the tree was read then.
    uncommitted: seen.tree?.uncommitted ?? [],
    row,
    fileKey: null,
    recognised: seen.recognised,
    toolCalls: await shared.toolCalls(),
  };
}

/** `row`: set if the flow was suspended and resumed. */
async function gatherForeign(stop: StopContext, file: FlowFile, row: Flow | null): Promise<FlowFacts> {
  const { withoutSecrets } = await import("../../text/redaction/without-secrets.ts");
  return {
    source: "file",
    // Constant: rewriting the file must not make a new situation.
    id: `file.${row?.resumes ?? 0}`,
    task: await withoutSecrets(file.task),
    phase: await withoutSecrets(file.phase),
    conditions: foreignConditions(file),
    claimsMore: false,
    uncommitted: [],
    row,
    fileKey: file.key,
    recognised: [],
    toolCalls: await stop.shared.toolCalls(),
  };
}
