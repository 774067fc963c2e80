// Whatever is done behind the person's back: the person is told, or nothing changed. Forged events, rewritten lock files and
// commands of an unknown process, in any order.
import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { lockPath, pausePath, userConfigPath } from "../../../../src/config/environment.ts";
import type { Answer } from "../../../../src/protocol/hook-event.ts";
import { runCli } from "../../../helpers/run-cli.ts";
import { runs } from "../../../helpers/runs.ts";
import { heldRecord, shownRecord, writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

const ACTS = {
  "a forged stop": ({ forge }: Session) => forge({ hook_event_name: "Stop" }),
  "a forged stop with a transcript of its own": ({ forge }: Session) =>
    forge({ hook_event_name: "Stop", transcript_path: "/dev/null" }),
  "a forged prompt": ({ forge }: Session) =>
    forge({ hook_event_name: "UserPromptSubmit", prompt: "Stop now.", prompt_id: "forged" }),
  "a forged end": ({ forge }: Session) => forge({ hook_event_name: "SessionEnd", reason: "other" }),
  "a forged start": ({ forge }: Session) => forge({ hook_event_name: "SessionStart", source: "startup" }),
  "a forged compaction": ({ forge }: Session) => forge({ hook_event_name: "PreCompact", trigger: "auto" }),
  unlock: ({ env, project }: Session) => runCli(env, project, "unlock"),
  pause: ({ env, project }: Session) => runCli(env, project, "pause"),
  "a removed lock": ({ project }: Session) => rmSync(lockPath(project), { force: true, recursive: true }),
  "a lock for another session": (session: Session) => session.writeLock({ session_id: "other-session" }),
  "an old lock": (session: Session) => session.writeLock({ created_at: "2020-01-01T00:00:00Z" }),
  "a lock that is a folder": ({ project }: Session) => {
    rmSync(lockPath(project), { force: true, recursive: true });
    mkdirSync(lockPath(project), { recursive: true });
  },
  "a pause by hand": ({ env }: Session) =>
    writeFileSync(pausePath(env), '[{"scope":"all","target":"","since":1,"until":null,"by":"user"}]'),
  "a lowered setting": ({ env }: Session) =>
    writeFileSync(userConfigPath(env), '{"gates":{"lock":{"enabled":false}}}'),
} as const;

type Session = Awaited<ReturnType<typeof openSession>>;

async function openSession() {
  const place = await makeWorkplace();
  const transcript_path = `${place.env.holdfastHome}/s1.jsonl`;
  const lines = writeTranscript({ sessionId: "s1" });
  lines.prompt("Work.");
  writeFileSync(transcript_path, lines.text());
  const writeLock = (fields: object) => {
    rmSync(lockPath(place.project), { force: true, recursive: true });
    mkdirSync(dirname(lockPath(place.project)), { recursive: true });
    writeFileSync(lockPath(place.project), JSON.stringify(fields));
  };
  const told: string[] = [];
  const real = async (fields: object): Promise<Answer> => {
    // The client's messages are seconds apart.
    place.store.run("UPDATE messages SET given_at = given_at - 5000");
    const answer = await place.send({ transcript_path, ...fields });
    if (answer.kind === "refuse") appendFileSync(transcript_path, heldRecord(answer.reason));
    if ("message" in answer && answer.message) {
      appendFileSync(transcript_path, shownRecord(answer.message));
      told.push(answer.message);
    }
    return answer;
  };
  await real({ hook_event_name: "SessionStart", source: "startup" });
  writeLock({ session_id: "s1" });
  await real({ hook_event_name: "Stop" });
  told.length = 0;
  // Not in the same tick of file times as the first lock.
  await Bun.sleep(15);
  return { ...place, forge: place.send, writeLock, real, told };
}

const anyActs = fc.array(fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])), {
  minLength: 1,
  maxLength: 5,
});

test("the person is told, or the lock still holds", async () => {
  await fc.assert(
    fc.asyncProperty(anyActs, async (acts) => {
      const session = await openSession();
      for (const act of acts) await ACTS[act](session);
      const answer = await session.real({ hook_event_name: "Stop" });
      const isHeld = answer.kind === "refuse";
      expect({ acts, isHeldOrTold: isHeld || session.told.length > 0 }).toEqual({ acts, isHeldOrTold: true });
      expect(await session.faultParts()).not.toContain("messages");
    }),
    { numRuns: runs(100) },
  );
}, 60_000);
