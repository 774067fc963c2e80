import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandRequest, runCommand } from "../../../../src/platform/process/run-command.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

async function runLogged(command: string, logPath: string, rest: Partial<CommandRequest> = {}) {
  return await runCommand({ command, cwd: makeTempFolder("log"), timeoutMs: 20_000, logPath, ...rest });
}

const newPath = () => join(makeTempFolder("log"), "check.log");

test("the log has the whole output and is ours alone", async () => {
  const path = newPath();
  const result = await runLogged("seq 1 50000; echo größe >&2; exit 1", path, { outputLimit: 1000 });
  expect(result).toMatchObject({ outcome: "failed", truncated: true, logPath: path });
  expect(readFileSync(path, "utf8")).toBe(
    `${Array.from({ length: 50_000 }, (_, n) => n + 1).join("\n")}\ngröße\n`,
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a log is cut at 10 MB, with the end behind the cut", async () => {
  const path = newPath();
  await runLogged("echo first; head -c 30000000 /dev/zero | tr '\\0' x; echo; echo last", path);
  const log = readFileSync(path, "utf8");
  expect(log.length).toBeLessThan(10.5 * 1024 * 1024);
  expect(log).toStartWith("first\n");
  expect(log).toMatch(/\n\[… \d+ bytes left out …\]\nx+\nlast\n$/);
});

test("what must not be written is taken out first, wherever the pieces of output end", async () => {
  const path = newPath();
  const cleanLog = (text: string) => text.replaceAll("secret-4711", "[redacted]");
  await runLogged(
    "for n in $(seq 1 20000); do echo $n secret-4711; done; printf 'sec'; sleep 0.1; printf 'ret-4711'",
    path,
    {
      cleanLog,
    },
  );
  const log = readFileSync(path, "utf8");
  expect(log).not.toContain("secret");
  expect(log.split("[redacted]").length).toBe(20_002);
});

test("a log that lies there is replaced, and a link is not followed", async () => {
  const path = newPath();
  const victim = join(makeTempFolder("victim"), "precious.txt");
  writeFileSync(victim, "precious");
  symlinkSync(victim, path);
  await runLogged("echo one", path);
  expect((await runLogged("echo two", path)).logPath).toBe(path);
  expect(readFileSync(path, "utf8")).toBe("two\n");
  expect(readFileSync(victim, "utf8")).toBe("precious");
});

test.each([
  ["a folder that is not there", () => join(makeTempFolder("log"), "nowhere", "check.log")],
  [
    "a folder in its place",
    () => {
      const path = newPath();
      mkdirSync(path);
      return path;
    },
  ],
])("a log that cannot be written (%s) fails nothing and is not named", async (_, makePath) => {
  const result = await runLogged("echo hello", makePath());
  expect(result).toMatchObject({ outcome: "passed", output: "hello\n" });
  expect(result).not.toHaveProperty("logPath");
});
