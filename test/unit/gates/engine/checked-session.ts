// One session in a folder of any kind: its baseline is captured, its calls are written like the client's, its stops judged.

import { mkdirSync, writeFileSync } from "node:fs";
import { databasePath, readEnvironment } from "../../../../src/config/environment.ts";
import { checkAfterTurn } from "../../../../src/gates/engine/after-turn.ts";
import type { Finding } from "../../../../src/gates/engine/gate.ts";
import { runHook } from "../../../../src/hook/run.ts";
import type { Answer } from "../../../../src/protocol/hook-event.ts";
import { listDecisions } from "../../../../src/store/decisions.ts";
import { readFaults } from "../../../../src/store/fault-log.ts";
import { createTrace } from "../../../../src/store/hook-context.ts";
import { captureBaseline } from "../../../../src/worktree/line-snapshot.ts";
import { openNewStore } from "../../../helpers/new-store.ts";
import { parseEvent } from "../../../helpers/parse-event.ts";
import { makeTempFolder, makeTempHome, writeFileIn } from "../../../helpers/temp.ts";
import { append, calls, result, says, toLines, user } from "../../transcript/records.ts";

export interface Session {
  stop(message?: string): Promise<Answer>;
  /** What runs in the background after that stop: why Claude is woken, or null. */
  afterTurn(message?: string): Promise<string | null>;
  prompt(text?: string): Promise<Answer>;
  /** As the client does it: with a record. */
  promptInClient(promptId: string): Promise<Answer>;
  /** Any event, forged ones included. */
  send(fields: object): Promise<Answer>;
  /** Claude writes a file. */
  edits(path: string, content: string): void;
  /** Claude runs a command; the caller makes its changes. */
  runs(command: string, effect?: () => void): void;
  /** The tree is read again as the baseline. */
  begin(): Promise<string | null>;
  faults(): Promise<string[]>;
  /** Of the newest decision. */
  findings(): Finding[];
  home: string;
  transcript: string;
}

/** The stages are the user's own, so nothing has to be trusted. */
export async function makeSession(
  project: string,
  quality: object,
  variables: Record<string, string> = {},
  config: object = {},
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
  writeFileIn(
    env.holdfastHome,
    "config.json",
    JSON.stringify({ quality: { baseline: "off", ...quality }, ...config }),
  );
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
  const read = (fields: object) => {
    const common = { session_id: "s1", cwd: project, transcript_path: transcript };
    const payload = JSON.stringify({ ...common, ...fields });
    const parsed = parseEvent(payload);
    if (!parsed.ok) throw new Error(parsed.problem);
    return { event: parsed.event, payload };
  };
  const send = async (fields: object): Promise<Answer> => {
    const { event, payload } = read(fields);
    return runHook(event, env, createTrace(false), payload);
  };
  const stopFields = (message: string) => ({ hook_event_name: "Stop", last_assistant_message: message });
  const session: Session = {
    home,
    transcript,
    stop: (message = "Done.") => {
      append(transcript, toLines([says(message, now())]));
      return send(stopFields(message));
    },
    async afterTurn(message = "Done.") {
      const { event, payload } = read(stopFields(message));
      if (event.name !== "Stop") throw new Error("not a stop");
      return checkAfterTurn(event, env, createTrace(false), payload);
    },
    prompt: (text = "Work.") => send({ hook_event_name: "UserPromptSubmit", prompt: text }),
    promptInClient: async (promptId) => {
      const answer = await send({
        hook_event_name: "UserPromptSubmit",
        prompt: "Work.",
        prompt_id: promptId,
      });
      append(transcript, toLines([user("Work.", { ...now(), promptId })]));
      return answer;
    },
    send,
    edits: (path, content) =>
      write("Write", { file_path: `${project}/${path}`, content }, () => writeFileIn(project, path, content)),
    runs: (command, effect = () => {}) => write("Bash", { command }, effect),
    begin: () => captureBaseline(env, store, { sessionId: "s1", projectDir: project, at: Date.now() }),
    findings: () => JSON.parse(listDecisions(store, {}, 1)[0]?.findings ?? "[]"),
    faults: async () => (await readFaults(env, 0)).map(({ part, message }) => `${part}: ${message}`),
  };
  await session.begin();
  await session.prompt();
  return session;
}
