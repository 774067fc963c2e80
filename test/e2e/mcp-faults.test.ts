// The MCP server with a plain client: invalid messages, too many calls, a store that fails, and how it ends.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { databasePath } from "../../src/config/environment.ts";
import { memoryPath } from "../../src/store/open.ts";
import { EXECUTABLE, homeOf, type Place, runCommand, sendEvent } from "../helpers/holdfast.ts";
import {
  makeReadOnly,
  openTo,
  runAsOrdinaryUser,
  runCommandAsOrdinaryUser,
} from "../helpers/ordinary-user.ts";
import { eventuallyGone, isRunning } from "../helpers/processes.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

interface Message {
  id: number | null;
  method?: string;
  result?: {
    pid?: number;
    isError?: boolean;
    resources?: object[];
    content?: { text: string }[];
    contents?: { text: string }[];
  };
  error?: { code: number; message: string };
}

/** A command or an option. */
const SHELL = /`?holdfast (?!doctor)[a-z]+ |\s--[a-z]/;

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

/** From the protocol's later revision, which has no handshake. */
const MODERN = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": INITIALIZE.clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

function startServer(
  place: Place,
  command = [EXECUTABLE, "mcp"],
  session: object = { CLAUDE_CODE_SESSION_ID: "s1" },
) {
  const child = Bun.spawn(command, {
    cwd: place.project,
    env: { HOME: place.home, PATH: process.env.PATH ?? "", ...session },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const messages: Message[] = [];
  void (async () => {
    let text = "";
    for await (const chunk of child.stdout) {
      const lines = (text + new TextDecoder().decode(chunk)).split("\n");
      text = lines.pop() ?? "";
      messages.push(...lines.map((line) => JSON.parse(line) as Message));
    }
  })();
  let count = 0;
  const write = (text: string) => {
    child.stdin.write(text);
    child.stdin.flush();
  };
  async function request(method: string, params: object = {}): Promise<Message> {
    const id = count++;
    write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    await waitUntil(() => messages.some((message) => message.id === id));
    return messages.find((message) => message.id === id) ?? { id: null };
  }
  async function call(name: string, input: object = {}): Promise<{ isError: boolean; text: string }> {
    const { result, error } = await request("tools/call", { name, arguments: input });
    return {
      isError: result?.isError === true || error !== undefined,
      text: result?.content?.[0]?.text ?? error?.message ?? "",
    };
  }
  return { child, messages, write, request, call, start: () => request("initialize", INITIALIZE) };
}

let place: Place;
let server: ReturnType<typeof startServer>;

beforeAll(async () => {
  place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  await sendEvent(place, { hook_event_name: "UserPromptSubmit", prompt: "Begin." });
  server = startServer(place);
  await server.start();
});

afterAll(() => server.child.kill());

describe("input", () => {
  test("that is not a message, or too long, is skipped, and the next call works", async () => {
    const long = `{"jsonrpc":"2.0","id":777,"method":"tools/call","params":{"name":"status","arguments":{"x":"${"y".repeat(20_000_000)}"}}}`;
    server.write(`garbage\n{}\n[1]\n\n${long}\n`);
    expect(await server.call("status")).toMatchObject({ isError: false });
    expect(server.messages.filter(({ id }) => id === null || id === 777)).toEqual([]);
  });

  test("of many simultaneous calls is bounded, and every call is answered", async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => server.call("status")));
    const refused = answers.filter(({ isError }) => isError);
    expect(answers.length - refused.length).toBe(20);
    expect(refused[0]?.text).toContain("Call again later");
  });

  test.each<[string, object, RegExp]>([
    ["memory_search", { query: "x".repeat(501) }, /query: .*500/],
    ["memory_search", { words: "x" }, /"words"/],
    ["memory_search", { id: "../../../etc/passwd" }, /there is no memory[\s\S]*memory_search/],
    ["memory_search", { query: "--help" }, /No memory matches/],
    ["memory_search", { project: "/no/such/folder" }, /not a folder[\s\S]*existing folder/],
    ["memory_save", { title: "No category" }, /category is required[\s\S]*decision/],
    ["memory_save", { category: "decision" }, /title: .*expected string/],
    ["memory_save", { title: " ", category: "decision" }, /title: Too small/],
    ["memory_save", { title: "x", category: "decision", tags: Array(21).fill("a") }, /tags: /],
    ["memory_save", { title: "x", update: "nothing" }, /there is no memory nothing[\s\S]*memory_search/],
    ["memory_save", { title: "x", update: "a", supersede: "b" }, /^update and supersede cannot be combined/],
    ["session_show", { id: "--help" }, /there is no session[\s\S]*session_search/],
    ["session_search", { query: "x", since: "3" }, /since 3 is neither[\s\S]*30d/],
    ["explain_stop", {}, /no stop has been recorded yet[\s\S]*status/],
    ["explain_stop", { id: 4_000_000 }, /there is no stop 4000000[\s\S]*list: true/],
    ["ask_person", { question: "Now?" }, /declared work[\s\S]*into your message/],
    ["ask_person", { question: " " }, /question: Too small/],
  ])("that is wrong for %s is explained: %j", async (tool, input, expected) => {
    const { isError, text } = await server.call(tool, input);
    expect(text).toMatch(expected);
    // Finding nothing is not a failure.
    expect(isError).toBe(!text.startsWith("No "));
    // Claude has tools instead of commands and options.
    expect(text.replace(place.project, "")).not.toMatch(SHELL);
  });

  test("of any length that a model writes is answered", async () => {
    const input = { title: "x", category: "decision", body: "y".repeat(1_000_000) };
    expect((await server.call("memory_save", input)).text).toMatch(/body: .*20000/);
  });

  test("of a question without a session asks for it in the message", async () => {
    const other = startServer({ home: place.home, project: makeTempProject({}) }, undefined, {});
    await other.start();
    const { isError, text } = await other.call("ask_person", { question: "Now?" });
    other.child.kill();
    expect([isError, text]).toEqual([true, expect.stringMatching(/into your message/)]);
  });

  test("of a personal memory that replaces a project's waits for the person", async () => {
    await server.call("memory_save", { title: "Ports begin at 4000", category: "decision" });
    const { text } = await server.call("memory_save", {
      ...{ title: "Ports begin at 5000", category: "decision", personal: true },
      supersede: "ports-begin-at-4000",
    });
    expect(text).toMatch(/Not saved: only the user can\. It waits in the inbox/);
  });

  test("asks for the question in the message while everything is paused", async () => {
    await runCommand(place, "lock", "finish it");
    await runCommand(place, "pause");
    expect((await server.call("status")).text).toMatch(/paused[\s\S]*nothing is held/);
    const { isError, text } = await server.call("ask_person", { question: "Now?" });
    await runCommand(place, "resume");
    await runCommand(place, "unlock");
    expect([isError, text]).toEqual([true, expect.stringMatching(/is paused[\s\S]*into your message/)]);
  });
});

test("text from the repository comes without secrets and control characters, and clipped", async () => {
  const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  const body = `\u001b[31mred\u202e ${secret}\n${"long ".repeat(20_000)}`;
  writeFileIn(
    place.project,
    ".claude/memory/decisions/odd-one.md",
    `---\nid: odd-one\ntitle: An odd one\n---\n\n${body}\n`,
  );
  const { text } = await server.call("memory_search", { id: "odd-one" });
  expect(text).toContain("An odd one");
  expect(text).toContain("not vouched for");
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text.length).toBeLessThanOrEqual(16_000);
  expect(text).toContain("… truncated");
  const listed = await server.request("resources/list");
  expect(listed.result?.resources).toContainEqual(
    expect.objectContaining({ uri: "holdfast://memory/odd-one", name: "An odd one" }),
  );
  const { result } = await server.request("resources/read", { uri: "holdfast://memory/odd-one" });
  expect(result?.contents?.[0]?.text).toBe(text);
});

describe("a store", () => {
  const ledger = () => databasePath(homeOf(place));
  const withDatabase = async (path: string, change: (store: Database) => unknown) => {
    const store = new Database(path);
    await change(store);
    store.close();
  };

  test("that is locked or newer is reported with what to do, and works again afterwards", async () => {
    await withDatabase(memoryPath(ledger()), async (store) => {
      store.run("BEGIN EXCLUSIVE");
      const { isError, text } = await server.call("memory_save", { title: "Later", category: "decision" });
      expect(isError).toBe(true);
      expect(text).toMatch(/lock|busy/);
      expect(text).toMatch(/Call again[\s\S]*tell the user[\s\S]*holdfast doctor/);
      store.run("ROLLBACK");
    });
    let version = 0;
    await withDatabase(ledger(), (store) => {
      version = Object.values(store.query("PRAGMA user_version").get() as object)[0];
      store.run("PRAGMA user_version = 9999");
    });
    expect(await server.call("session_search", { query: "x" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/newer|version[\s\S]*holdfast doctor/),
    });
    await withDatabase(ledger(), (store) => store.run(`PRAGMA user_version = ${version}`));
    expect(await server.call("memory_save", { title: "Later", category: "decision" })).toMatchObject({
      isError: false,
    });
  });

  test("that is damaged is quarantined, and the next call has a new one", async () => {
    await Bun.write(ledger(), "not a database".repeat(1000));
    await server.call("session_search");
    expect(await server.call("session_search")).toMatchObject({ isError: false });
  });
});

test("with a read-only home reading works, and saving says why it cannot", async () => {
  const own = { home: makeTempHome(), project: makeTempProject() };
  openTo(own.home, true);
  openTo(own.project, true);
  await runCommandAsOrdinaryUser(own, "memory", "save", "Zebras are striped", "--category", "decision");
  makeReadOnly(`${own.home}/.holdfast`);
  const call = (id: number, name: string, input: object) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: input },
  });
  const lines = [
    { jsonrpc: "2.0", id: 0, method: "initialize", params: INITIALIZE },
    call(1, "memory_search", { query: "zebra" }),
    call(2, "memory_save", { title: "Lions roar", category: "decision" }),
  ].map((message) => `${JSON.stringify(message)}\n`);
  const { stdout, exitCode } = await runAsOrdinaryUser(own, ["mcp"], Buffer.from(lines.join("")));
  const [, found, saved] = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as Message).result);
  expect(found?.content?.[0]?.text).toMatch(/Zebras are striped[\s\S]*reading a copy/);
  expect(saved?.isError).toBe(true);
  expect(saved?.content?.[0]?.text).toContain("holdfast doctor");
  expect(exitCode).toBe(0);
});

describe("the server ends", () => {
  test("with its input once pending calls are answered, and on SIGTERM", async () => {
    const one = startServer(place);
    await one.start();
    const answered = one.call("status");
    one.child.stdin.end();
    expect(await answered).toMatchObject({ isError: false });
    expect(await one.child.exited).toBe(0);
    // A subscription is never answered, and does not keep the server alive.
    const two = startServer(place);
    await two.request("server/discover", MODERN);
    two.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: "listen", method: "subscriptions/listen", params: { ...MODERN, notifications: { resourcesListChanged: true } } })}\n`,
    );
    await waitUntil(() => two.messages.some(({ method }) => method?.endsWith("acknowledged")));
    two.child.stdin.end();
    expect(await two.child.exited).toBe(0);
    const three = startServer(place);
    await three.start();
    three.child.kill("SIGTERM");
    await three.child.exited;
    expect(three.child.signalCode).toBe("SIGTERM");
  });

  test("when the process that started it is killed", async () => {
    const script = `const { spawn } = require("node:child_process"); const child = spawn(process.argv[1], ["mcp"]); child.stdout.once("data", () => console.log(JSON.stringify({ jsonrpc: "2.0", id: 0, result: { pid: child.pid } }))); child.stdin.write(JSON.stringify(${JSON.stringify({ jsonrpc: "2.0", id: 9, method: "initialize", params: INITIALIZE })}) + "\\n"); setInterval(() => {}, 1000);`;
    const parent = startServer(place, [process.execPath, "-e", script, EXECUTABLE]);
    await waitUntil(() => parent.messages.length > 0);
    const pid = Number(parent.messages[0]?.result?.pid);
    expect(isRunning(pid)).toBe(true);
    parent.child.kill("SIGKILL");
    await eventuallyGone([pid]);
  });
});
