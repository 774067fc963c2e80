// Puts secrets into every recorded field, and checks that none reaches the disk.
import { expect } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Place, readFaultLines, runCommand, sendEvent } from "../test/helpers/holdfast.ts";
import { queryStore } from "../test/helpers/installed.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../test/helpers/temp.ts";
import { waitUntil } from "../test/helpers/wait.ts";
import { makeRandom } from "../test/unit/text/redaction/random.ts";
import type { Sample } from "../test/unit/text/redaction/sample-re2.ts";
import { ASSIGNMENTS, QUOTED } from "../test/unit/text/redaction/secret-assignments.ts";
import { KEYS } from "../test/unit/text/redaction/secret-keys.ts";
import type { SecretKind } from "../test/unit/text/redaction/secret-kind.ts";
import { TOKENS } from "../test/unit/text/redaction/secret-tokens.ts";

export const SECRET_KINDS: readonly SecretKind[] = [...TOKENS, ...ASSIGNMENTS, ...QUOTED, ...KEYS];
const AT_ONCE = 16;
const SESSIONS = 5;

function eventsWith({ text }: Sample, n: number, isToken: boolean): object[] {
  const session = { session_id: `s${n % SESSIONS}` };
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
      tool_input: { file_path: `/project/${n}.txt`, content: `first\n${text}\nlast\n` },
      tool_response: {
        filePath: `/project/${n}.txt`,
        originalFile: text,
        structuredPatch: [{ lines: [`+${text}`] }],
      },
    }),
    tool("edit", {
      tool_name: "MultiEdit",
      tool_input: { file_path: `/project/${n}.txt`, edits: [{ old_string: text, new_string: `${text}\n` }] },
      tool_response: [{ type: "text", text }, { deep: { deeper: [text] } }],
    }),
    // A setting is on its own line; a token may be anywhere, also in a name.
    ...(isToken ? [nameEvent(tool, text)] : []),
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

function nameEvent(tool: (id: string, fields: object) => object, text: string): object {
  return tool("name", {
    tool_name: "Read",
    tool_input: { file_path: `/project/${text}` },
    tool_response: { file: { filePath: `/project/${text}`, content: "" } },
  });
}

/** The client's transcript of these events; one is large, so that its archive is compressed. */
function transcriptWith(samples: Sample[], padding: number): string {
  const said = (type: string, content: unknown, more: object = {}) =>
    JSON.stringify({ type, sessionId: "s", message: { role: type, content }, ...more });
  const lines = samples.flatMap(({ text }, n) => [
    said("user", `Please use this:\n${text}`),
    said("user", [{ type: "text", text: `In a block\n${text}` }], { toolUseResult: { stdout: text } }),
    said("assistant", [{ type: "text", text: `I will use\n${text}\n` }]),
    said("assistant", [{ type: "thinking", thinking: text }]),
    said("assistant", [{ type: "tool_use", id: `t${n}`, name: "Bash", input: { command: `run\n${text}` } }]),
    said(
      "user",
      [{ type: "tool_result", tool_use_id: `t${n}`, content: `Exit code 1\n${text}`, is_error: true }],
      {
        toolUseResult: `Error: Exit code 1\n${text}`,
      },
    ),
    JSON.stringify({
      type: "attachment",
      attachment: { type: "hook_success", stdout: text, content: [text] },
    }),
    JSON.stringify({ type: "queue-operation", operation: "enqueue", content: text }),
    JSON.stringify({ type: "a-type-of-tomorrow", [text]: { deep: [text] } }),
  ]);
  return `${lines.join("\n")}\n${`${said("user", "an ordinary line")}\n`.repeat(padding)}`;
}

/** Lines of a secret that are long enough to be unique. */
function linesOf({ text, secret }: Sample): string[] {
  if (secret === "") return text.split("\n").filter((line) => line.length === 64);
  const half = Math.ceil(secret.length / 2);
  return [secret.slice(0, half), secret.slice(-half)].filter((part) => part.length >= 8);
}

/** A file's bytes, its name, and the text of a compressed archive. */
function bytesOf(path: string, root: string): Buffer {
  const bytes = readFileSync(path);
  const text = path.endsWith(".gz") ? Buffer.from(Bun.gunzipSync(bytes)) : Buffer.alloc(0);
  return Buffer.concat([bytes, text, Buffer.from(`\n${relative(root, path)}`)]);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Reads everything again if a detached process closes the database meanwhile, which moves its log into it. */
function readWhole(roots: readonly string[], tries = 20): { path: string; bytes: Buffer }[] {
  try {
    return roots.flatMap((root) => filesBelow(root).map((path) => ({ path, bytes: bytesOf(path, root) })));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries === 0) throw error;
    return readWhole(roots, tries - 1);
  }
}

async function sendAll(place: Place, events: object[]): Promise<void> {
  for (let n = 0; n < events.length; n += AT_ONCE)
    await Promise.all(events.slice(n, n + AT_ONCE).map((event) => sendEvent(place, event)));
}

/** Checks the database, its log, our logs, archives, metrics and file names after a drain, an ingest and a reflection. */
export async function expectNoSecretOnDisk(kinds: readonly SecretKind[]): Promise<void> {
  const place = { home: makeTempHome(), project: makeTempProject(), env: { HOLDFAST_DEBUG: "1" } };
  const samples = kinds.map((kind, n) => ({
    name: kind.name,
    sample: kind.make(makeRandom(n + 1)),
    isToken: TOKENS.includes(kind),
  }));
  await sendAll(
    place,
    samples.flatMap(({ sample, isToken }, n) => eventsWith(sample, n, isToken)),
  );
  const leaks = () => {
    const files = readWhole([place.home, place.project]);
    return samples.flatMap(({ name, sample }) =>
      linesOf(sample).flatMap((line) =>
        files.flatMap(({ path, bytes }) => (bytes.includes(line) ? [`${name} in ${path}`] : [])),
      ),
    );
  };
  expect(filesBelow(place.home).some((path) => path.endsWith(".db-wal"))).toBe(true);
  expect(leaks()).toEqual([]);
  const client = makeTempFolder("client");
  for (let n = 0; n < SESSIONS; n++) {
    const own = samples.filter((_, index) => index % SESSIONS === n).map(({ sample }) => sample);
    const transcript_path = writeFileIn(client, `s${n}.jsonl`, transcriptWith(own, n === 0 ? 20_000 : 0));
    await sendEvent(place, {
      session_id: `s${n}`,
      hook_event_name: "PreCompact",
      trigger: "auto",
      transcript_path,
    });
  }
  const exports = () => filesBelow(place.project).filter((path) => /transcript\.jsonl(?:\.gz)?$/.test(path));
  await waitUntil(() => exports().length === SESSIONS);
  expect(exports().filter((path) => path.endsWith(".gz"))).toHaveLength(1);
  expect(leaks()).toEqual([]);
  expect((await runCommand(place, "drain")).exitCode).toBe(0);
  expect(leaks()).toEqual([]);
  expect((await runCommand(place, "ingest", client)).exitCode).toBe(0);
  expect((await runCommand(place, "reflect", "--session", "s1")).exitCode).toBe(0);
  expect(leaks()).toEqual([]);
  const written = readdirSync(`${place.project}/.claude/runtime/metrics`);
  for (const hook of ["post_tool_use", "post_tool_use_failure", "user_prompt_submit", "pre_compact"])
    expect(written).toContain(`${hook}_hook_metrics.jsonl`);
  expect(queryStore(place, "SELECT count(*) AS n FROM pending_queue")).toEqual([
    { n: kinds.length * 5 + samples.filter(({ isToken }) => isToken).length },
  ]);
  expect(
    queryStore(place, "SELECT count(*) AS n FROM prompts WHERE text GLOB '*redacted:*'")[0]?.n,
  ).toBeGreaterThanOrEqual(kinds.length);
  expect(await readFaultLines(place)).toEqual([]);
}
