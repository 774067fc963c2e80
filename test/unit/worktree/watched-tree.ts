// A session in a repository whose stops read the work tree, for tests of how much of it they read.
import { appendFileSync, writeFileSync } from "node:fs";
import { readEnvironment } from "../../../src/config/environment.ts";
import type { StopEvent } from "../../../src/protocol/hook-event.ts";
import { readTreeIncrementally } from "../../../src/worktree/event-tree.ts";
import { cacheStatus, readIncrementalStatus } from "../../../src/worktree/incremental-status.ts";
import type { TreeState } from "../../../src/worktree/tree-state.ts";
import { makeStop } from "../../helpers/events.ts";
import { makeTempFolder, makeTempHome } from "../../helpers/temp.ts";
import { calls, type Json, result, says, toLines } from "../transcript/records.ts";
import { makeRepo, type Repo } from "./repo.ts";

export interface Watched {
  repo: Repo;
  /** Where the status is cached. */
  kept: string;
  home: string;
  transcript: string;
  /** Claude writes a file. */
  edits(path: string, content: string): void;
  /** Claude calls a tool. */
  uses(tool: string, input: Json): void;
  notes(...records: Json[]): void;
  /** Ends the turn; returns the state that its gates see. */
  stop(overrides?: Partial<StopEvent>): Promise<TreeState>;
  /** The same as an incremental status, null when it falls back. */
  look(overrides?: Partial<StopEvent>, now?: number): Promise<TreeState | null>;
  /** What a stop does with a full status. */
  keep(state: TreeState): Promise<void>;
  /** The same without its own last message. */
  lookAgain(overrides: Partial<StopEvent>): Promise<TreeState | null>;
}

export const IN_BACKGROUND: Partial<StopEvent> = {
  backgroundTasks: [{ id: "b1", type: "shell", status: "running", description: "", command: "make" }],
};

/** Longer than a tick of the file system's clock: younger files are not relied on. */
export const SETTLED_MS = 40;

export async function watchTree(
  files: Record<string, string>,
  repo: Repo = makeRepo(files),
  dir = repo.dir,
): Promise<Watched> {
  const home = makeTempHome();
  const env = readEnvironment({ HOME: home, PATH: process.env.PATH, TMPDIR: home });
  const transcript = `${makeTempFolder("transcript")}/s1.jsonl`;
  writeFileSync(transcript, "");
  const at = () => ({ timestamp: new Date().toISOString() });
  const notes = (...records: Json[]) =>
    appendFileSync(transcript, toLines(records.map((record) => ({ ...record, ...at() }))));
  const uses = (tool: string, input: Json) => {
    const id = crypto.randomUUID();
    notes(calls(id, tool, input), result(id, "ok"));
  };
  const asking = (overrides: Partial<StopEvent> = {}, now = Date.now()) => ({
    event: makeStop({ transcriptPath: transcript, ...overrides }),
    env,
    now,
  });
  const say = () => notes(says("Done."));
  await Bun.sleep(SETTLED_MS);
  return {
    repo,
    kept: `${env.holdfastHome}/state/s1/start/tree.json`,
    home: env.holdfastHome,
    transcript,
    uses,
    notes,
    edits(path, content) {
      repo.write(path, content);
      uses("Write", { file_path: `${repo.dir}/${path}`, content });
    },
    stop: (overrides) => {
      say();
      return readTreeIncrementally(asking(overrides), dir);
    },
    look: (overrides, now) => {
      say();
      return readIncrementalStatus(asking(overrides, now), dir);
    },
    keep: (state) => cacheStatus(asking(), dir, state, Bun.file(transcript).size),
    lookAgain: (overrides) => readIncrementalStatus(asking(overrides), dir),
  };
}

/** Everything but the time. */
export function withoutTime(state: TreeState | null): Partial<TreeState> | null {
  return state && { ...state, at: 0 };
}
