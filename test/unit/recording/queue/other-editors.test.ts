import { expect, test } from "bun:test";
import { findOtherEditors } from "../../../../src/recording/queue/pending-queue.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

/** A session's call, as its event reports it. */
async function makePlace() {
  const place = await makeWorkplace();
  let made = 0;
  const call = (sessionId: string, tool: string, path: string) =>
    place.send({
      session_id: sessionId,
      hook_event_name: "PostToolUse",
      tool_name: tool,
      tool_use_id: `t${++made}`,
      tool_input: { file_path: path, content: "x" },
      tool_response: { filePath: path },
    });
  const ask = (paths: string[], since = 0) =>
    Object.fromEntries(findOtherEditors(place.store, { sessionId: "s1", since, paths }));
  return { ...place, call, ask };
}

test("finds the other session that last edited a file, not one that only read it", async () => {
  const { call, ask } = await makePlace();
  await call("s2", "Write", "/p/a.ts");
  await call("s3", "Edit", "/p/a.ts");
  await call("s1", "Write", "/p/b.ts");
  await call("s2", "Read", "/p/c.ts");
  await call("s2", "Write", "/p/d'\".ts");
  expect(ask(["/p/a.ts", "/p/b.ts", "/p/c.ts", "/p/d'\".ts"])).toEqual({
    "/p/a.ts": "s3",
    "/p/d'\".ts": "s2",
  });
  expect(ask([])).toEqual({});
  expect(ask(["/p/a.ts"], Date.now() + 1000)).toEqual({});
});

test("a damaged row does not prevent reading the others", async () => {
  const { store, call, ask } = await makePlace();
  await call("s2", "Write", "/p/a.ts");
  await call("s3", "Write", "/p/a.ts");
  store.run("UPDATE pending_queue SET files_touched = '[torn' WHERE session_id = 's3'");
  expect(ask(["/p/a.ts"])).toEqual({ "/p/a.ts": "s2" });
});
