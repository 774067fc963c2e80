// Sends one session's events through the pipeline in this process, with a real store, real files and a real project.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { databasePath, readEnvironment } from "../../src/config/environment.ts";
import { publishGoal } from "../../src/gates/goals/state-file.ts";
import { loopConditions, loopFile, toLoop } from "../../src/gates/loop/loop.ts";
import { runHook } from "../../src/hook/run.ts";
import type { Answer } from "../../src/protocol/hook-event.ts";
import { readFaults } from "../../src/store/fault-log.ts";
import { findGoal, type Goal, insertGoal, listEvidence, resumeGoal } from "../../src/store/goals.ts";
import { createTrace } from "../../src/store/hook-context.ts";
import type { Store } from "../../src/store/open.ts";
import { openNewStore } from "./new-store.ts";
import { parseEvent } from "./parse-event.ts";
import { makeTempHome, makeTempProject } from "./temp.ts";
import { vouchFor } from "./trust.ts";

export type Workplace = Awaited<ReturnType<typeof makeWorkplace>>;

/** The project's config is trusted unless it says otherwise. */
export async function makeWorkplace(files: Record<string, string> = {}, isTrusted = true) {
  const home = makeTempHome();
  const project = makeTempProject({ git: true, files });
  const env = readEnvironment({
    HOME: home,
    PATH: process.env.PATH,
    CLAUDE_PROJECT_DIR: project,
    TMPDIR: `${home}/tmp`,
  });
  const store: Store = await openNewStore(databasePath(env));
  if (isTrusted) await vouchFor(env.holdfastHome, project);
  const stateDir = `${env.holdfastHome}/state/s1`;

  async function send(fields: Record<string, unknown>): Promise<Answer> {
    const payload = JSON.stringify({ session_id: "s1", cwd: project, ...fields });
    const parsed = parseEvent(payload);
    if (!parsed.ok) throw new Error(parsed.problem);
    return runHook(parsed.event, env, createTrace(false), payload);
  }

  const place = {
    env,
    project,
    store,
    stateDir,
    send,
    stop: (fields: Record<string, unknown> = {}) => send({ hook_event_name: "Stop", ...fields }),
    prompt: (text: string) => send({ hook_event_name: "UserPromptSubmit", prompt: text }),
    useTool: () => send({ hook_event_name: "PostToolUse", tool_name: "Read" }),
    loop: () => findLoop(store, "s1"),
    loopFile: () => JSON.parse(readFileSync(`${stateDir}/loop.json`, "utf8")) as Record<string, unknown>,
    goal: (kind = "loop") => findGoal(store, kind, "s1"),
    async startLoop(given: NewLoop = {}): Promise<Goal> {
      const goal = startLoop(store, project, given);
      await publishGoal(loopFile, stateDir, store, goal);
      return goal;
    },
    async resumeLoop(): Promise<void> {
      const goal = findGoal(store, "loop", "s1");
      if (!goal) throw new Error("there is no loop");
      await publishGoal(loopFile, stateDir, store, resumeGoal(store, goal.id, { at: Date.now() }));
    },
    writeState(name: string, fields: object): void {
      const path = `${stateDir}/${name}`;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(fields));
    },
    faultParts: async () => (await readFaults(env, 0)).map((fault) => fault.part),
  };
  await place.prompt("Work.");
  return place;
}

export function findLoop(store: Store, sessionId: string) {
  const goal = findGoal(store, "loop", sessionId);
  return goal && toLoop(goal, listEvidence(store, goal.id));
}

export interface NewLoop {
  sessionId?: string;
  text?: string;
  verify?: string | null;
  promise?: string | null;
  judge?: string | null;
  maxRounds?: number;
}

/** Only its row. */
export function startLoop(store: Store, projectDir: string, given: NewLoop = {}): Goal {
  const {
    sessionId = "s1",
    text = "the task",
    verify = null,
    promise = null,
    judge = null,
    maxRounds = 25,
  } = given;
  return insertGoal(store, {
    ...{ kind: "loop", sessionId, projectDir, text, maxRounds, maxMinutes: 240, startedBy: "user" },
    conditions: loopConditions(verify, promise, judge),
    createdAt: Date.now(),
  });
}
