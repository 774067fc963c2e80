import { expect, test } from "bun:test";
import { runForAnswer } from "../../../../src/platform/process/run-command.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const ask = (command: string, stdin = "", timeoutMs = 20_000) =>
  runForAnswer({ command, stdin, cwd: makeTempFolder("ask"), timeoutMs, outputLimit: 256 * 1024 });

test("a command gets its question on stdin and answers on two streams", async () => {
  const answer = await ask("cat; echo 'not so' >&2; exit 2", '{"event":"Stop"}');
  expect(answer).toMatchObject({
    outcome: "failed",
    exitCode: 2,
    stdout: '{"event":"Stop"}',
    stderr: "not so\n",
  });
});

test("each stream has its own limit", async () => {
  const answer = await ask("head -c 3000000 /dev/zero; echo fine >&2");
  expect(answer).toMatchObject({ outcome: "passed", stderr: "fine\n" });
  expect(answer.stdout.length).toBeLessThan(300_000);
});

test("a command that is missing, or does not answer in time, is reported as such", async () => {
  expect(await ask("no-such-command-here")).toMatchObject({ outcome: "missing", stdout: "" });
  expect(await ask("echo so far; sleep 300", "", 1000)).toMatchObject({
    outcome: "timeout",
    stdout: "so far\n",
  });
  expect(
    await runForAnswer({
      command: "true",
      stdin: "",
      cwd: "/no/such/folder",
      timeoutMs: 1000,
      outputLimit: 100,
    }),
  ).toMatchObject({
    outcome: "missing",
    stderr: expect.stringContaining("/no/such/folder"),
  });
});
