// Loops and flows that nobody works on any more may have reached their goal since: then they are closed.
import type { Environment } from "../../../config/environment.ts";
import { activePause, readPauses } from "../../../config/pause.ts";
import { runVerifyCommand } from "../../../gates/commands/verify-command.ts";
import type { Flow } from "../../../gates/flow/flow.ts";
import { abandonedFlows } from "../../../gates/flow/rows.ts";
import { abandonedLoops, findLoop, type LoopRow } from "../../../gates/loop/rows.ts";
import { recordFault } from "../../../store/fault-log.ts";
import { findSession } from "../../../store/sessions.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { withStore } from "../../store.ts";
import { finishFlow } from "../flow/done.ts";
import { recordResult } from "../loop/end.ts";
import { requireSession, SESSION_AND_PROJECT } from "./background.ts";

const VERIFY_MS = 120_000;

/** When a session ends that did something after they were left. */
export const command = defineCommand({
  details: "For holdfast itself: its hook starts this in the background when a session ends.",
  examples: ["holdfast recheck --session ID --project DIR"],
  options: SESSION_AND_PROJECT,
  async run(invocation) {
    const { options, env } = invocation;
    const { sessionId, projectDir } = requireSession(options);
    if (activePause(await readPauses(env), { projectDir, sessionId, now: Date.now() })) return 0;
    const { loops, flows } = await withStore(env, (store) => ({
      loops: abandonedLoops(store, projectDir, sessionId),
      flows: abandonedFlows(store, projectDir, sessionId),
    }));
    for (const loop of loops) await tryOne(env, sessionId, () => recheckLoop(invocation, loop));
    for (const flow of flows) await tryOne(env, sessionId, () => recheckFlow(invocation, flow));
    return 0;
  },
});

/** One that cannot be checked does not keep the others from it. */
async function tryOne(env: Environment, sessionId: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    await recordFault(env, { part: "recheck", message: (error as Error).message, event: null, sessionId });
  }
}

async function recheckLoop(invocation: Invocation, loop: LoopRow): Promise<void> {
  const { env } = invocation;
  const { passed } = await runVerifyCommand(loop.verify ?? "false", loop.project_dir, VERIFY_MS);
  const now = await withStore(env, (store) => findLoop(store, loop.session_id));
  // Somebody may have taken it up again meanwhile.
  if (passed && now?.status === loop.status && now.resumes === loop.resumes)
    await recordResult(invocation, loop, null);
}

async function recheckFlow(invocation: Invocation, flow: Flow): Promise<void> {
  const { sessionId: id, projectDir } = flow;
  const row = await withStore(invocation.env, (store) => findSession(store, id));
  const session = { id, projectDir, how: "left open", transcriptPath: row?.transcript_path ?? null };
  await finishFlow(invocation, flow, session);
}
