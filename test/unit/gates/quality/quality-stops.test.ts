// The quality gate through the pipeline, in all kinds of work trees and with commands that misbehave.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../../../helpers/processes.ts";
import { makeTempFolder, makeTempProject, writeFileIn } from "../../../helpers/temp.ts";
import { waitUntil } from "../../../helpers/wait.ts";
import { makeRepo, openRepo } from "../../worktree/repo.ts";
import { makeSession } from "../engine/checked-session.ts";

const FILES = { "a.txt": "one\n", "src/b.txt": "two\n" };
const stages = (run: string, more: object = {}) => ({ stages: { quality: [{ run, ...more }] } });
const FAILING = stages("echo 'a.txt:1: error: wrong'; exit 4");

describe("work trees", () => {
  const trees: Record<string, () => string> = {
    "a repository": () => makeRepo(FILES).dir,
    "a detached HEAD": () => {
      const repo = makeRepo(FILES);
      repo.git("checkout", "-q", "--detach");
      return repo.dir;
    },
    "a linked work tree": () => {
      const dir = join(makeTempFolder("linked"), "tree");
      makeRepo(FILES).git("worktree", "add", "-q", "-b", "side", dir);
      return dir;
    },
    "a submodule": () => {
      const repo = makeRepo(FILES);
      repo.git("submodule", "add", "-q", makeRepo(FILES).dir, "lib");
      repo.commit();
      return join(repo.dir, "lib");
    },
    "a repository without commits": () => makeRepo().dir,
    "a folder within a repository": () => {
      const repo = makeRepo({ ...FILES, "packages/one/x.txt": "x\n" });
      return join(repo.dir, "packages/one");
    },
  };

  test.each(Object.keys(trees))("in %s a failing check holds, and a passing one does not", async (name) => {
    const project = trees[name]?.() ?? "";
    const session = await makeSession(
      project,
      stages("! grep -q wrong new.txt || { echo new.txt:1; false; }"),
    );
    session.edits("new.txt", "wrong\n");
    expect(await session.stop()).toMatchObject({
      kind: "refuse",
      reason: expect.stringContaining("new.txt:1"),
    });
    session.edits("new.txt", "right\n");
    expect((await session.stop()).kind).toBe("silent");
    expect(await session.faults()).toEqual([]);
  });

  describe("without a repository", () => {
    const start = async (more: object = {}) => {
      const log = `${makeTempFolder("log")}/ran`;
      const command = `echo run >> '${log}'; ! grep -q wrong new.txt`;
      const project = makeTempProject({ files: FILES });
      const session = await makeSession(project, stages(command, more));
      const count = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0);
      return { ...session, project, count };
    };

    test("the session's own edits are checked, and the same content is not checked twice", async () => {
      const session = await start();
      session.edits("new.txt", "wrong\n");
      expect((await session.stop()).kind).toBe("refuse");
      session.edits("new.txt", "right\n");
      expect((await session.stop()).kind).toBe("silent");
      expect(session.count()).toBe(2);
      await session.prompt();
      session.edits("new.txt", "right\n");
      expect((await session.stop()).kind).toBe("silent");
      expect(session.count()).toBe(2);
      expect(await session.faults()).toEqual([]);
    });

    test("so is a file that a command names and changes, but not one that it only reads", async () => {
      const session = await start();
      await Bun.sleep(300); // The clocks of files and of the client differ by up to 250 ms.
      session.runs("node build.js ./a.txt > made");
      expect((await session.stop()).kind).toBe("silent");
      expect(session.count()).toBe(0);
      session.runs("echo wrong > ./new.txt", () => writeFileIn(session.project, "new.txt", "wrong\n"));
      expect((await session.stop()).kind).toBe("refuse");
      expect(session.count()).toBe(1);
    });

    test("a turn without an edit runs nothing, and neither does one that edits other files", async () => {
      const session = await start({ paths: ["*.txt"] });
      expect((await session.stop()).kind).toBe("silent");
      session.edits("notes.md", "wrong\n");
      expect((await session.stop()).kind).toBe("silent");
      expect(session.count()).toBe(0);
    });

    test("after a command an earlier pass is not reused: the command may have changed anything", async () => {
      const session = await start();
      session.edits("new.txt", "right\n");
      await session.stop();
      await session.prompt();
      session.runs("touch other");
      session.edits("new.txt", "right\n");
      await session.stop();
      expect(session.count()).toBe(2);
    });
  });

  test("without git it is said that no check ran, and a fault is recorded", async () => {
    const session = await makeSession(makeRepo(FILES).dir, FAILING, { PATH: "/nowhere" });
    session.edits("a.txt", "changed\n");
    const answer = await session.stop();
    expect(answer.kind).not.toBe("refuse");
    expect(JSON.stringify(answer)).toContain("no check ran at this stop");
    expect(await session.begin()).toContain("git status");
  });

  test("a path with spaces, quotes and a newline is seen and matched", async () => {
    const repo = makeRepo(FILES);
    const name = "src/od d'\"\nname.txt";
    const session = await makeSession(repo.dir, stages("exit 1", { paths: ["src/**"] }));
    session.edits(name, "x\n");
    expect((await session.stop()).kind).toBe("refuse");
  });
});

describe("a command that misbehaves", () => {
  test("and hangs is ended at its time limit, and is advice", async () => {
    const session = await makeSession(makeRepo(FILES).dir, stages("sleep 300", { timeout: 1 }));
    session.edits("a.txt", "changed\n");
    expect(await session.stop()).toMatchObject({
      kind: "tell",
      message: expect.stringContaining("longer than 1 s"),
    });
    expect(await session.faults()).toEqual(["gate:quality: a check of stage quality: timeout"]);
  });

  test("and hangs holds if the config says so", async () => {
    const quality = stages("echo working; sleep 300", { timeout: 1, onTimeout: "block" });
    const session = await makeSession(makeRepo(FILES).dir, quality);
    session.edits("a.txt", "changed\n");
    expect(await session.stop()).toMatchObject({
      kind: "refuse",
      reason: expect.stringContaining("longer than 1 s"),
    });
  });

  test("and forks leaves no process behind", async () => {
    const run = '(sleep 300 & echo $! > "$PID_FILE"; sleep 300) & sleep 300';
    const file = `${makeTempFolder("pid")}/pid`;
    const session = await makeSession(
      makeRepo(FILES).dir,
      stages(run, { timeout: 1, env: { PID_FILE: file } }),
    );
    session.edits("a.txt", "changed\n");
    await session.stop();
    const pid = readFileSync(file, "utf8").trim();
    await waitUntil(() => !isRunning(pid));
    expect(isRunning(pid)).toBe(false);
  });

  test("and floods is read to its end and reported by its errors", async () => {
    const run = "yes 'noise noise noise' | head -c 40000000; echo 'a.txt:1: error: at the end'; exit 1";
    const session = await makeSession(makeRepo(FILES).dir, stages(run));
    session.edits("a.txt", "changed\n");
    const answer = await session.stop();
    const reason = answer.kind === "refuse" ? answer.reason : "";
    expect(reason).toContain("a.txt:1: error: at the end");
    expect(reason.length).toBeLessThanOrEqual(1500);
  }, 30_000);

  test("and prints bytes that are not text is read", async () => {
    const session = await makeSession(
      makeRepo(FILES).dir,
      stages("printf 'a.txt:1: error: \\377\\376 x\\n'; exit 1"),
    );
    session.edits("a.txt", "changed\n");
    expect(await session.stop()).toMatchObject({ reason: expect.stringContaining("a.txt:1: error:") });
  });

  test("and prints a secret leaks it neither into the reason nor into the log", async () => {
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    const session = await makeSession(makeRepo(FILES).dir, stages(`echo "error: token ${secret}"; exit 1`));
    session.edits("a.txt", "changed\n");
    const answer = await session.stop();
    const reason = answer.kind === "refuse" ? answer.reason : "";
    expect(reason).not.toContain(secret);
    expect(readFileSync(/Full output: (.+\.log)/.exec(reason)?.[1] ?? "", "utf8")).not.toContain(secret);
  });
});

describe("checks that run", () => {
  test("do not include what passed on the same content, even after a detour", async () => {
    const file = `${makeTempFolder("count")}/ran`;
    const repo = makeRepo(FILES);
    const session = await makeSession(repo.dir, stages('echo . >> "$RAN"', { env: { RAN: file } }));
    const ran = () => (existsSync(file) ? readFileSync(file, "utf8").length / 2 : 0);
    session.edits("a.txt", "x\n");
    await session.stop();
    session.edits("a.txt", "y\n");
    await session.stop();
    session.edits("a.txt", "x\n");
    await session.stop();
    expect(ran()).toBe(2);
  });

  test("run beside a lock if they are quick, also with a secret in the command", async () => {
    const repo = makeRepo(FILES);
    const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const session = await makeSession(repo.dir, stages(`TOKEN=${token} grep -q right a.txt`));
    session.edits("a.txt", "right\n");
    expect((await session.stop()).kind).toBe("silent");
    writeFileIn(repo.dir, ".claude/runtime/locks/.lock_active", "");
    session.edits("a.txt", "wrong\n");
    expect(await session.stop()).toMatchObject({ reason: expect.stringContaining("gate: lock, quality") });
  });

  describe("include what passed quickly", () => {
    const CHECK = 'echo . >> "$RAN"; grep -q right ignored.txt';

    async function start() {
      const ran = `${makeTempFolder("count")}/ran`;
      const repo = makeRepo({ ...FILES, ".gitignore": "ignored.txt\n" });
      repo.write("ignored.txt", "right\n");
      const session = await makeSession(repo.dir, stages(CHECK, { env: { RAN: ran } }));
      session.edits("a.txt", "x\n");
      expect((await session.stop()).kind).toBe("silent");
      const runs = () => readFileSync(ran, "utf8").length / 2;
      return { session, runs, breakIt: () => repo.write("ignored.txt", "wrong\n") };
    }

    test("after a command, which may have changed what git ignores", async () => {
      const { session, runs, breakIt } = await start();
      session.runs("make something", breakIt);
      expect((await session.stop()).kind).toBe("refuse");
      expect(runs()).toBe(2);
    });

    test("after a command of an interrupted turn, which had no stop", async () => {
      const { session, breakIt } = await start();
      await session.prompt();
      session.runs("make something", breakIt);
      await Bun.sleep(20);
      await session.prompt();
      session.edits("a.txt", "x\n");
      expect((await session.stop()).kind).toBe("refuse");
    });

    test.each([
      ["the check itself", CHECK],
      ["one that only reads", "cat a.txt"],
    ])("but not after %s", async (_name, command) => {
      const { session, runs } = await start();
      session.runs(command);
      expect((await session.stop()).kind).toBe("silent");
      expect(runs()).toBe(1);
    });
  });

  test("include what failed once something was tried outside the tree", async () => {
    const repo = makeRepo({ ...FILES, ".gitignore": "node_modules\n" });
    const session = await makeSession(repo.dir, stages("test -d node_modules"));
    session.edits("a.txt", "x\n");
    expect((await session.stop()).kind).toBe("refuse");
    session.runs("npm install", () => mkdirSync(`${repo.dir}/node_modules`));
    expect((await session.stop()).kind).toBe("silent");
  });

  test("wait for an earlier stage, which a missing tool does not stop", async () => {
    const folder = makeTempFolder("ran");
    const repo = makeRepo(FILES);
    const session = await makeSession(repo.dir, {
      stages: {
        one: [{ run: "no-such-tool" }],
        two: [{ run: `touch '${folder}/two'; exit 1` }, { run: `touch '${folder}/beside'` }],
        three: [{ run: `touch '${folder}/three'` }],
      },
    });
    session.edits("a.txt", "x\n");
    expect((await session.stop()).kind).toBe("refuse");
    expect(["two", "beside", "three"].map((name) => existsSync(`${folder}/${name}`))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("are only those whose paths changed", async () => {
    const folder = makeTempFolder("ran");
    const repo = makeRepo(FILES);
    const session = await makeSession(repo.dir, {
      stages: {
        all: [
          { run: `touch '${folder}/src'`, paths: ["src/**", "!src/**/*.md"] },
          { run: `touch '${folder}/docs'`, paths: ["docs"] },
        ],
      },
    });
    session.edits("src/notes.md", "x\n");
    await session.stop();
    expect(existsSync(`${folder}/src`)).toBe(false);
    session.edits("docs/deep/x.md", "x\n");
    await session.stop();
    expect([existsSync(`${folder}/docs`), existsSync(`${folder}/src`)]).toEqual([true, false]);
  });

  test("do not include those for files from a pull, or changed by the user", async () => {
    const origin = makeRepo(FILES);
    const dir = makeTempFolder("clone");
    origin.git("clone", "-q", origin.dir, dir);
    origin.write("src/b.txt", "pulled\n");
    origin.git("commit", "-q", "-am", "Before the session", "--date", "2020-01-01T00:00:00Z");
    await Bun.sleep(1100); // git keeps whole seconds
    const session = await makeSession(dir, FAILING);
    session.runs("git pull", () => openRepo(dir).git("pull", "-q"));
    expect((await session.stop()).kind).toBe("silent");
    await Bun.sleep(600); // Whatever is written while a command runs is attributed to it.
    writeFileIn(dir, "a.txt", "by the user\n");
    await Bun.sleep(600);
    session.runs("npm test");
    expect((await session.stop()).kind).toBe("silent");
  });
});

describe("a failure", () => {
  const says = (...lines: string[]) =>
    stages(`printf '%s\\n' ${lines.map((line) => `"${line}"`).join(" ")}; exit 1`);
  const THEIRS = "src/theirs.txt:1: error: wrong";

  /** The session writes one file, somebody else another. */
  async function stopOn(quality: object, project = makeRepo(FILES).dir) {
    const session = await makeSession(project, quality);
    session.edits("mine.txt", "x\n");
    await Bun.sleep(20);
    writeFileIn(project, "src/theirs.txt", "y\n");
    return { session, answer: await session.stop() };
  }

  test.each([
    ["only in somebody else's file", [THEIRS]],
    [
      "there, with lines that name no file",
      [THEIRS, "2 checks failed", "TypeError: wrong.thing is not a function"],
    ],
    ["there, and in a library outside", [THEIRS, "/usr/lib/thing.so:4: called from here"]],
  ])("%s: is advice that says whose it is", async (_name, lines) => {
    const { answer } = await stopOn(says(...lines));
    expect(answer).toMatchObject({
      kind: "tell",
      message: expect.stringContaining("src/theirs.txt (changed by you, or another program)"),
    });
  });

  test.each([
    ["in the session's own file as well", [THEIRS, "mine.txt:1: error: wrong"]],
    ["in the session's own file, without a line", [THEIRS, "FAIL mine.txt"]],
    ["in an unchanged file", ["src/b.txt:1: error: broken by a.txt"]],
    ["there, and in an unchanged file", [THEIRS, "src/b.txt:1: error: wrong"]],
    ["in a file that cannot be found", [THEIRS, "src/gone.txt:7: error: wrong"]],
    ["in no known file", ["it does not work"]],
  ])("%s: holds", async (_name, lines) => {
    expect((await stopOn(says(...lines))).answer.kind).toBe("refuse");
  });

  test("holds when the middle of the output was left out", async () => {
    const flood = "yes 'noise noise noise' | head -c 3000000";
    expect((await stopOn(stages(`echo "${THEIRS}"; ${flood}; exit 1`))).answer.kind).toBe("refuse");
  });

  test("holds when the output cannot be read again", async () => {
    const project = makeRepo(FILES).dir;
    const session = await makeSession(project, says(THEIRS));
    writeFileIn(`${session.home}/.holdfast/logs`, "checks", "a file stands where the logs go");
    session.edits("mine.txt", "x\n");
    writeFileIn(project, "src/theirs.txt", "y\n");
    expect((await session.stop()).kind).toBe("refuse");
  });

  test("is attributed by names relative to the check's own folder, in a folder within a repository", async () => {
    const repo = makeRepo({ ...FILES, "packages/one/x.txt": "x\n" });
    const quality = stages('echo "deep/theirs.txt:1: error"; exit 1', { cwd: "src" });
    const project = `${repo.dir}/packages/one`;
    mkdirSync(`${project}/src`);
    const session = await makeSession(project, quality);
    session.edits("mine.txt", "x\n");
    writeFileIn(project, "src/deep/theirs.txt", "y\n");
    expect(await session.stop()).toMatchObject({
      kind: "tell",
      message: expect.stringContaining("packages/one/src/deep/theirs.txt (changed by you"),
    });
  });
});
