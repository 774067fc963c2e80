// Stops as gates see them.

import { defaultConfig } from "../../src/config/defaults.generated.ts";
import { databasePath, readEnvironment } from "../../src/config/environment.ts";
import { NO_FILES } from "../../src/config/load-config.ts";
import type { Config } from "../../src/config/schema.ts";
import { openStop } from "../../src/gates/engine/open-stop.ts";
import type { StopContext, StopView } from "../../src/gates/engine/stop-context.ts";
import type { GatedEvent } from "../../src/protocol/hook-event.ts";
import { createTrace } from "../../src/store/hook-context.ts";
import { makeStop } from "./events.ts";
import { openNewLedger } from "./new-store.ts";
import { makeTempHome, makeTempProject } from "./temp.ts";

/** What a judge gets besides its facts. */
export function makeView(overrides: Partial<StopView> = {}): StopView {
  return { event: makeStop(), config: defaultConfig(), now: 10, round: 1, ownRuns: [], ...overrides };
}

interface Given {
  event?: GatedEvent;
  config?: Config;
  outside?: Partial<Pick<StopContext, "shared" | "commands">>;
}

/** A stop in its own project, with its own store. */
export async function makeStopContext({
  event = makeStop(),
  config,
  outside,
}: Given = {}): Promise<StopContext> {
  const home = makeTempHome();
  const project = makeTempProject();
  const env = readEnvironment({
    HOME: home,
    PATH: process.env.PATH,
    CLAUDE_PROJECT_DIR: project,
    TMPDIR: home,
  });
  const context = {
    event,
    env,
    startDir: project,
    projectDir: project,
    now: Date.now(),
    trace: createTrace(false),
    payload: "{}",
  };
  const loaded = { ...NO_FILES, config: config ?? defaultConfig() };
  return openStop(context, loaded, await openNewLedger(databasePath(env)), outside);
}
