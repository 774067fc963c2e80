// What can be shown on Linux of how holdfast works on Windows, where it was never run.
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { executablePath, readEnvironment } from "../../../src/config/environment.ts";
import { endGroup } from "../../../src/platform/process/process-group.ts";
import {
  executableName,
  inShellPath,
  isAbsolutePath,
  isCompiled,
  pathSeparator,
  shellCommand,
  withSlashes,
} from "../../../src/platform/system.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

test.each<[string | null, boolean, boolean]>([
  ["/work", true, true],
  ["C:/work", true, false],
  ["c:\\work", true, false],
  ["\\\\server\\share", false, false],
  ["C:work", false, false],
  ["work/C:/x", false, false],
  ["", false, false],
  [null, false, false],
])("%p is absolute on Windows: %p, elsewhere: %p", (path, onWindows, elsewhere) => {
  expect([isAbsolutePath(path, true), isAbsolutePath(path, false)]).toEqual([onWindows, elsewhere]);
});

test("a backslash is a separator on Windows only", () => {
  expect(withSlashes("C:\\work\\a b.ts", true)).toBe("C:/work/a b.ts");
  expect(withSlashes("/work/a\\b.ts", false)).toBe("/work/a\\b.ts");
});

test("the compiled program is recognised by where Bun says its entry point is", () => {
  const entries = ["/$bunfs/root/holdfast", "B:/~BUN/root/holdfast.exe", "B:\\~BUN\\root\\holdfast.exe"];
  expect(entries.map((entry) => isCompiled(entry))).toEqual([true, true, true]);
  expect(isCompiled("/work/src/bin/holdfast.ts")).toBe(false);
});

test("a command runs in Git's Bash, also where the person keeps it elsewhere", () => {
  expect(shellCommand("npm test", {}, true)).toEqual(["C:/Program Files/Git/bin/bash.exe", "-c", "npm test"]);
  const elsewhere = { CLAUDE_CODE_GIT_BASH_PATH: "D:\\git\\bash.exe" };
  expect(shellCommand("npm test", elsewhere, true)[0]).toBe("D:/git/bash.exe");
  expect(shellCommand("npm test", elsewhere, false)).toEqual(["/bin/sh", "-c", "npm test"]);
});

test("names and separators are those of Windows, and Bash gets a folder without a colon", () => {
  expect([executableName(true), pathSeparator(true)]).toEqual(["holdfast.exe", ";"]);
  expect(inShellPath("C:/Users/Ann/.holdfast/bin", true)).toBe("/c/Users/Ann/.holdfast/bin");
  expect(inShellPath("/home/ann/.holdfast/bin", false)).toBe("/home/ann/.holdfast/bin");
});

describe("the environment", () => {
  const given = {
    USERPROFILE: "C:\\Users\\Ann",
    TEMP: "C:\\Users\\Ann\\AppData\\Local\\Temp",
    CLAUDE_PROJECT_DIR: "D:\\work\\shop",
  };

  test("has the folders of Windows, with slashes", () => {
    expect(readEnvironment(given, true)).toMatchObject({
      home: "C:/Users/Ann",
      holdfastHome: "C:/Users/Ann/.holdfast",
      claudeDir: "C:/Users/Ann/.claude",
      projectDir: "D:/work/shop",
      tempDir: "C:/Users/Ann/AppData/Local/Temp",
    });
    const moved = { ...given, HOLDFAST_HOME: "E:\\holdfast\\", CLAUDE_CONFIG_DIR: "E:\\claude" };
    expect(readEnvironment(moved, true)).toMatchObject({
      holdfastHome: "E:/holdfast",
      claudeDir: "E:/claude",
    });
    expect(executablePath(readEnvironment(moved, true))).toStartWith("E:/holdfast/bin/holdfast");
  });

  test("has none where a folder is relative, and is the same elsewhere as before", () => {
    expect(readEnvironment({ USERPROFILE: "Users\\Ann" }, true).holdfastHome).toBe("");
    expect(readEnvironment({ ...given, HOME: "/home/ann" }, false)).toMatchObject({
      home: "/home/ann",
      projectDir: "D:\\work\\shop",
      tempDir: "/tmp",
    });
  });
});

test("a command is ended with everything it started, by Windows's own program", async () => {
  const folder = makeTempFolder("windows");
  const program = `${folder}/System32/taskkill.exe`;
  mkdirSync(`${folder}/System32`);
  writeFileSync(program, `#!/bin/sh\necho "$@" >> '${folder}/calls'\n`, { mode: 0o755 });
  const before = process.env.SystemRoot;
  process.env.SystemRoot = folder;
  try {
    await endGroup(4242, 0, true);
    rmSync(program);
    // Nothing fails without it.
    await endGroup(4243, 0, true);
  } finally {
    if (before === undefined) delete process.env.SystemRoot;
    else process.env.SystemRoot = before;
  }
  expect(readFileSync(`${folder}/calls`, "utf8")).toBe("/T /F /PID 4242\n");
});

describe("a process that takes this system for Windows, without the C library,", () => {
  const folder = makeTempFolder("windows hook");
  const project = `${folder}/project`;
  const preload = `${folder}/preload.ts`;
  const variables = {
    ...{ USERPROFILE: `${folder}/home`, TEMP: folder, CLAUDE_CODE_GIT_BASH_PATH: "/bin/bash" },
    PATH: dirname(Bun.which("git") ?? ""),
  };
  const run = (words: string[], input = "") => {
    const program = resolve(import.meta.dir, "../../../src/bin/holdfast.ts");
    const { exitCode, stdout, stderr } = Bun.spawnSync(
      [process.execPath, "--preload", preload, program, ...words],
      { cwd: project, env: variables, stdin: Buffer.from(input) },
    );
    expect([exitCode, stderr.toString()]).toEqual([0, ""]);
    return stdout.toString();
  };
  const stop = (last_assistant_message: string) => {
    const event = { hook_event_name: "Stop", session_id: "s1", cwd: project, stop_hook_active: true };
    return run(["hook"], JSON.stringify({ ...event, last_assistant_message }));
  };

  beforeAll(() => {
    for (const path of [project, `${folder}/home`]) mkdirSync(path);
    writeFileSync(preload, 'Object.defineProperty(process, "platform", { value: "win32" });\n');
    const prompt = { hook_event_name: "UserPromptSubmit", session_id: "s1", cwd: project, prompt: "Fix it." };
    run(["hook"], JSON.stringify(prompt));
  });

  test("holds a stop for a lock until it is removed", () => {
    run(["lock", "migrate", "--done", "the tests pass"]);
    expect(JSON.parse(stop("Done."))).toMatchObject({ decision: "block" });
    expect(run(["explain"])).toContain("Held by the lock");
    run(["unlock"]);
  });

  test("runs the command of a loop in Git's Bash", () => {
    run(["loop", "start", "fix it", "--verify", "[[ -e fixed ]]", "--session", "s1"]);
    expect(JSON.parse(stop("Done.")).reason).toContain("[[ -e fixed ]]");
    writeFileSync(`${project}/fixed`, "");
    expect(stop("Done again.")).not.toContain("block");
    expect(run(["loop", "status"])).not.toContain("round");
    expect(existsSync(`${folder}/home/.holdfast/logs/faults.jsonl`)).toBe(false);
  });
});
