// A Stop, SubagentStop, TaskCompleted or TeammateIdle that gates may have something to say about: they are asked, the
// budget rules, and what follows is carried out.
import type { LoadedConfig } from "../../config/load-config.ts";
import { activePause } from "../../config/pause.ts";
import type { Answer } from "../../protocol/answer.ts";
import type { GatedEvent, StopEvent } from "../../protocol/hook-event.ts";
import { mayCapture } from "../../recording/capture/may-capture.ts";
import { startDrain } from "../../recording/queue/drain.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import { noteFaultOnce } from "../../store/note-fault-once.ts";
import type { Store } from "../../store/open.ts";
import { findFlow } from "../flow/rows.ts";
import { agentOf } from "./agent-of.ts";
import { type Asked, askGates, nothingAsked } from "./ask-gates.ts";
import type { Ruling } from "./budget.ts";
import { composeReason } from "./compose.ts";
import type { Effects } from "./effect.ts";
import { findExcuse } from "./excuse.ts";
import type { Finding } from "./finding.ts";
import type { Outset } from "./outset.ts";
import { settle } from "./settle.ts";

type Gated = HookContext<GatedEvent>;

/** `isQuiet`: no tool was called in this turn; null when nobody has looked. */
export async function judgeFully(context: Gated, outset: Outset, isQuiet: boolean | null): Promise<Answer> {
  const { event, projectDir, now, trace } = context;
  const { loaded, store, standing } = outset;
  await noteConfigProblems(context, store, loaded);
  const agent = agentOf(event);
  const budget = standing?.budget ?? null;
  const excuse = findExcuse({
    paused: activePause(outset.pauses, { projectDir, sessionId: event.sessionId, now }) !== null,
    permissionMode: event.permissionMode,
    hasSession: event.sessionId !== null,
    isInternalAgent: event.name === "SubagentStop" && event.agentType === null,
    stopHookActive: "stopHookActive" in event && event.stopHookActive,
    hasBudget: budget !== null,
    continuation: loaded.config.continuation,
  });
  trace.note(`${event.name} of ${agent}: ${excuse ? `excused (${excuse.rule})` : "gates are asked"}`);
  const asked = excuse
    ? nothingAsked(excuse)
    : await askGates(context, { store, loaded, agent, budget }, outset.due, isQuiet);
  const isLogged = mayCapture(context, loaded.config);
  const effects = asked.findings.length > 0 ? await loadEffects(asked.findings) : null;
  const settled = settle(context, store, { agent, budget, standing, loaded, asked, effects, isLogged });
  trace.note(`verdict: ${settled.ruling.verdict} (${settled.ruling.rule})`);
  if (asked.gathered && effects)
    await effects.carryOut(store, { context, loaded, facts: asked.gathered.facts }, settled.ruling);
  if (event.name === "TaskCompleted" && settled.ruling.verdict !== "blocked") {
    const { mirrorTasks } = await import("../tasks/mirror-tasks.ts");
    const task = { id: event.taskId, subject: event.taskSubject, status: "completed", was: null };
    await mirrorTasks(context, store, { kind: "change", tasks: [task] }, loaded);
  }
  if (event.name === "SubagentStop" && settled.ruling.verdict !== "blocked") {
    await noteReviewOfFlow(context, event, store);
    await recordStage({ ...context, event }, store, loaded, asked);
  }
  if (isLogged && event.name !== "Stop") await logQuietly(context, store);
  if (settled.drains) await startDrain(context);
  return toAnswer(event, settled.ruling, settled.messages);
}

async function noteReviewOfFlow(context: Gated, event: StopEvent, store: Store): Promise<void> {
  const flow = event.sessionId === null ? null : findFlow(store, event.sessionId);
  if (flow?.status !== "active" && flow?.status !== "suspended") return;
  try {
    const { noteReview } = await import("../flow/note-review.ts");
    await noteReview(context, event, store, flow);
  } catch (error) {
    await noteFault(context, "gate:flow", error);
  }
}

async function recordStage(
  context: HookContext<StopEvent>,
  store: Store,
  loaded: LoadedConfig,
  { gathered }: Asked,
): Promise<void> {
  if (loaded.config.pipeline.length === 0) return;
  try {
    const [{ lookAtStage }, { recordReport }] = await Promise.all([
      import("../pipeline/gather.ts"),
      import("../pipeline/record-report.ts"),
    ]);
    const work = gathered ? gathered.facts.stageWork : await lookAtStage(context, store, loaded);
    if (work) recordReport(context, store, work);
  } catch (error) {
    await noteFault(context, "gate:pipeline", error);
  }
}

async function loadEffects(findings: readonly Finding[]): Promise<Effects> {
  const { loadEffects: load } = await import("./carry-out.ts");
  return load(findings);
}

/** What was decided stands when its line in the session's log cannot be written. */
async function logQuietly(context: Gated, store: Store): Promise<void> {
  if (context.event.sessionId === null) return;
  try {
    const { logHookEvent: writeEvent } = await import("../../recording/capture/capture-event.ts");
    writeEvent(store, context);
  } catch (error) {
    await noteFault(context, "capture", error);
  }
}

function toAnswer(event: GatedEvent, ruling: Ruling, messages: string[]): Answer {
  if (ruling.verdict === "blocked") {
    const message = messages.join("\n");
    return { kind: "refuse", reason: composeReason(ruling, event), ...(message ? { message } : {}) };
  }
  return messages.length > 0 ? { kind: "tell", message: messages.join("\n") } : { kind: "silent" };
}

/** A broken config is one fault a session, not one a stop. */
async function noteConfigProblems(context: Gated, store: Store, loaded: LoadedConfig): Promise<void> {
  for (const problem of loaded.problems) {
    const text = `${problem.file}: ${problem.path.join(".")} ${problem.message}`;
    await noteFaultOnce(context, store, "config", text);
  }
}
