// A throwaway home and project in which every event of the client is recorded.
import { join } from "node:path";
import { EVENT_SPECS } from "../../../src/protocol/claude-code/events.ts";
import {
  type EventPayload,
  type HookAnswers,
  type HookSettings,
  hookSettings,
  listRecordedEvents,
  makeRecordingHook,
  readRecorded,
} from "../recording-hook.ts";
import { makeTempHome, makeTempProject } from "../temp.ts";

export type Stage = {
  home: string;
  project: string;
  settings: HookSettings;
  /** Waits until the event has come `count` times. */
  untilRecorded(event: string, count?: number): Promise<void>;
  payloads(): EventPayload[];
};

export const eventNames = Object.keys(EVENT_SPECS);
// With a hook, the client leaves creating worktrees to it, so only a scenario that answers registers these events.
const worktreeEvents = ["WorktreeCreate", "WorktreeRemove"];
const patienceMs = 15_000;

export function setStage(makeAnswers: (home: string, project: string) => HookAnswers = () => ({})): Stage {
  const home = makeTempHome();
  const project = makeTempProject({ files: { "CLAUDE.md": "Be brief.\n", "docs/notes.txt": "Notes.\n" } });
  const dir = join(home, "recorded");
  const answers = makeAnswers(home, project);
  const hook = makeRecordingHook(dir, answers);
  const events = eventNames.filter((event) => !worktreeEvents.includes(event) || "WorktreeCreate" in answers);

  async function untilRecorded(event: string, count = 1): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (readRecorded(dir, event).length < count) {
      if (performance.now() > deadline) throw new Error(`${event} did not come ${count} times`);
      await Bun.sleep(20);
    }
  }

  return {
    home,
    project,
    settings: hookSettings(hook, [], events),
    untilRecorded,
    payloads: () => listRecordedEvents(dir).flatMap((event) => readRecorded(dir, event)),
  };
}
