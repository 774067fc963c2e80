// May this stop be? Most stops end a talk: those are seen to be ordinary and recorded here, with as little code as can be.
// For all others the rest is loaded.

import { loadConfig } from "../../config/load-config.ts";
import { databasePath } from "../../config/paths.ts";
import { readPauses } from "../../config/pause.ts";
import type { Answer } from "../../protocol/answer.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { mayCapture } from "../../recording/capture/may-capture.ts";
import type { HookContext } from "../../store/event-context.ts";
import { openLedger } from "../../store/open.ts";
import { agentOf } from "./agent-of.ts";
import { glance } from "./glance.ts";
import { mayBeOrdinary } from "./may-be-ordinary.ts";
import type { Outset } from "./outset.ts";
import { isQuietTurn } from "./quiet-turn.ts";
import { recordOrdinary } from "./record-ordinary.ts";
import { ENOUGH_TO_DRAIN, standingOf } from "./standing.ts";

export async function judgeEvent(context: HookContext<GatedEvent>): Promise<Answer> {
  const { event, env, projectDir, trace } = context;
  const pauses = await readPauses(env);
  const loaded = await loadConfig(env, projectDir);
  const store = await openLedger(databasePath(env));
  trace.note("config read, store open");
  const standing = event.sessionId === null ? null : standingOf(store, event.sessionId, agentOf(event));
  const due = glance(context, loaded, standing);
  const outset: Outset = { pauses, loaded, store, standing, due };
  const isQuiet = mayBeOrdinary(event, outset) ? await isQuietTurn(event, standing?.budget ?? null) : null;
  if (!isQuiet || standing === null) {
    const { judgeFully } = await import("./judge-fully.ts");
    return judgeFully(context, outset, isQuiet);
  }
  trace.note("an ordinary stop: nothing is open");
  const isLogged = mayCapture(context, loaded.config);
  recordOrdinary(context, store, standing, isLogged);
  if (isLogged && standing.waiting >= ENOUGH_TO_DRAIN) {
    const { startDrain } = await import("../../recording/queue/drain.ts");
    await startDrain(context);
  }
  return { kind: "silent" };
}
