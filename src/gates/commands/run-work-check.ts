// Runs a command that is to prove somebody's work, when a person vouched for it.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import { redact } from "../../text/redaction/redact.ts";
import type { WorkCheck } from "../engine/facts.ts";
import { runCheck } from "./run-check.ts";

interface Work {
  /** For the fault record. */
  gate: string;
  command: string;
  /** Why it may not run; null when it may. */
  refused: string | null;
  env?: Record<string, string>;
}

const FOREGROUND_MS = 120_000;

/** Never rejects. */
export async function runWorkCheck(context: HookContext<GatedEvent>, work: Work): Promise<WorkCheck> {
  const { gate, command, refused, env = {} } = work;
  const shown = redact(command).text;
  const none = { command: shown, fingerprint: "", logPath: null };
  if (refused !== null) return { ...none, state: "refused", error: refused };
  const timeoutMs = FOREGROUND_MS - (Date.now() - context.now);
  if (timeoutMs < 1000) return { ...none, state: "fault", error: "There was no time left to run it." };
  const check = {
    stage: gate,
    index: 0,
    run: command,
    timeoutMs,
    paths: [],
    cwd: "",
    env,
    onTimeout: "advise",
    background: false,
  } as const;
  const key = new Bun.CryptoHasher("sha256").update(JSON.stringify([gate, command, env])).digest("hex");
  const place = { env: context.env, projectDir: context.projectDir ?? "", key };
  const row = await runCheck({ ...check, paths: [] }, place, { timeoutMs });
  const isAnswer = row.outcome === "passed" || row.outcome === "failed";
  if (!isAnswer) await noteFault(context, `gate:${gate}`, new Error(`${shown}: ${row.telling}`));
  return {
    command: shown,
    state: isAnswer ? (row.outcome === "passed" ? "passed" : "failed") : "fault",
    error: row.telling,
    fingerprint: row.fingerprint,
    logPath: row.log_path,
  };
}
