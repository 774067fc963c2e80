// Sends one session's events through the pipeline in this process, with a real store, real files and a real project.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { databasePath, readEnvironment } from "../../src/config/environment.ts";
import { findLoop, insertLoop, type LoopRow, type NewLoop, resumeLoop } from "../../src/gates/loop/rows.ts";
import { writeLoopFile } from "../../src/gates/loop/state-file.ts";
import { runHook } from "../../src/hook/run.ts";
import type { Answer } from "../../src/protocol/hook-event.ts";
import { readFaults } from "../../src/store/fault-log.ts";
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
    async startLoop(given: Partial<NewLoop> = {}): Promise<LoopRow> {
      const row = insertLoop(store, {
        session_id: "s1",
        project_dir: project,
        task: "the task",
        verify: null,
        promise: null,
        max_iterations: 25,
        max_minutes: 240,
        started_by: "user",
        created_at: Date.now(),
        ...given,
      });
      await writeLoopFile(stateDir, row);
      return row;
    },
    async resumeLoop(): Promise<void> {
      const before = findLoop(store, "s1");
      const row = resumeLoop(store, "s1", { maxIterations: before?.max_iterations ?? 0, at: Date.now() });
      if (row) await writeLoopFile(stateDir, row);
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
