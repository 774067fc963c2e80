import { expect, test } from "bun:test";
import { join } from "node:path";
import { listSubagentFiles } from "../../../src/transcript/subagent-files.ts";
import { makeTempFolder, writeFileIn } from "../../helpers/temp.ts";
import { toLines, user } from "./records.ts";

const lines = (sessionId: string) => toLines([user("Look.", { isSidechain: true, sessionId })]);

test("subagent transcripts are found in the session's folder", async () => {
  const folder = makeTempFolder("projects");
  writeFileIn(folder, "s1/subagents/agent-a1.jsonl", lines("s1"));
  writeFileIn(folder, "s1/subagents/agent-a1.meta.json", '{"agentType":"Explore","toolUseId":"t1"}');
  writeFileIn(folder, "s1/subagents/agent-a2.jsonl", lines("s1"));
  writeFileIn(folder, "s1/subagents/workflows/wf_1/agent-a3.jsonl", lines("s1"));
  writeFileIn(folder, "s2/subagents/agent-b1.jsonl", lines("s2"));
  expect(await listSubagentFiles(join(folder, "s1.jsonl"))).toEqual([
    { path: join(folder, "s1/subagents/agent-a1.jsonl"), agentId: "a1" },
    { path: join(folder, "s1/subagents/agent-a2.jsonl"), agentId: "a2" },
    { path: join(folder, "s1/subagents/workflows/wf_1/agent-a3.jsonl"), agentId: "a3" },
  ]);
});

test("those of older clients are found beside it, and other sessions' are ignored", async () => {
  const folder = makeTempFolder("projects");
  writeFileIn(folder, "s1.jsonl", "");
  writeFileIn(folder, "agent-0a1b2c3d.jsonl", lines("s1"));
  writeFileIn(folder, "agent-ffffffff.jsonl", lines("s10"));
  const found = await listSubagentFiles(join(folder, "s1.jsonl"));
  expect(found.map(({ agentId }) => agentId)).toEqual(["0a1b2c3d"]);
});

test("none are found where there is nothing", async () => {
  expect(await listSubagentFiles("/no/such/folder/s1.jsonl")).toEqual([]);
});
