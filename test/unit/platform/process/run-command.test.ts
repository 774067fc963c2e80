import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CommandRequest, runCommand } from "../../../../src/platform/process/run-command.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";

const folder = makeTempFolder("check");

function run(command: string, rest: Partial<CommandRequest> = {}) {
  return runCommand({ command, cwd: folder, timeoutMs: 20_000, outputLimit: 256 * 1024, ...rest });
}

const ENDS: [
  what: string,
  command: string,
  outcome: string,
  exitCode: number | null,
  signal: string | null,
][] = [
  ["success", "true", "passed", 0, null],
  ["a failure", "false", "failed", 1, null],
  ["any exit code", "exit 42", "failed", 42, null],
  ["a missing command", "no-such-command-here --version", "missing", 127, null],
  ["a missing script", "./nowhere.sh", "missing", 127, null],
  ["a script that is not executable", "./plain.sh", "missing", 126, null],
  ["a folder as a command", "./inner", "missing", 126, null],
  ["127 failed tests", "echo '127 failing'; exit 127", "failed", 127, null],
  ["a kill from outside", "kill -9 $$", "killed", null, "SIGKILL"],
  ["a kill of the shell's child", "sh -c 'kill -9 $$'; exit $?", "killed", 137, "SIGKILL"],
  ["a crash", "kill -SEGV $$", "failed", null, "SIGSEGV"],
  ["a crash of the shell's child", "sh -c 'kill -SEGV $$'; exit $?", "failed", 139, "SIGSEGV"],
  ["a syntax error", "if then", "failed", 2, null],
  ["an empty command", "", "passed", 0, null],
];

test.each(ENDS)("classifies %s by its end: %s", async (_, command, outcome, exitCode, signal) => {
  chmodSync(writeFileIn(folder, "plain.sh", "echo hello\n"), 0o644);
  mkdirSync(join(folder, "inner"), { recursive: true });
  expect(await run(command)).toMatchObject({ outcome, exitCode, signal });
});

test.each([
  ["does not exist", join(folder, "nowhere")],
  ["is a file", join(folder, "file.txt")],
  ["cannot be a folder at all", "no\0where"],
])("a folder that %s counts as a missing command, and the output says where", async (_, cwd) => {
  writeFileIn(folder, "file.txt", "");
  const result = await run("true", { cwd });
  expect(result).toMatchObject({ outcome: "missing", exitCode: null, signal: null });
  expect(result.output).toContain(JSON.stringify(cwd));
});

test("a command too long for the system is missing, not a crash", async () => {
  expect((await run(`: ${"x".repeat(5_000_000)}`)).outcome).toBe("missing");
});

test("both streams come back as one text, in the order of writing", async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const command = numbers.map((n) => (n % 3 === 0 ? `echo ${n} >&2` : `echo ${n}`)).join("; ");
  expect((await run(command)).output).toBe(`${numbers.join("\n")}\n`);
});

test("a script may open its streams by name", async () => {
  const { output, outcome } = await run(
    "echo one >/dev/stderr && echo two | tee /dev/stderr && echo three >/dev/stdout",
  );
  expect(outcome).toBe("passed");
  expect(output.trim().split("\n").toSorted()).toEqual(["one", "three", "two", "two"]);
});

test("stdin is empty, and there is no terminal", async () => {
  const { output, outcome } = await run('cat; test -t 0 || test -t 1 || test -t 2 || echo "no terminal"');
  expect(output).toBe("no terminal\n");
  expect(outcome).toBe("passed");
});

test("stdin is passed when given, of any size, read or not", async () => {
  const stdin = "größe\n".repeat(100_000);
  expect((await run("wc -c", { stdin })).output.trim()).toBe(String(Buffer.byteLength(stdin)));
  expect((await run("cat /dev/stdin | head -n 1", { stdin })).output).toBe("größe\n");
  expect((await run("true", { stdin })).outcome).toBe("passed");
});

test.each(["with spaces in it", "with a\nline break", "with 'quotes' \"and\" $HOME", "größe 日本"])(
  "runs in a folder %j",
  async (name) => {
    const cwd = join(folder, name);
    mkdirSync(cwd, { recursive: true });
    expect((await run("pwd; echo end", { cwd })).output).toBe(`${realpathSync(cwd)}\nend\n`);
  },
);

test("output that is not UTF-8 is read as far as it is text", async () => {
  const { output, outcome } = await run("printf 'caf\\351 \\377\\376\\000 ok\\n'");
  expect(outcome).toBe("passed");
  expect(output).toStartWith("caf\ufffd ");
  expect(output).toEndWith(" ok\n");
});

test("the environment is inherited, with the given additions and removals", async () => {
  Object.assign(process.env, { CHECK_INHERITED: "kept", CHECK_TAKEN: "gone" });
  const env = { CHECK_ADDED: "a b", CHECK_TAKEN: undefined };
  const { output } = await run('echo "$CHECK_INHERITED,$CHECK_ADDED,$CHECK_TAKEN,$PATH"', { env });
  for (const name of ["CHECK_INHERITED", "CHECK_TAKEN"]) delete process.env[name];
  expect(output).toBe(`kept,a b,,${process.env.PATH}:${dirname(process.execPath)}\n`);
});

test("a command finds this program after the user's own PATH, even a given one", async () => {
  const { output } = await run('echo "$PATH"', { env: { PATH: "/usr/bin:/bin" } });
  expect(output).toBe(`/usr/bin:/bin:${dirname(process.execPath)}\n`);
});

test("a Claude Code inside the command is not held, but our commands still know who is behind them", async () => {
  const before = { ...process.env };
  Object.assign(process.env, {
    CLAUDECODE: "1",
    CLAUDE_CODE_SESSION_ID: "s1",
    CLAUDE_ENV_FILE: "/somewhere",
  });
  const { output } = await run('echo "$HOLDFAST,$CLAUDECODE,$CLAUDE_CODE_SESSION_ID,$CLAUDE_ENV_FILE"');
  for (const name of ["CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CLAUDE_ENV_FILE"]) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  expect(output).toBe("0,1,s1,\n");
});

test("the start and the end of long output are kept, and the cut is marked between two lines", async () => {
  const { output } = await run("seq 1 100000", { outputLimit: 10_000 });
  const lines = output.trim().split("\n");
  const mark = lines.findIndex((line) => line.includes("bytes left out"));
  expect(output.length).toBeLessThan(10_100);
  expect(lines[0]).toBe("1");
  expect(lines.at(-1)).toBe("100000");
  expect(Number(lines[mark - 2])).toBe(mark - 1);
  expect(lines[mark + 2]).toMatch(/^\d{5,6}$/);
});

test("a live view gets everything as it comes", async () => {
  let seen = 0;
  await run("head -c 1000000 /dev/zero", {
    outputLimit: 1000,
    onOutput: (chunk) => {
      seen += chunk.length;
    },
  });
  expect(seen).toBe(1_000_000);
});
