import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { describeLiveEditors, listLiveEditors } from "../../../../src/recording/queue/live-editors.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

const MINUTES = 60_000;

test("finds live sessions that edited this work tree lately, not one below it, nor one that ended or is idle", async () => {
  const { store, project, send } = await makeWorkplace();
  mkdirSync(`${project}/.git`, { recursive: true });
  mkdirSync(`${project}/below`);
  writeFileSync(`${project}/below/.git`, "gitdir: elsewhere");
  let made = 0;
  const edits = (sessionId: string, path: string, tool = "Write") =>
    send({
      session_id: sessionId,
      hook_event_name: "PostToolUse",
      tool_name: tool,
      tool_use_id: `t${++made}`,
      tool_input: { file_path: path, content: "x" },
      tool_response: { filePath: path },
    });
  await edits("own", `${project}/a.ts`);
  await edits("reads", `${project}/a.ts`, "Read");
  await edits("below", `${project}/below/a.ts`);
  await edits("elsewhere", "/elsewhere/a.ts");
  await edits("ended", `${project}/a.ts`);
  await send({ session_id: "ended", hook_event_name: "SessionEnd", reason: "other" });
  await edits("first", `${project}/a.ts`);
  await edits("second", `${project}/deep/a.ts`);
  store.run("UPDATE sessions SET last_seen_at = last_seen_at - 1");
  const ask = (now: number) => listLiveEditors(store, { sessionId: "own", root: project, now });
  expect(ask(Date.now())).toEqual(["second", "first"]);
  expect(ask(Date.now() + 31 * MINUTES)).toEqual([]);
  store.run("UPDATE pending_queue SET files_touched = '[torn' WHERE session_id = 'second'");
  expect(ask(Date.now())).toEqual(["first"]);
});

test.each([
  [[], null],
  [["3f2a81c0-0000"], "session 3f2a81c0 edits here too; use a worktree"],
  [["3f2a81c0-0000", "b"], "2 sessions edit here too (3f2a81c0 …); use a worktree"],
])("%j is described", (editors, text) => {
  expect(describeLiveEditors(editors)).toBe(text);
});
