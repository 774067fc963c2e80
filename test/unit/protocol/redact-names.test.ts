import { expect, test } from "bun:test";
import { hasPlainNames } from "../../../src/protocol/claude-code/parse-event.ts";
import { redactNames } from "../../../src/protocol/claude-code/redact-names.ts";
import { parseEvent } from "../../helpers/parse-event.ts";
import { ALNUM, makeRandom } from "../text/redaction/random.ts";

const SECRET = `gh${"p_"}${makeRandom(3).text(ALNUM, 36)}`;

function parse(fields: object) {
  const parsed = parseEvent(JSON.stringify({ session_id: "s1", cwd: "/p", ...fields }));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.event;
}

test.each([
  { hook_event_name: "PostToolUse", tool_name: `mcp__x__${SECRET}`, tool_use_id: SECRET, agent_id: SECRET },
  {
    hook_event_name: "Stop",
    prompt_id: SECRET,
    background_tasks: [{ id: SECRET, type: SECRET, status: SECRET }],
  },
  { hook_event_name: "TaskCreated", task_id: SECRET, task_subject: "x" },
  { hook_event_name: "TeammateIdle", teammate_name: SECRET, team_name: SECRET },
  { hook_event_name: "SessionEnd", reason: SECRET },
  { hook_event_name: SECRET },
])("a secret in a name is removed from %j", async (fields) => {
  const parsed = parse(fields);
  expect(hasPlainNames(parsed)).toBe(false);
  const event = await redactNames(parsed);
  const { toolInput: _, toolResponse: __, ...names } = event as unknown as Record<string, unknown>;
  const { backgroundTasks, ...others } = names as {
    backgroundTasks?: { id: string; type: string; status: string }[];
  };
  expect(JSON.stringify(others)).not.toContain(SECRET);
  for (const { id, type, status } of backgroundTasks ?? [])
    expect([id, type, status].join(" ")).not.toContain(SECRET);
});

test.each([
  {
    hook_event_name: "PostToolUse",
    tool_name: "mcp__vault2__read_secret",
    tool_use_id: "toolu_01AbCdEfGhIjKlMnOpQrStUv",
  },
  { hook_event_name: "SubagentStop", agent_id: "a1b2c3d4e5f60718", agent_type: "token-reviewer" },
  { hook_event_name: "Stop", prompt_id: "3f2a91c0-7d1e-4b7f-9d1f-c496b3badde5" },
])("the client's own names stay as they are: %j", async (fields) => {
  const event = parse(fields);
  expect(await redactNames(event)).toEqual(event);
});
