import { describe, expect, test } from "bun:test";
import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { VERSION } from "../../../src/config/version.ts";
import { buildPlugin, renderPluginHooks } from "../../../src/install/own-files.ts";
import { registeredEvents } from "../../../src/protocol/claude-code/events.ts";
import { makeTempFolder, makeTempHome, writeFileIn } from "../../helpers/temp.ts";

const plugin = resolve(import.meta.dir, "../../../plugin");
const read = (path: string) => readFileSync(path, "utf8");

describe("the plugin folder", () => {
  test("has current hooks and our version", () => {
    expect(read(`${plugin}/hooks/hooks.json`)).toBe(renderPluginHooks());
    expect(JSON.parse(read(`${plugin}/.claude-plugin/plugin.json`)).version).toBe(VERSION);
  });

  test("registers every event once, through the script", () => {
    const { hooks } = JSON.parse(renderPluginHooks());
    expect(Object.keys(hooks)).toEqual(registeredEvents().map(({ event }) => event));
    for (const { event, registration } of registeredEvents()) {
      const entry = hooks[event][0].hooks[0];
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it.
      expect(entry.command).toBe("${CLAUDE_PLUGIN_ROOT}/bin/holdfast-hook");
      expect(entry.args).toEqual(["hook", "--plugin"]);
      expect(entry.timeout).toBe(registration.timeout);
    }
  });

  test("is built completely over an older build", async () => {
    const target = makeTempFolder("plugin");
    writeFileIn(target, "commands/gone.md", "of an older version");
    await buildPlugin(target);
    expect(readdirSync(target, { recursive: true }).toSorted()).toEqual(
      readdirSync(plugin, { recursive: true }).toSorted(),
    );
    expect(statSync(`${target}/bin/holdfast-hook`).mode & 0o111).toBe(0o111);
  });
});

describe("bin/holdfast-hook", () => {
  const event = (name: string, more: object = {}) =>
    JSON.stringify({ session_id: "s", hook_event_name: name, ...more });

  function run(payload: string, env: Record<string, string>) {
    const path = "/usr/bin:/bin";
    const child = Bun.spawnSync([`${plugin}/bin/holdfast-hook`, "hook", "--plugin"], {
      env: { PATH: path, ...env },
      stdin: Buffer.from(payload),
    });
    return { exitCode: child.exitCode, stdout: child.stdout.toString(), stderr: child.stderr.toString() };
  }

  function makeProgram(folder: string, name: string): string {
    const path = writeFileIn(folder, "bin/holdfast", `#!/bin/sh\necho "${name} $*: $(cat)"\nexit 2\n`);
    chmodSync(path, 0o755);
    return folder;
  }

  test("passes the event to the program in HOLDFAST_HOME, then in the home folder, then on PATH", () => {
    const home = makeTempHome();
    const own = makeProgram(makeTempFolder("own"), "own");
    const onPath = makeProgram(makeTempFolder("path"), "path");
    const PATH = `${onPath}/bin:/usr/bin:/bin`;
    expect(run("{}", { HOME: home, PATH })).toEqual({
      exitCode: 2,
      stdout: "path hook --plugin: {}\n",
      stderr: "",
    });
    makeProgram(`${home}/.holdfast`, "home");
    expect(run("{}", { HOME: home, PATH }).stdout).toBe("home hook --plugin: {}\n");
    expect(run("{}", { HOME: home, PATH, HOLDFAST_HOME: own }).stdout).toBe("own hook --plugin: {}\n");
    expect(run("{}", { HOME: home, PATH, HOLDFAST_HOME: "/none" }).stdout).toBe("home hook --plugin: {}\n");
  });

  test.each(["startup", "resume"])("without a program says at SessionStart (%s) how to get it", (source) => {
    const { exitCode, stdout, stderr } = run(event("SessionStart", { source }), { HOME: makeTempHome() });
    expect(JSON.parse(stdout).systemMessage).toContain("dist/holdfast install");
    expect([exitCode, stderr]).toEqual([0, ""]);
  });

  test.each([
    event("Stop"),
    event("UserPromptSubmit", { prompt: '"hook_event_name":"SessionStart"' }),
    event("SessionStart", { source: "compact" }),
    event("SessionStart", { source: "clear" }),
    event("PostToolUse", { tool_input: "x".repeat(300_000) }),
    "",
    "not JSON",
  ])("without a program is silent and allows everything else", (payload) => {
    expect(run(payload, { HOME: makeTempHome() })).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(run(payload, {})).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("does not wait for the end of input", async () => {
    const child = Bun.spawn([`${plugin}/bin/holdfast-hook`], {
      env: { PATH: "/usr/bin:/bin" },
      stdin: "pipe",
      stdout: "pipe",
    });
    child.stdin.write(event("SessionStart", { source: "startup" }));
    child.stdin.flush();
    expect(await child.exited).toBe(0);
    expect(await child.stdout.text()).toContain("systemMessage");
    child.stdin.end();
  });
});
