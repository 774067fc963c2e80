// Which session an MCP tool call comes from, when the client has started another one since it started the server.
import { expect, test } from "bun:test";
import { findCallingSession } from "../../../src/cli/actor.ts";
import { writeFileIn } from "../../helpers/temp.ts";
import { writeTranscript } from "../../helpers/transcript-lines.ts";
import { makeWorkplace } from "../../helpers/workplace.ts";

const CALL = "toolu_01";

/** For session s1, in which the server was started; s2 and s3 run in the same project. */
async function makePlace({ calls }: { calls: string | null }) {
  const place = await makeWorkplace();
  for (const id of ["s2", "s3"]) {
    const lines = writeTranscript({ sessionId: id, cwd: place.project });
    lines.prompt("Work.");
    if (calls === id) lines.call(CALL, "mcp__holdfast__status", {});
    const path = writeFileIn(place.env.home, `${id}.jsonl`, lines.text());
    await place.send({
      hook_event_name: "UserPromptSubmit",
      prompt: "Work.",
      session_id: id,
      transcript_path: path,
    });
  }
  const env = { ...place.env, sessionId: "s1" };
  const find = (callId = CALL) => findCallingSession({ env, cwd: place.project }, callId);
  return {
    ...place,
    find,
    end: (id: string) => place.send({ hook_event_name: "SessionEnd", session_id: id, reason: "clear" }),
  };
}

test("the calling session is the one the server was started in, while it is live", async () => {
  const place = await makePlace({ calls: "s2" });
  expect(await place.find()).toBe("s1");
});

test("after that one ended, it is the one whose transcript has the call", async () => {
  const place = await makePlace({ calls: "s3" });
  await place.end("s1");
  expect(await place.find()).toBe("s3");
});

test("without a trace of the call it is the only live session, and none of several", async () => {
  const place = await makePlace({ calls: null });
  await place.end("s1");
  expect(await place.find()).toBeNull();
  expect(await place.find("../../etc")).toBeNull();
  await place.end("s3");
  expect(await place.find("")).toBe("s2");
});
