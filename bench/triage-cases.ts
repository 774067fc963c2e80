// Measures a Stop with triage in mode "ask", whose cost must depend on what is new, not on the transcript's size.
import { appendFileSync, writeFileSync } from "node:fs";
import { createRandom } from "../fuzz/random.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../test/helpers/temp.ts";
import { writeTranscript } from "../test/helpers/transcript-lines.ts";
import { type Case, payloadOf, sendOnce } from "./cases.ts";
import { words } from "./past-work.ts";
import type { Stage } from "./stage.ts";

const TARGET = 4;
const LARGER_TRANSCRIPT = 1.3;
/** In stops. */
const SESSION = 5;
const MEBIBYTE = 2 ** 20;
const OUTPUT = "export const value = 1; // as it was before\n".repeat(60);

export function triageCases(stage: Stage): Case[] {
  const small = { ...makeCase(stage, 1, true), name: "Stop, triage asks, 1 MB transcript" };
  return [
    small,
    {
      ...makeCase(stage, 44, true),
      name: "Stop, triage asks, 44 MB transcript",
      beside: { row: small, most: LARGER_TRANSCRIPT },
    },
    { ...makeCase(stage, 44, false), name: "Stop, triage finds nothing, 44 MB transcript" },
  ];
}

/** Each stop is the second of its own session, because a session is asked once in five minutes. */
function makeCase(stage: Stage, mebibytes: number, finds: boolean): Omit<Case, "name"> {
  const home = makeTempHome();
  const project = makeTempProject();
  const transcript = `${makeTempFolder("transcript")}/transcript.jsonl`;
  writeFileIn(home, ".holdfast/config.json", JSON.stringify({ triage: { mode: "ask" } }));
  const command = [stage.executable, "hook"];
  const random = createRandom(3, mebibytes);
  let turn = 0;
  const common = () => ({ session_id: `asks-${turn}`, transcript_path: transcript, cwd: project });
  const send = (name: string, fields: object) => sendOnce(command, home, payloadOf(stage, name, fields));
  writeFileSync(transcript, "");
  const lines = writeTurn(project, "Look around, please.", 12);
  for (let size = 0; size < mebibytes * MEBIBYTE; size += lines.length) appendFileSync(transcript, lines);
  send("UserPromptSubmit", { ...common(), prompt: "Begin.", source: "user" });
  const drain = () => Bun.spawnSync([stage.executable, "drain"], { env: { HOME: home, TMPDIR: home } });
  drain();
  return {
    target: TARGET,
    command,
    home,
    cwd: project,
    payload: () => payloadOf(stage, "Stop", common()),
    prepare: () => {
      turn++;
      // As after a session, the logs are moved into the databases.
      if (turn % SESSION === 0) drain();
      const subject = words(random, 5);
      const prompt = finds ? `From now on always use ${subject}.` : `Tell me about ${subject}.`;
      send("Stop", common());
      send("UserPromptSubmit", { ...common(), prompt, source: "user" });
      // Messages only, because the other cost of calls is measured in other rows.
      appendFileSync(transcript, writeTurn(project, prompt, 0));
    },
    ...(finds ? { says: "holdfast memory accept" } : {}),
  };
}

function writeTurn(project: string, prompt: string, calls: number): string {
  const lines = writeTranscript({ sessionId: "asks", cwd: project, startedAt: Date.now(), stepMs: 0 });
  lines.prompt(prompt);
  for (let n = 0; n < calls; n++)
    lines.use(crypto.randomUUID(), "Read", { file_path: `${project}/src/${n}.ts` }, OUTPUT);
  for (const part of ["first", "second", "third"]) lines.say(`The ${part} part is next.`);
  lines.say("Done.");
  return lines.text();
}
