// `holdfast update` with stand-ins for npm and for the new package's launcher, which have their own tests on the executable.
import { beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { version } from "../../../../../package.json" with { type: "json" };
import { executablePath } from "../../../../../src/config/environment.ts";
import { waitUntil } from "../../../../helpers/wait.ts";
import { install, type Machine, makeMachine } from "../../../install/make-machine.ts";

const PROGRAM = [process.execPath, `${import.meta.dir}/../../../../../src/bin/holdfast.ts`, "update"];
let machine: Machine;
let tools: string;

beforeEach(async () => {
  machine = makeMachine();
  tools = `${machine.project}/tools`;
  mkdirSync(tools);
  place(machine.source, `echo ${version}`);
  await install(machine);
});

function place(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const npmSays = (answer: string) => place(`${tools}/npm`, `printf '%s' '${answer}'`);

function start(...words: string[]) {
  return Bun.spawn([...PROGRAM, ...words], {
    cwd: machine.project,
    env: { HOME: machine.env.home, PATH: `${tools}${delimiter}${process.env.PATH}` },
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function run(...words: string[]) {
  const child = start(...words);
  const [out, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { text: `${out}${errors}`, exitCode: await child.exited };
}

describe("the version on npm", () => {
  test.each([
    ["newer", '"99.0.0"', ["--check"], 0, "npm has 99.0.0. `holdfast update` installs it."],
    ["the same", `"${version}"`, ["--check"], 0, "is the newest version"],
    ["older", '"0.0.1"', ["--yes"], 0, "newer than npm's 0.0.1"],
    ["older, but requested", '"0.0.1"', ["--check", "--to", "0.0.1"], 0, "`holdfast update --to 0.0.1`"],
    ["not JSON", "<html>proxy</html>", ["--check"], 1, "<html>proxy</html>"],
    ["nothing", "", ["--check"], 1, "npm has no holdfast@latest"],
    ["a file instead of a version", '"99.0.0"', ["--check", "--from", "x.tgz"], 1, "Leave one of them out"],
  ])("is %s", async (_name, answer, words, exitCode, text) => {
    npmSays(answer);
    expect(await run(...words)).toEqual({ text: expect.stringContaining(text), exitCode });
  });
});

describe("an update that fails", () => {
  const cache = () => `${machine.env.holdfastHome}/cache`;
  /** An npm that knows version 99.0.0, and runs this when it should fetch it into `$3`. */
  const npmFetches = (script: string) =>
    place(`${tools}/npm`, `[ "$1" = view ] && { echo '"99.0.0"'; exit; }\n${script}`);

  test("says what is in place: the new program, even if a later settings file failed", async () => {
    await install(machine, { scope: "local" });
    npmFetches(
      'mkdir -p "$3/node_modules/holdfast/npm" && touch "$3/node_modules/holdfast/npm/launcher.mjs"',
    );
    const program = executablePath(machine.env);
    place(`${machine.source}-next`, "echo 99.0.0");
    // The launcher: replaces the program for the first settings, and fails for the others.
    place(
      `${tools}/node`,
      `[ "$6" = user ] && exec cp '${machine.source}-next' '${program}'\necho 'broken' >&2; exit 1`,
    );
    const { text, exitCode } = await run("--yes");
    expect(exitCode).toBe(1);
    expect(text).toContain("holdfast 99.0.0 is in place, but not all settings were renewed");
    expect(text).toContain(`\`holdfast install --scope local\` in ${machine.project}`);
    expect(text).not.toContain("still in place");
    expect(readdirSync(cache())).toEqual([]);
  });

  test("leaves no download behind, whether it is interrupted or killed", async () => {
    const [old, young] = ["update-aaaaaa", "update-bbbbbb"].map((name) => `${cache()}/${name}`) as [
      string,
      string,
    ];
    for (const path of [old, young]) mkdirSync(path, { recursive: true });
    utimesSync(old, 0, 0);
    npmFetches(`echo $$ > '${tools}/new'; mv '${tools}/new' '${tools}/pid'; exec sleep 60`);
    const child = start("--yes");
    await waitUntil(() => existsSync(`${tools}/pid`));
    // Like Ctrl-C: both get it.
    child.kill("SIGINT");
    process.kill(Number(await Bun.file(`${tools}/pid`).text()), "SIGINT");
    expect(await child.stderr.text()).toContain(`holdfast ${version} is still in place`);
    expect(await child.exited).toBe(1);
    expect(readdirSync(cache())).toEqual(["update-bbbbbb"]);
  });
});
