// The MCP server in the real client: every tool, by `claude mcp add` and by the plugin, and its failures.
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { buildPlugin, serverFile } from "../../src/install/own-files.ts";
import { startSessions } from "../helpers/claude-sessions.ts";
import { runClientCommand } from "../helpers/client-process.ts";
import { type Place, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import {
  isLocked,
  linkProgram,
  makeInstalledPlace,
  placeLock,
  queryStore,
  stopVerdicts,
} from "../helpers/installed.ts";
import { eventuallyGone } from "../helpers/processes.ts";
import { startScriptedApi } from "../helpers/scripted-api.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { findTold, textsToldToModel, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, useTool, write } from "../helpers/turns.ts";

setDefaultTimeout(90_000);

const pluginDir = makeTempFolder("plugin");
beforeAll(() => buildPlugin(pluginDir));

const SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
const QUESTION = "Redis 7 or Valkey?";
const TOOLS = "Bash Write Edit Read";

/** The plugin's, from a folder or by install. */
const PLUGIN_PREFIX = "mcp__plugin_holdfast_holdfast__";
const inPlugin = (tool: string, input: Record<string, unknown> = {}) => useTool(PLUGIN_PREFIX + tool, input);

async function addByCommand(): Promise<{ place: Place; prefix: string; client: object }> {
  const place = await makeInstalledPlace({ git: true });
  const words = [
    "mcp",
    "add",
    "--scope",
    "user",
    "holdfast",
    "--",
    `${place.home}/.holdfast/bin/holdfast`,
    "mcp",
  ];
  expect((await runClientCommand(place, ...words)).exitCode).toBe(0);
  return { place, prefix: "mcp__holdfast__", client: { allowedTools: `${TOOLS} mcp__holdfast` } };
}

async function addByPlugin(): Promise<{ place: Place; prefix: string; client: object }> {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  linkProgram(place);
  const client = { pluginDir, allowedTools: `${TOOLS} mcp__plugin_holdfast_holdfast` };
  return { place, prefix: PLUGIN_PREFIX, client };
}

test.each([
  ["`claude mcp add`", addByCommand],
  ["the plugin", addByPlugin],
])("by %s every tool gets the rows that hooks recorded", async (_, add) => {
  const { place, prefix, client } = await add();
  const server = prefix === PLUGIN_PREFIX ? "plugin:holdfast:holdfast" : "holdfast";
  const call = (tool: string, input: Record<string, unknown> = {}) => useTool(prefix + tool, input);
  const sessions = startSessions({ ...place, ...client });
  const first = await sessions.run({
    prompt: ["Move the cache to Redis.", () => runCommand(place, "drain")],
    script: [
      write(`${place.project}/cache.ts`, "export const cache = 'redis';\n"),
      call("memory_save", {
        title: "The cache needs Redis 7",
        category: "constraint",
        body: `It uses streams. The key is ${SECRET}.`,
      }),
      say("Done."),
    ],
  });
  // The same client with the same server, but another session.
  const second = await sessions.run({
    prepare: () => placeLock(place, { goal: "finish the cache" }),
    prompt: "What do we know about the Redis cache?",
    script: [
      call("memory_search", { query: "redis zeppelin" }),
      call("memory_search", { id: "the-cache-needs-redis-7" }),
      useTool("ReadMcpResourceTool", { server, uri: "holdfast://memory/the-cache-needs-redis-7" }),
      call("session_search", { query: "cache.ts zeppelin" }),
      call("session_show", { id: first.sessionId }),
      call("status"),
      say("I stop."),
      call("explain_stop"),
      call("ask_person", { question: QUESTION }),
      say("I wait."),
    ],
  });
  await sessions.close();

  // Two tools are in the first prompt, the others are listed for the client's tool search.
  const [request, later] = [first, second].map(
    ({ requests }) => requests.filter(({ asker }) => asker === "main")[0],
  );
  const loaded = request?.body.tools?.flatMap(({ name }) =>
    name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
  );
  expect(loaded?.toSorted()).toEqual(["memory_save", "memory_search"]);
  expect(textsToldToModel(request ? [request] : []).join("\n")).toContain(`${prefix}ask_person`);

  const [, saved] = toolResults(first.requests);
  expect(saved?.text).toMatch(/^Saved \w{12}: The cache needs Redis 7/);
  expect(saved?.text).toContain("a secret was removed");
  expect(queryStore(place, "SELECT title, who, source_session FROM memories")).toEqual([
    { title: "The cache needs Redis 7", who: "claude", source_session: first.sessionId },
  ]);
  // A tool's answer is not found again as something that happened.
  expect(queryStore(place, "SELECT title FROM observations WHERE title LIKE '%mcp%'")).toEqual([]);
  // By recall, without a tool.
  expect(findTold(later ? [later] : [], /The cache needs Redis 7/)).toBeDefined();

  const [found, whole, resource, past, session, held, why, asked] = toolResults(second.requests).map(
    ({ text }) => text,
  );
  expect(found).toMatch(/\w{12} · The cache needs Redis 7 · CONSTRAINT · .* · said by claude/);
  expect(found).not.toContain("streams");
  for (const text of [found, past]) expect(text).toContain("None of these has all the words.");
  expect(whole).toContain("It uses streams.");
  expect(resource).toContain("It uses streams.");
  expect(past).toMatch(new RegExp(`cache\\.ts.* · change · .* · ${first.sessionId}`));
  expect(session).toContain("Move the cache to Redis.");
  expect(held).toMatch(/lock: .*finish the cache.* round 0 of 50/);
  expect(why).toMatch(/Held by the lock, round 1 of 50[\s\S]*lock, holds: /);
  expect(asked).toContain("The lock stays on");
  expect(JSON.stringify(second.requests) + whole).not.toContain(SECRET);

  // The question ends the turn once, and is shown to the person.
  expect(stopVerdicts(place, second.sessionId)).toEqual(["blocked", "asking"]);
  expect(
    systemMessages(second)
      .map(({ text }) => text)
      .join("\n"),
  ).toContain(`Claude asks: ${QUESTION}`);
  expect(await isLocked(place)).toBe(true);
  expect(await readFaultLines(place)).toEqual([]);
});

function serverOf(client: number): number {
  const { stdout } = Bun.spawnSync(["ps", "-o", "pid=,args=", "--ppid", String(client)]);
  const line = stdout
    .toString()
    .split("\n")
    .find((each) => / mcp$/.test(each));
  return Number(line?.trim().split(" ", 1)[0]);
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

test("installed, it shows this project only, stays small, and neither its death nor its silence hurts the session", async () => {
  const place = await makeInstalledPlace({ git: true }, "--mcp");
  const other = { ...place, project: makeTempProject({ git: true }) };
  const api = startScriptedApi([]);
  const elsewhere = startStreamingClaude({ ...other, api });
  api.follow([
    write(`${other.project}/zebra.ts`, "export const zebra = 1;\n"),
    inPlugin("memory_save", { title: "Zebras are striped", category: "decision" }),
    say("Done."),
  ]);
  const { session_id: otherSession } = await elsewhere.send("Draw a zebra.");
  await elsewhere.close();
  await runCommand(other, "drain");

  const file = serverFile(`${place.home}/.claude`);
  writeFileSync(file, readFileSync(file, "utf8").replace(/"timeout": \d+/, '"timeout": 2000'));
  const claude = startStreamingClaude({ ...place, api });
  const ask = [
    inPlugin("session_search", { query: "zebra", all_projects: true }),
    inPlugin("memory_search", { query: "zebra", project: other.project }),
    inPlugin("session_show", { id: otherSession }),
  ];
  const from = claude.requests.length;
  api.follow([...ask, say("Done.")]);
  await claude.send("Look for zebras.");
  const own = toolResults(claude.requests.slice(from));
  expect(own.map(({ text }) => text).join("\n")).not.toContain("triped");
  expect(own.map(({ text }) => /recall.*otherProjects/.test(text))).toEqual([true, true, true]);
  writeFileSync(`${place.home}/.holdfast/config.json`, JSON.stringify({ recall: { otherProjects: true } }));
  const allowed = claude.requests.length;
  api.follow([...ask, say("Done.")]);
  await claude.send("Look again.");
  const all = toolResults(claude.requests.slice(allowed)).slice(-3);
  expect(all.map(({ text }) => /zebra/i.test(text))).toEqual([true, true, true]);

  const server = serverOf(claude.pid);
  expect(residentMegabytes(server)).toBeLessThan(60);
  expect(residentMegabytes(server)).toBeGreaterThan(5);

  // Hung, then dead: a call fails, the turn continues, and the lock holds.
  placeLock(place, { goal: "hold" });
  process.kill(server, "SIGSTOP");
  const silent = claude.requests.length;
  api.follow([
    inPlugin("status"),
    () => {
      process.kill(server, "SIGKILL");
      return inPlugin("status");
    },
    say("I stop."),
    bash("holdfast unlock"),
    say("Done."),
  ]);
  const { result } = await claude.send("Go on.");
  expect(result).toBe("Done.");
  expect(toolResults(claude.requests.slice(silent)).at(-3)?.isError).toBe(true);
  expect(findTold(claude.requests.slice(silent), /holdfast holds this stop/)).toBeDefined();

  const last = serverOf(claude.pid);
  const { sessionId } = await claude.close();
  expect(stopVerdicts(place, sessionId).slice(-2)).toEqual(["blocked", "complete"]);
  await eventuallyGone([server, ...(Number.isNaN(last) ? [] : [last])]);
  await api.stop();
});
