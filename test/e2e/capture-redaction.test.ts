// Secrets of every kind in every field that is recorded: none of their bytes may reach the disk.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { makeRandom } from "../unit/redaction/random.ts";
import type { Sample } from "../unit/redaction/sample-re2.ts";
import { ASSIGNMENTS, QUOTED } from "../unit/redaction/secret-assignments.ts";
import { KEYS } from "../unit/redaction/secret-keys.ts";
import { TOKENS } from "../unit/redaction/secret-tokens.ts";

const KINDS = [...TOKENS, ...ASSIGNMENTS, ...QUOTED, ...KEYS];
const AT_ONCE = 16;

function eventsWith({ text }: Sample, n: number): object[] {
  const session = { session_id: `s${n % 5}` };
  const tool = (id: string, fields: object) => ({
    ...session,
    hook_event_name: "PostToolUse",
    tool_use_id: `toolu_${n}_${id}`,
    ...fields,
  });
  const padding = "an ordinary line of output\n".repeat(3000);
  return [
    {
      ...session,
      hook_event_name: "UserPromptSubmit",
      prompt: `Please use this from now on:\n${text}\nThanks!`,
    },
    tool("bash", {
      tool_name: "Bash",
      tool_input: { command: `deploy <<END\n${text}\nEND`, description: `With\n${text}` },
      tool_response: { stdout: `${padding}${text}\n${padding}`, stderr: text },
    }),
    tool("write", {
      tool_name: "Write",
      tool_input: { file_path: `/work/${n}.txt`, content: `first\n${text}\nlast\n` },
      tool_response: {
        filePath: `/work/${n}.txt`,
        originalFile: text,
        structuredPatch: [{ lines: [`+${text}`] }],
      },
    }),
    tool("edit", {
      tool_name: "MultiEdit",
      tool_input: { file_path: `/work/${n}.txt`, edits: [{ old_string: text, new_string: `${text}\n` }] },
      tool_response: [{ type: "text", text }, { deep: { deeper: [text] } }],
    }),
    tool("mcp", {
      tool_name: "mcp__x__y",
      tool_input: { [text]: text },
      tool_response: { content: [{ type: "text", text }] },
    }),
    {
      ...tool("fail", { tool_name: "Bash", tool_input: { command: "deploy" } }),
      hook_event_name: "PostToolUseFailure",
      error: `Exit code 1\n${text}`,
    },
    { ...session, hook_event_name: "TaskCreated", task_id: `${n}`, task_subject: `Rotate\n${text}` },
    {
      ...session,
      hook_event_name: "SubagentStop",
      agent_id: `a${n}`,
      agent_type: "Explore",
      last_assistant_message: `I found\n${text}`,
    },
    { ...session, hook_event_name: "PreCompact", trigger: "manual", custom_instructions: `Keep\n${text}` },
  ];
}

/** Lines of a secret that are long enough to be told from other text. */
function linesOf({ text, secret }: Sample): string[] {
  if (secret === "") return text.split("\n").filter((line) => line.length === 64);
  const half = Math.ceil(secret.length / 2);
  return [secret.slice(0, half), secret.slice(-half)].filter((part) => part.length >= 8);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function sendAll(place: Place, events: object[]): Promise<void> {
  for (let n = 0; n < events.length; n += AT_ONCE)
    await Promise.all(events.slice(n, n + AT_ONCE).map((event) => sendEvent(place, event)));
}

test("no byte of a secret is in the database, its log, our logs or state, before and after a drain", async () => {
  expect(KINDS.length).toBeGreaterThanOrEqual(40);
  const place = { home: makeTempHome(), project: makeTempProject(), env: { HOLDFAST_DEBUG: "1" } };
  const samples = KINDS.map(({ name, make }, n) => ({ name, sample: make(makeRandom(n + 1)) }));
  await sendAll(
    place,
    samples.flatMap(({ sample }, n) => eventsWith(sample, n)),
  );
  const leaks = () => {
    const files = filesBelow(place.home).map((path) => ({ path, bytes: readFileSync(path) }));
    return samples.flatMap(({ name, sample }) =>
      linesOf(sample).flatMap((line) =>
        files.flatMap(({ path, bytes }) => (bytes.includes(line) ? [`${name} in ${path}`] : [])),
      ),
    );
  };
  expect(filesBelow(place.home).some((path) => path.endsWith(".db-wal"))).toBe(true);
  expect(leaks()).toEqual([]);
  expect((await runCommand(place, "drain")).exitCode).toBe(0);
  expect(leaks()).toEqual([]);
  expect(queryStore(place, "SELECT count(*) AS n FROM pending_queue")).toEqual([{ n: KINDS.length * 5 }]);
  expect(
    queryStore(place, "SELECT count(*) AS n FROM prompts WHERE text GLOB '*redacted:*'")[0]?.n,
  ).toBeGreaterThan(40);
  expect(await readFaultLines(place)).toEqual([]);
}, 180_000);
