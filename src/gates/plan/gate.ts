// The active plan: judges open items, items that were ticked without being done, and checkpoints for the user.
import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import { latestChecks } from "../../store/check-results.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Changes } from "../engine/changes.ts";
import type { Gate } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { isWork, readTurnItems } from "../engine/work-since.ts";
import { demandedFacts, demandedGoal } from "../goals/demand.ts";
import type { ConditionState, GoalFacts } from "../goals/goal.ts";
import { goalGate } from "../goals/goal-gate.ts";
import { allItems, type Plan } from "../markdown/parse-plan.ts";
import { findActivePlan, findPlanFolder, memoryPathOf, type PlanFiles } from "./active-plan.ts";
import { describePlanEnd, judgePlan, type PlanFacts } from "./judge.ts";
import { describeSession, isSameNote, putBlock, readBlock } from "./memory-file.ts";
import { type PlanState, planState } from "./plan-state.ts";

const base = goalGate<PlanFacts>({
  id: "plan",
  demand: gatherPlan,
  findings: (view, { extra }) => judgePlan(view, extra),
  describeEnd: ({ extra }) => describePlanEnd(extra),
  describeProgress: () => "for work on it",
});

export const plan: Gate<GoalFacts<PlanFacts>> = {
  ...base,
  effect: {
    ...base.effect,
    async afterCommit(stop, { facts: { extra: facts }, ruling }) {
      if (!stop.config.plan.writeBack) return;
      if (ruling.verdict !== "complete" && ruling.verdict !== "asking") return;
      // Writing changes the tree: findings that were released for lack of progress would block again, and a flow's evidence
      // would no longer apply.
      if (Object.keys(ruling.state.released).length > 0) return;
      await writeNote(stop, facts);
    },
  },
  describeForJudge: quotePlan,
  async remind(start) {
    const note = await (await import("./reminder.ts")).remindOfPlan(start);
    return { ...(await base.remind?.(start)), ...note };
  },
};

/** The active plan's files. */
async function quotePlan({ projectDir, config }: StopContext): Promise<string> {
  if (projectDir === null) return "";
  const folder = findPlanFolder(projectDir, config);
  const files = await findActivePlan(folder, config);
  if (files === null) return "";
  const file = readProjectFile(projectTop(folder), `${folder}/${files.path}`);
  const memory = files.memory === null ? [] : ["MEMORY.md:", files.memory];
  return [`${files.path}:`, file.state === "read" ? file.text : "", ...memory].join("\n");
}

const RECENT_MS = 24 * 3_600_000;
const MAX_CHECKS = 5;
const MAX_ID_LENGTH = 100;

/** Only into an existing MEMORY.md, and only if something has changed. */
async function writeNote(stop: StopContext, { folder, path, state, finished }: PlanFacts): Promise<void> {
  const { sessionId, projectDir, now, store } = stop;
  if (projectDir === null) return;
  const memoryPath = memoryPathOf(folder, path);
  const memory = readProjectFile(projectTop(folder), memoryPath);
  if (memory.state !== "read") return;
  const checks = latestChecks(store, projectDir, now - RECENT_MS, MAX_CHECKS).map(
    ({ command, outcome }) => `\`${command}\` ${outcome}`,
  );
  const note = describeSession({ sessionId, at: now, state, finished, checks });
  const before = readBlock(memory.text);
  if (isSameNote(before, note)) return;
  const [{ redact }, { replaceProjectFile }] = await Promise.all([
    import("../../text/redaction/redact.ts"),
    import("../../platform/atomic-file.ts"),
  ]);
  const lines = note.map((line) => redact(line).text);
  if (isSameNote(before, lines)) return;
  replaceProjectFile(folder, memoryPath, memory.text, putBlock(memory.text, lines));
}

// Gathers the active plan if this session changed something: its open items and the results of its proofs.

const TICKED = /^\s*(?:[-*+]|\d+[.)])\s+\[[xX]\]\s+(\S.*)$/;

/** Includes prompts that tell Claude to continue. */
const ABOUT_PLAN = /\bplan\b|\bphase\b|^\W*(?:go on|go ahead|continue|proceed|carry on|keep going|next)\b/i;

async function gatherPlan(stop: StopContext): Promise<GoalFacts<PlanFacts> | null> {
  const { projectDir } = stop;
  if (projectDir === null) return null;
  const folder = findPlanFolder(projectDir, stop.config);
  const files = await findActivePlan(folder, stop.config);
  if (files === null) return null;
  const { plan } = files;
  const changes = allItems(plan).length > 0 ? await stop.shared.changes() : null;
  if (changes === null) return null;
  const { proofs, unproven } = await prove(stop, plan, changes, folder);
  const state = planState(plan, proofs);
  const goal = demandedGoal("plan", stop, await withoutSecrets(files.path));
  const extra = {
    folder,
    path: files.path,
    state,
    unproven,
    finished: await listFinished(folder, files, changes),
    toolCalls: await stop.shared.toolCalls(),
    isOfBudget:
      stop.config.plan.block !== "never" &&
      goal.state !== "cancelled" &&
      (files.why === "branch" || (await isOfBudget(stop, files))) &&
      (await isWorkedOn(stop, files)),
  };
  return demandedFacts(goal, extra, itemConditions(plan, state));
}

/** An item that is ticked later lets a stalled plan hold again. */
function itemConditions(plan: Plan, { open }: PlanState): ConditionState[] {
  return allItems(plan).map(({ text, line }) => ({
    id: text.slice(0, MAX_ID_LENGTH),
    state: open.some((item) => item.line === line) ? "open" : "met",
    because: "",
    next: "",
  }));
}

/** Claude did some of the work since the person's last prompt, after it wrote the plan if it wrote it then. */
async function isWorkedOn(stop: StopContext, { path }: PlanFiles): Promise<boolean> {
  const items = await readTurnItems(stop);
  const isOfPlan = (item: TranscriptItem) =>
    item.kind === "tool-call" &&
    typeof item.input.file_path === "string" &&
    item.input.file_path.endsWith(path);
  const written = items.findIndex(
    (item) => isOfPlan(item) && item.kind === "tool-call" && item.tool === "Write",
  );
  return items.slice(written + 1).some((item) => isWork(item) && !isOfPlan(item));
}

/** Since the person's last prompt, somebody mentioned the plan or named its file: the person, Claude or a subagent. */
async function isOfBudget(stop: StopContext, files: PlanFiles): Promise<boolean> {
  const from = stop.turn?.transcript_from ?? 0;
  const items = (await stop.shared.recentItems()).filter(({ offset }) => offset >= from);
  if (items.some((item, at) => isAbout(files, item, items[at - 1]))) return true;
  const since = stop.turn?.opened_at ?? 0;
  const { readRecentAgentItems } = await import("../../worktree/mutating-calls.ts");
  return (await readRecentAgentItems(stop.event, items, since)).some((item) => isAbout(files, item));
}

function isAbout({ path, feature }: PlanFiles, item: TranscriptItem, before?: TranscriptItem): boolean {
  const mentionsPlan = (text: string) => ABOUT_PLAN.test(text) || text.includes(feature);
  switch (item.kind) {
    case "plan-approval":
      return true;
    case "prompt":
    case "queued-prompt":
      return mentionsPlan(item.text);
    case "slash-command":
      return item.args.includes(feature) || /plan/i.test(item.name);
    case "injected": // The text of a slash command follows it.
      return before?.kind === "slash-command" && item.source === "meta" && mentionsPlan(item.text);
    case "tool-call": {
      const isAgent = item.tool === "Agent" || item.tool === "Task";
      return JSON.stringify(item.input).includes(isAgent ? feature : path);
    }
    default:
      return false;
  }
}

async function prove(stop: StopContext, plan: Plan, changes: Changes, folder: string) {
  const commands = allItems(plan).flatMap(({ done, verify }) => (done && verify !== null ? [verify] : []));
  if (commands.length === 0) return { proofs: [], unproven: 0 };
  const { proveTicks } = await import("./proofs.ts");
  return proveTicks(stop, [...new Set(commands)], changes, folder);
}

/** Items ticked in lines that this session added. */
async function listFinished(folder: string, { path }: PlanFiles, changes: Changes): Promise<string[]> {
  const isPlan = (name: string) => `${changes.root}/${name}` === `${folder}/${path}`;
  if (!changes.files.some((file) => isPlan(file.path))) return [];
  const { lines } = await changes.addedLines();
  return lines
    .filter((line) => isPlan(line.path))
    .flatMap(({ text }) => TICKED.exec(text)?.[1]?.replace(/\s*\(verify:.*$/i, "") ?? []);
}
