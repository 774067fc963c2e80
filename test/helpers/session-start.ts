// What a session of a machine is given at its start.
import { runHook } from "../../src/hook/run.ts";
import { createTrace } from "../../src/store/hook-context.ts";
import type { TestMachine } from "./machines.ts";
import { parseEvent } from "./parse-event.ts";

let sessions = 0;

/** As JSON. */
export async function startTexts({ env, project }: TestMachine): Promise<string> {
  const payload = JSON.stringify({
    hook_event_name: "SessionStart",
    source: "startup",
    session_id: `start-${sessions++}`,
    cwd: project,
  });
  const parsed = parseEvent(payload);
  if (!parsed.ok) throw new Error(parsed.problem);
  return JSON.stringify(await runHook(parsed.event, env, createTrace(false), payload));
}
