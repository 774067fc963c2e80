// install and uninstall of the built executable, and their effect on the real client.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { type ClaudeSessions, startSessions } from "../helpers/claude-sessions.ts";
import { type Place, readDecisions, runCommand } from "../helpers/holdfast.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const FOREIGN = `{
\t"model": "sonnet",
\t"hooks": {
\t\t"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]
\t}
}`;

function makePlace(settings?: string): Place {
  const home = makeTempHome();
  if (settings !== undefined) writeFileIn(home, ".claude/settings.json", settings);
  return { home, project: makeTempProject({ git: true }) };
}

const settingsOf = (place: Place) => readFileSync(`${place.home}/.claude/settings.json`, "utf8");

describe("the command", () => {
  test("shows a diff, installs, then has nothing to do, then restores everything [003-01] [003-03] [003-t21] [003-t23]", async () => {
    const place = makePlace(FOREIGN);
    const brief = (await runCommand(place, "install", "--dry-run")).stdout;
    expect(brief).toMatch(/^\+ .+\/settings\.json \(hooks for \d+ events, \d+ allow rules\)$/m);
    expect(brief).toContain("nothing was changed. --verbose shows every change.");
    expect(brief).not.toContain('"SessionStart"');
    const dry = await runCommand(place, "install", "--dry-run", "--verbose");
    expect(dry.stdout).toContain('+\t\t"SessionStart"');
    expect(dry.stdout).toContain(".claude/commands/holdfast/status.md");
    expect(dry.stdout).toMatch(
      /settings\.json \(hooks for \d+ events, [\s\S]*\+ \d+ files of skills and commands/,
    );
    expect(settingsOf(place)).toBe(FOREIGN);
    expect(readdirSync(place.home)).toEqual([".claude"]);

    const first = await runCommand(place, "install", "--yes");
    expect(first.exitCode).toBe(0);
    expect(first.stdout).toContain("Restart running Claude Code sessions");
    // In a form that can be typed: the link's folder is not on this PATH.
    expect(first.stdout).toContain("~/.holdfast/bin/holdfast doctor");
    expect(first.stdout).toContain('export PATH="$HOME/.local/bin:$PATH"');
    expect(first.stdout).toMatch(/^\+ .+\/settings\.json \(hooks for \d+ events, \d+ allow rules\)$/m);
    expect(first.stdout).toMatch(/^\+ \d+ files of skills and commands in .+\/\.claude$/m);
    expect(first.stdout).toMatch(/^Backup of the old settings: .+\/backups\/.+$/m);
    expect(first.stdout).not.toContain('"SessionStart"');
    expect(first.stdout).toMatch(/without a permission dialog\.[^+]+memory\s+save/);
    expect(first.stdout.split("\n").length).toBeLessThanOrEqual(20);
    expect(existsSync(`${place.home}/.local/bin/holdfast`)).toBe(true);
    const again = await runCommand(place, "install");
    expect(again).toMatchObject({ exitCode: 0, stderr: "" });
    expect(again.stdout).toContain("Already installed");
    const tools = await runCommand(place, "install", "--mcp", "--yes");
    expect(tools.stdout).toMatch(/^\+ .+\/\.mcp\.json \(MCP server: .+\)$/m);
    const line = await runCommand(place, "install", "--statusline", "--yes");
    expect(line.stdout).toMatch(/^\+ .+\/settings\.json \(hooks .+, the status line\)$/m);

    const diff = await runCommand(place, "uninstall", "--dry-run", "--verbose");
    expect(diff.stdout).toContain('-\t\t"SessionStart"');
    const removed = await runCommand(place, "uninstall", "--yes");
    expect(removed.stdout).toContain("/.holdfast/bin/holdfast' uninstall --purge");
    expect(removed.exitCode).toBe(0);
    expect(removed.stdout).toMatch(
      /^- .+\/settings\.json \(hooks for \d+ events, \d+ allow rules, the status line\)$/m,
    );
    expect(removed.stdout).toMatch(/^- \d+ files of skills and commands in .+\/\.claude$/m);
    expect(removed.stdout).toMatch(/^- .+\/\.mcp\.json \(MCP server: .+\)$/m);
    expect(removed.stdout).not.toContain('"SessionStart"');
    expect(settingsOf(place)).toBe(FOREIGN);
    expect(readdirSync(`${place.home}/.claude`)).toEqual(["settings.json"]);
    expect((await runCommand(place, "uninstall")).stdout).toContain("Not installed");
  });

  test("shows every change with --yes --verbose", async () => {
    const ran = await runCommand(makePlace(FOREIGN), "install", "--yes", "--verbose");
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ran.stdout).toContain('+\t\t"SessionStart"');
    expect(ran.stdout).toContain(".claude/commands/holdfast/status.md");
  });

  test("says when the settings disable all hooks", async () => {
    const ran = await runCommand(makePlace('{"disableAllHooks": true}'), "install", "--dry-run");
    expect(ran.stdout).toContain("runs no hooks");
  });

  test("does nothing if nobody can be asked", async () => {
    const place = makePlace(FOREIGN);
    const ran = await runCommand(place, "install");
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("holdfast install --yes");
    expect(settingsOf(place)).toBe(FOREIGN);
    await runCommand(place, "install", "--yes");
    expect((await runCommand(place, "uninstall", "--purge")).exitCode).toBe(1);
    expect(existsSync(`${place.home}/.holdfast/bin/holdfast`)).toBe(true);
  });

  test.each([
    [["install", "--scope", "team"], 'no scope "team"'],
    [["uninstall", "--scope", "team"], 'no scope "team"'],
  ])("%p is refused", async (words, message) => {
    const ran = await runCommand(makePlace(), ...words);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain(message);
  });

  test("refuses settings with comments, with line and cause [003-02] [003-t25]", async () => {
    const text = '{\n  // mine\n  "model": "opus"\n}\n';
    const place = makePlace(text);
    const ran = await runCommand(place, "install", "--yes");
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("settings.json, line 2, column 3: invalid comment");
    expect(settingsOf(place)).toBe(text);
    expect(existsSync(`${place.home}/.holdfast/bin`)).toBe(false);
  });

  test("reports as JSON what it did", async () => {
    const place = makePlace();
    const ran = await runCommand(place, "install", "--yes", "--json", "--long-loops");
    expect(JSON.parse(ran.stdout)).toMatchObject({ scope: "user", changed: true, settingsChanged: true });
    expect(JSON.parse(settingsOf(place)).env).toEqual({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "30" });
    const removed = JSON.parse((await runCommand(place, "uninstall", "--yes", "--json", "--purge")).stdout);
    expect(removed.purged.map((entry: { name: string }) => entry.name)).toContain("bin");
    expect(readdirSync(place.home)).toEqual([]);
  });

  test("honours CLAUDE_CONFIG_DIR and HOLDFAST_HOME", async () => {
    const place = makePlace();
    const env = { CLAUDE_CONFIG_DIR: `${place.home}/client`, HOLDFAST_HOME: `${place.home}/own` };
    await runCommand({ ...place, env }, "install", "--yes");
    const { hooks } = JSON.parse(readFileSync(`${place.home}/client/settings.json`, "utf8"));
    expect(hooks.Stop[0].hooks[0].command).toBe(`${place.home}/own/bin/holdfast`);
    expect(existsSync(`${place.home}/.claude`)).toBe(false);
  });

  test("writes the project scope into the project's root", async () => {
    const place = makePlace();
    const inner = `${place.project}/deep/inside`;
    mkdirSync(inner, { recursive: true });
    const ran = await runCommand({ ...place, project: inner }, "install", "--yes", "--scope", "project");
    expect(ran.stdout).toContain("shared through git");
    expect(existsSync(`${place.project}/.claude/settings.json`)).toBe(true);
    expect(existsSync(`${place.home}/.claude`)).toBe(false);
  });
});

describe("uninstall from inside Claude", () => {
  const inside = (place: Place): Place => ({ ...place, env: { CLAUDECODE: "1" } });

  test("is refused if self-release is off, and never purges", async () => {
    const place = makePlace();
    await runCommand(place, "install", "--yes");
    writeFileIn(place.home, ".holdfast/config.json", '{"selfRelease": false}');
    expect((await runCommand(inside(place), "uninstall", "--yes")).stderr).toContain("selfRelease");
    writeFileIn(place.home, ".holdfast/config.json", "{}");
    expect((await runCommand(inside(place), "uninstall", "--yes", "--purge")).stderr).toContain(
      "only a person",
    );
    expect(existsSync(`${place.home}/.claude/settings.json`)).toBe(true);
    expect((await runCommand(inside(place), "uninstall", "--yes")).exitCode).toBe(0);
    expect(existsSync(`${place.home}/.claude`)).toBe(false);
  });
});

describe("the real client", () => {
  test.each(["project", "local"])(
    "calls us after an install into scope %s, once per event",
    async (scope) => {
      const place = makePlace();
      await runCommand(place, "install", "--yes", "--scope", scope);
      const run = await runClaude({ ...place, prompt: "Say done.", script: [say("Done.")] });
      expect(run.result?.result).toBe("Done.");
      expect(readDecisions(place).map((row) => row.event)).toEqual(["Stop"]);
    },
  );

  test("calls us once when two scopes register us", async () => {
    const place = makePlace(FOREIGN);
    await runCommand(place, "install", "--yes");
    await runCommand(place, "install", "--yes", "--scope", "local");
    await runClaude({ ...place, prompt: "Say done.", script: [say("Done.")] });
    expect(readDecisions(place).map((row) => row.event)).toEqual(["Stop"]);
  });

  describe("after an install into the user's scope", () => {
    let place: Place;
    let sessions: ClaudeSessions;

    beforeAll(async () => {
      place = makePlace();
      await runCommand(place, "install", "--yes");
      sessions = startSessions({ ...place, permissionMode: "default", allowedTools: "Read" });
    });

    afterAll(() => sessions.close());

    test("knows /holdfast:status and the skill, and calls us once per event", async () => {
      const { requests, sessionId } = await sessions.run({
        prompt: "/holdfast:status",
        script: [say("Told.")],
      });
      expect(findTold(requests, /Report this status to the user/)).toContain(place.project);
      expect(findTold(requests, /a Stop, SubagentStop or task completion/)).toBeDefined();
      const own = readDecisions(place).filter(({ session_id }) => session_id === sessionId);
      expect(own.map((row) => row.event)).toEqual(["Stop"]);
    });

    test("lets Claude read without asking, but not loosen anything", async () => {
      const script = [
        bash("holdfast status"),
        bash("holdfast unlock"),
        bash("holdfast uninstall --yes"),
        say("Done."),
      ];
      const run = await sessions.run({ prompt: "Look.", script });
      const [read, ...loosened] = toolResults(run.requests);
      expect(read).toMatchObject({ isError: false, text: expect.stringContaining(place.project) });
      expect(loosened.map((result) => result.isError)).toEqual([true, true]);
    });

    test.each([
      ["unlock", /The user released the lock[\s\S]*/, "No lock in"],
      ["pause --for 1h", /The user paused holdfast[\s\S]*/, "Paused for this session"],
    ])("runs /holdfast:%s for the user", async (words, pattern, output) => {
      const run = await sessions.run({ prompt: `/holdfast:${words}`, script: [say("Told.")] });
      expect(findTold(run.requests, pattern)).toContain(output);
    });
  });

  test("knows nothing of us after an uninstall", async () => {
    const place = makePlace(FOREIGN);
    await runCommand(place, "install", "--yes");
    const removed = await runCommand(place, "uninstall", "--yes", "--purge");
    expect(removed.stdout).toContain("In your projects, .claude/runtime");
    const run = await runClaude({ ...place, prompt: "Say done.", script: [say("Done.")] });
    expect(run.result?.result).toBe("Done.");
    expect(findTold(run.requests, /blocked by holdfast/)).toBeUndefined();
    expect(existsSync(`${place.home}/.holdfast`)).toBe(false);
  });
});
