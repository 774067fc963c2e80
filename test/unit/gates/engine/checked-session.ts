// One session in a folder of any kind: its baseline is captured, its calls are written like the client's, its stops judged.

import { mkdirSync, writeFileSync } from "node:fs";
import { databasePath, readEnvironment } from "../../../../src/config/environment.ts";
import { runHook } from "../../../../src/hook/run.ts";
import type { Answer } from "../../../../src/protocol/hook-event.ts";
import { readFaults } from "../../../../src/store/fault-log.ts";
import { createTrace } from "../../../../src/store/hook-context.ts";
import { captureBaseline } from "../../../../src/worktree/line-snapshot.ts";
import { openNewStore } from "../../../helpers/new-store.ts";
import { parseEvent } from "../../../helpers/parse-event.ts";
import { makeTempFolder, makeTempHome, writeFileIn } from "../../../helpers/temp.ts";
import { append, calls, result, says, toLines } from "../../transcript/records.ts";

export interface Session {
  stop(): Promise<Answer>;
  prompt(text?: string): Promise<Answer>;
  /** Claude writes a file. */
  edits(path: string, content: string): void;
  /** Claude runs a command; the caller makes its changes. */
  runs(command: string, effect?: () => void): void;
  /** The tree is read again as the baseline. */
  begin(): Promise<string | null>;
  faults(): Promise<string[]>;
  home: string;
}

/** The stages are the user's own, so nothing has to be trusted. */
export async function makeSession(
  project: string,
  quality: object,
  variables: Record<string, string> = {},
): Promise<Session> {
  const home = makeTempHome();
  const env = readEnvironment({
    HOME: home,
    PATH: process.env.PATH,
    CLAUDE_PROJECT_DIR: project,
    TMPDIR: `${home}/tmp`,
    ...variables,
  });
  mkdirSync(`${home}/tmp`);
  writeFileIn(env.holdfastHome, "config.json", JSON.stringify({ quality: { baseline: "off", ...quality } }));
  const store = await openNewStore(databasePath(env));
  const transcript = `${makeTempFolder("transcript")}/s1.jsonl`;
  writeFileSync(transcript, "");
  let made = 0;
  const now = () => ({ timestamp: new Date().toISOString() });
  const write = (name: string, input: Record<string, unknown>, effect: () => void) => {
    const id = `t${++made}`;
    append(transcript, toLines([calls(id, name, input, { ...now(), cwd: project })]));
    effect();
    append(transcript, toLines([result(id, "ok", now())]));
  };
  const send = async (fields: object): Promise<Answer> => {
    const common = { session_id: "s1", cwd: project, transcript_path: transcript };
    const payload = JSON.stringify({ ...common, ...fields });
    const parsed = parseEvent(payload);
    if (!parsed.ok) throw new Error(parsed.problem);
    return runHook(parsed.event, env, createTrace(false), payload);
  };
  const session: Session = {
    home,
    stop: () => {
      append(transcript, toLines([says("Done.", now())]));
      return send({ hook_event_name: "Stop", last_assistant_message: "Done." });
    },
    prompt: (text = "Work.") => send({ hook_event_name: "UserPromptSubmit", prompt: text }),
    edits: (path, content) =>
      write("Write", { file_path: `${project}/${path}`, content }, () => writeFileIn(project, path, content)),
    runs: (command, effect = () => {}) => write("Bash", { command }, effect),
    begin: () => captureBaseline(env, store, { sessionId: "s1", projectDir: project, at: Date.now() }),
    faults: async () => (await readFaults(env, 0)).map(({ part, message }) => `${part}: ${message}`),
  };
  await session.begin();
  await session.prompt();
  return session;
}
