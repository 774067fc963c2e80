// A workplace with the flow's commands, run as Claude in session s1.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Environment } from "../../src/config/environment.ts";
import { findFlow } from "../../src/gates/flow/flow.ts";
import type { ConditionState } from "../../src/gates/goals/goal.ts";
import { listEvidence } from "../../src/store/goals.ts";
import { type CliRun, runCli, runCliAtTerminal } from "./run-cli.ts";
import { makeWorkplace } from "./workplace.ts";

export type FlowWorkplace = Awaited<ReturnType<typeof makeFlowWorkplace>>;

/** The conditions before the work itself. */
export const PLANNING = ["memory_search", "task_classified", "must_have_answered", "plan_approved"];

export async function makeFlowWorkplace(files: Record<string, string> = {}) {
  const place = await makeWorkplace(files);
  const inside: Environment = { ...place.env, projectDir: null, sessionId: "s1", insideAgent: true };
  const outside: Environment = { ...place.env, projectDir: null, sessionId: null, insideAgent: false };
  const filePath = `${place.stateDir}/orchestrator.json`;
  const transcript = `${place.env.home}/transcript.jsonl`;

  const flow = (...words: string[]): Promise<CliRun> => runCli(inside, place.project, "flow", ...words);
  const holdfast = (...words: string[]): Promise<CliRun> => runCli(inside, place.project, ...words);
  const change = (name: string, text: string) => writeFileSync(`${place.project}/${name}`, text);
  /** Adds records to the session's transcript, as the client writes them. */
  const record = (...records: object[]): void => {
    for (const one of records) {
      const base = { sessionId: "s1", isSidechain: false, timestamp: new Date().toISOString() };
      appendFileSync(transcript, `${JSON.stringify({ ...base, ...one })}\n`);
    }
  };

  return {
    ...place,
    inside,
    outside,
    filePath,
    transcript,
    flow,
    holdfast,
    byPerson: (...words: string[]) => runCli(outside, place.project, ...words),
    /** Fulfils the first conditions of a flow. */
    search: (...words: string[]) => runCli(inside, place.project, "search", ...words),
    /** Runs a command as a person in their own terminal. */
    flowByPerson: (...words: string[]) => runCli(outside, place.project, "flow", ...words),
    approveByPerson: () => runCliAtTerminal(outside, place.project, "flow", "approve"),
    /** As a person in their own terminal. */
    async force(...conditions: string[]): Promise<void> {
      for (const id of conditions)
        await runCliAtTerminal(outside, place.project, "flow", "set", id, "--force", "--why", "a test");
    },
    async state(id: string): Promise<ConditionState | undefined> {
      const { json } = await flow("status", "--json");
      return (json as { conditions: ConditionState[] }).conditions.find((state) => state.id === id);
    },
    row: (sessionId = "s1") => findFlow(place.store, sessionId),
    evidence: () => listEvidence(place.store, findFlow(place.store, "s1")?.id ?? 0),
    hasFile: () => existsSync(filePath),
    file: () => JSON.parse(readFileSync(filePath, "utf8")) as Record<string, unknown>,
    record,
    /** By somebody outside the session. */
    change,
    /** By Claude. */
    async edit(name: string, text: string): Promise<void> {
      const [id, input] = [crypto.randomUUID(), { file_path: `${place.project}/${name}`, content: text }];
      change(name, text);
      record(...toolRecords(id, "Write", input));
      const call = { tool_name: "Write", tool_use_id: id, tool_input: input, tool_response: {} };
      await place.send({ hook_event_name: "PostToolUse", transcript_path: transcript, ...call });
    },
    stopWithTranscript: () => place.stop({ transcript_path: transcript }),
  };
}

/** The records of one finished tool call. */
export function toolRecords(id: string, name: string, input: object, result: unknown = {}): object[] {
  return [
    {
      type: "assistant",
      uuid: `a-${id}`,
      message: { id: `m-${id}`, role: "assistant", content: [{ type: "tool_use", id, name, input }] },
    },
    {
      type: "user",
      uuid: `u-${id}`,
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
      toolUseResult: result,
    },
  ];
}

export function promptRecord(text: string): object {
  return {
    type: "user",
    uuid: `p-${text}`,
    message: { role: "user", content: text },
    permissionMode: "default",
  };
}
