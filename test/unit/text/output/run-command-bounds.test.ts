// Commands that hang, fork, flood and hide: each must return, and leave no reachable process behind. The
// sleeps are far longer than a test may take, so a command that was waited for fails its test.
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { killRunningCommands } from "../../../../src/platform/process/process-group.ts";
import { type CommandRequest, runCommand } from "../../../../src/platform/process/run-command.ts";
import { eventuallyGone, isRunning, readPids } from "../../../helpers/processes.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const SOURCE = join(import.meta.dir, "../../../../src/platform/process/run-command.ts");
const STUBBORN = `sh -c 'trap "" TERM HUP INT; echo $$ >>pids; while :; do sleep 300; done'`;

function run(command: string, rest: Partial<CommandRequest> = {}) {
  const cwd = makeTempFolder("bounds");
  const result = runCommand({ command, cwd, timeoutMs: 20_000, outputLimit: 256 * 1024, ...rest });
  return { result, pids: (count: number) => readPids(join(cwd, "pids"), count) };
}

test.each([
  ["hangs", "echo $$ >>pids; echo started; sleep 300", 1],
  ["ignores SIGTERM", `echo started; ${STUBBORN}`, 1],
  ["has a grandchild that ignores SIGTERM and holds the pipe", `echo started; ${STUBBORN} & wait`, 1],
  ["has a family that ignores SIGTERM", `echo started; ${STUBBORN} & ${STUBBORN} & ${STUBBORN}`, 3],
  ["is stopped", "echo started; echo $$ >>pids; kill -STOP $$", 1],
])("a command that %s is ended completely at its deadline", async (_, command, count) => {
  const { result, pids } = run(command, { timeoutMs: 1000 });
  expect(await result).toMatchObject({ outcome: "timeout", output: "started\n" });
  await eventuallyGone(await pids(count));
});

test("a command may print its last output when its time is up", async () => {
  const { result } = run("trap 'echo cleaned up; exit 3' TERM; echo started; sleep 300 & wait", {
    timeoutMs: 1000,
  });
  expect(await result).toMatchObject({ outcome: "timeout", exitCode: 3, output: "started\ncleaned up\n" });
});

test("a command with endless output is ended at its deadline", async () => {
  const { output, outcome } = await run("yes", { timeoutMs: 1000, outputLimit: 1000 }).result;
  expect({ outcome, start: output.slice(0, 4) }).toEqual({ outcome: "timeout", start: "y\ny\n" });
  expect(output.length).toBeLessThan(1100);
});

test("what a finished command left running in the background is ended, and its exit code stands", async () => {
  const { result, pids } = run(`${STUBBORN} & until test -s pids; do sleep 0.01; done; echo done; exit 5`);
  expect(await result).toMatchObject({ outcome: "failed", exitCode: 5, output: "done\n" });
  await eventuallyGone(await pids(1));
});

test("a background process that closed its streams is ended too", async () => {
  const { result, pids } = run(
    `${STUBBORN} >/dev/null 2>&1 & until test -s pids; do sleep 0.01; done; echo done`,
  );
  expect(await result).toMatchObject({ outcome: "passed", output: "done\n" });
  await eventuallyGone(await pids(1));
});

test("a daemon in its own session cannot be ended, but nothing waits for it", async () => {
  const stdio = `{ detached: true, stdio: ["ignore", "inherit", "inherit"] }`;
  const daemon = `Bun.spawn(["sh", "-c", ${JSON.stringify("echo $$ >>pids; sleep 300")}], ${stdio}).unref();`;
  const { result, pids } = run('"$BUN" -e "$DAEMON"; until test -s pids; do sleep 0.01; done; echo done', {
    env: { BUN: process.execPath, DAEMON: daemon },
  });
  expect(await result).toMatchObject({ outcome: "passed", output: "done\n" });
  const [pid = 0] = await pids(1);
  expect(isRunning(pid)).toBe(true);
  process.kill(-pid, "SIGKILL");
});

test("200 MB of output passes through in bounded memory", () => {
  const script = `
    const { runCommand } = await import(${JSON.stringify(SOURCE)});
    const flood = (command) => runCommand({ command, cwd: "/", timeoutMs: 60000, outputLimit: 262144 });
    await flood("true");
    const before = process.memoryUsage.rss();
    const results = [await flood("head -c 200000000 /dev/zero"), await flood("head -c 200000000 /dev/zero >&2; exit 1")];
    const growth = process.memoryUsage.rss() - before;
    console.log(JSON.stringify({ growth, results: results.map(({ outcome, output }) => [outcome, output.length < 263000]) }));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script]);
  const { growth, results } = JSON.parse(stdout.toString());
  expect(results).toEqual([
    ["passed", true],
    ["failed", true],
  ]);
  expect(growth).toBeLessThan(100_000_000);
});

test("an abort in the middle leaves no process behind", async () => {
  const abort = new AbortController();
  const { result, pids } = run(`echo started; ${STUBBORN} & ${STUBBORN}`, { signal: abort.signal });
  const family = await pids(2);
  expect(family.every(isRunning)).toBe(true);
  abort.abort();
  expect(await result).toMatchObject({ outcome: "killed", output: "started\n" });
  await eventuallyGone(family);
});

test("an aborted command is not started", async () => {
  const { result } = run("touch pids", { signal: AbortSignal.abort() });
  expect(await result).toMatchObject({ outcome: "killed", exitCode: null, signal: null, output: "" });
});

test("several run at once, each with its own output, deadline and end", async () => {
  const results = await Promise.all([
    run("echo one; sleep 0.2; echo one").result,
    run("echo two >&2; exit 2").result,
    run("echo three; sleep 300", { timeoutMs: 1000 }).result,
    ...Array.from({ length: 6 }, (_, n) => run(`seq ${n} 5000`, { outputLimit: 1_000_000 }).result),
  ]);
  expect(results.slice(0, 3)).toMatchObject([
    { outcome: "passed", output: "one\none\n" },
    { outcome: "failed", exitCode: 2, output: "two\n" },
    { outcome: "timeout", output: "three\n" },
  ]);
  for (const [n, { output }] of results.slice(3).entries()) expect(output.split("\n").length).toBe(5002 - n);
});

test("an exit ends all running commands, and their callers are notified", async () => {
  const commands = [run(`echo $$ >>pids; sleep 300`), run(`${STUBBORN} & ${STUBBORN}`)];
  const family = [...((await commands[0]?.pids(1)) ?? []), ...((await commands[1]?.pids(2)) ?? [])];
  await killRunningCommands();
  await eventuallyGone(family);
  for (const { result } of commands) expect((await result).outcome).toBe("killed");
  await killRunningCommands();
});

test("a hundred commands leave no file open", async () => {
  // The system may take a moment to free the last few; a leak would be a hundred.
  const countOpen = () => readdirSync("/dev/fd").length;
  await run("true").result;
  const before = countOpen();
  for (let n = 0; n < 100; n++) await run(n % 2 ? "echo x" : "no-such-command-here").result;
  for (let n = 0; n < 100; n++) await run("true", { cwd: "/no/such/folder" }).result;
  expect(countOpen() - before).toBeLessThan(20);
});

test("a process that waits for nothing else can exit immediately after a command", () => {
  const script = `
    const { runCommand } = await import(${JSON.stringify(SOURCE)});
    console.log((await runCommand({ command: "sleep 300", cwd: "/", timeoutMs: 100, outputLimit: 1000 })).outcome);
  `;
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, "-e", script], { timeout: 20_000 });
  expect({ said: stdout.toString(), exitCode }).toEqual({ said: "timeout\n", exitCode: 0 });
});

test("without a free pipe, a command is still run and ended", () => {
  const script = `
    Object.defineProperty(process, "platform", { value: "elsewhere" });
    const { runCommand } = await import(${JSON.stringify(SOURCE)});
    const run = (command) => runCommand({ command, cwd: "/", timeoutMs: 1000, outputLimit: 1000 });
    const results = await Promise.all([run("echo out; echo err >&2; exit 3"), run("echo out; sleep 300 & wait")]);
    console.log(JSON.stringify(results.map(({ outcome, output }) => [outcome, output.trim().split("\\n").toSorted()])));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { timeout: 20_000 });
  expect(JSON.parse(stdout.toString())).toEqual([
    ["failed", ["err", "out"]],
    ["timeout", ["out"]],
  ]);
});
