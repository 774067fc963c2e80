import { describe, expect, test } from "bun:test";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { grantTrust, revokeTrust } from "../../../src/config/grant-trust.ts";
import { readTrust } from "../../../src/config/trust.ts";
import { UserError } from "../../../src/text/user-error.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";
import { runGit } from "../worktree/repo.ts";

const CONFIG = ".claude/holdfast.json";

function makePlace(content: string | null = '{ "metrics": true }') {
  const env = { holdfastHome: `${makeTempHome()}/.holdfast` };
  const project = makeTempProject(content === null ? {} : { files: { [CONFIG]: content } });
  const grant = async (dir = project) => grantTrust(env, dir, (await readTrust(env, dir)).files);
  return { env, project, grant, stateOf: async (dir = project) => (await readTrust(env, dir)).state };
}

describe("the trust of a project", () => {
  test("is not needed without files that contain commands", async () => {
    const { stateOf } = makePlace(null);
    expect(await stateOf()).toBe("nothing");
  });

  test("is missing for a file without a grant", async () => {
    const { stateOf } = makePlace();
    expect(await stateOf()).toBe("untrusted");
  });

  test("covers a granted file; not one changed by a byte; the original again", async () => {
    const { env, project, grant, stateOf } = makePlace();
    await grant();
    expect(await stateOf()).toBe("trusted");
    writeFileIn(project, CONFIG, '{ "metrics": true } ');
    const changed = await readTrust(env, project);
    expect([changed.state, changed.files[0]?.state]).toEqual(["changed", "changed"]);
    writeFileIn(project, CONFIG, '{ "metrics": true }');
    expect(await stateOf()).toBe("trusted");
  });

  test("does not cover a file that was added after the grant", async () => {
    const { env, project, stateOf } = makePlace();
    await grantTrust(env, project, []);
    const { state, files } = await readTrust(env, project);
    expect([state, files[0]?.state]).toEqual(["changed", "new"]);
    expect(await stateOf()).toBe("changed");
  });

  test("is gone once revoked", async () => {
    const { env, project, grant, stateOf } = makePlace();
    await grant();
    expect(await revokeTrust(env, project)).toHaveLength(1);
    expect(await stateOf()).toBe("untrusted");
    expect(await revokeTrust(env, project)).toBeNull();
  });

  test("is judged together with the text, so that commands are never taken from a second read", async () => {
    const { env, project } = makePlace("{}");
    expect((await readTrust(env, project)).files[0]?.content?.text).toBe("{}");
  });

  test("covers the content the person saw, not the content at the time of the answer", async () => {
    const { env, project, stateOf } = makePlace("{}");
    const seen = (await readTrust(env, project)).files;
    writeFileIn(project, CONFIG, '{ "swapped": "meanwhile" }');
    await grantTrust(env, project, seen);
    expect(await stateOf()).toBe("changed");
  });
});

describe("the name of a trusted project", () => {
  test("is its real path: a link to the project is the same project", async () => {
    const { project, grant, stateOf } = makePlace();
    const link = `${makeTempFolder("link")}/to project`;
    symlinkSync(project, link);
    await grant(link);
    expect([await stateOf(project), await stateOf(link), await stateOf(`${project}/.`)]).toEqual([
      "trusted",
      "trusted",
      "trusted",
    ]);
  });

  test("is not inherited: a copy of a trusted project elsewhere is untrusted", async () => {
    const { env, project, grant, stateOf } = makePlace();
    await grant();
    const copy = makeTempProject({ files: { [CONFIG]: readFileSync(`${project}/${CONFIG}`, "utf8") } });
    expect((await readTrust(env, copy)).state).toBe("untrusted");
    renameSync(project, `${project} moved`);
    mkdirSync(project);
    expect(await stateOf()).toBe("nothing");
  });
});

describe("a hostile project file", () => {
  test.each(["/dev/zero", "/dev/random", "/tmp"])("that is a link to %s is never trusted", async (target) => {
    const { env, project, grant, stateOf } = makePlace(null);
    mkdirSync(`${project}/.claude`);
    symlinkSync(target, `${project}/${CONFIG}`);
    expect(await stateOf()).toBe("untrusted");
    await expect(grant()).rejects.toBeInstanceOf(UserError);
    await grantTrust(env, project, []);
    expect(await stateOf()).toBe("changed");
  });

  test("of two megabytes is never trusted", async () => {
    const { grant, stateOf } = makePlace(" ".repeat(2 * 1024 * 1024));
    expect(await stateOf()).toBe("untrusted");
    await expect(grant()).rejects.toBeInstanceOf(UserError);
  });
});

describe("a trust.json that is", () => {
  const hash = "a".repeat(64);
  test.each([
    ["empty", ""],
    ["torn", '{ "projects": { "/x'],
    ["binary", "\u0000\u0001"],
    ["an array", "[]"],
    ["null", "null"],
    ["without projects", "{}"],
    ["wrong in a field", '{ "projects": { "PROJECT": 7 } }'],
    ["wrong in a nested field", '{ "projects": { "PROJECT": { "files": [] } } }'],
    ["full of wrong hashes", '{ "projects": { "PROJECT": { "files": { ".claude/holdfast.json": "*" } } } }'],
    ["aimed at the prototype", `{ "projects": { "__proto__": { "files": { "${CONFIG}": "${hash}" } } } }`],
    ["nested a hundred thousand deep", "[".repeat(100_000)],
  ])("%s trusts nothing, crashes nothing, and accepts the next grant", async (_name, text) => {
    const { env, project, grant, stateOf } = makePlace();
    writeFileIn(env.holdfastHome, "trust.json", text.replaceAll("PROJECT", project));
    expect(["untrusted", "changed"]).toContain(await stateOf());
    await grant();
    expect(await stateOf()).toBe("trusted");
  });

  test("a folder trusts nothing, and a grant says so instead of crashing", async () => {
    const { env, grant, stateOf } = makePlace();
    mkdirSync(`${env.holdfastHome}/trust.json`, { recursive: true });
    expect(await stateOf()).toBe("untrusted");
    await expect(grant()).rejects.toMatchObject({ code: "trust-unreadable" });
  });

  test("partly broken keeps the other projects' entries", async () => {
    const { env, project, grant } = makePlace();
    const other = { grantedAt: "2026-01-01", files: { [CONFIG]: hash } };
    const text = JSON.stringify({ projects: { "/other": other, "/broken": 1 } });
    writeFileIn(env.holdfastHome, "trust.json", text);
    await grant();
    const { projects } = JSON.parse(readFileSync(`${env.holdfastHome}/trust.json`, "utf8"));
    expect(projects["/other"]).toEqual(other);
    expect(Object.keys(projects).sort()).toEqual(["/other", project].sort());
  });
});

describe("the file on disk", () => {
  test("is 0600 in a folder with 0700, and beside it is only the empty lock file", async () => {
    const { env, grant } = makePlace();
    await grant();
    expect(statSync(`${env.holdfastHome}/trust.json`).mode & 0o777).toBe(0o600);
    expect(statSync(env.holdfastHome).mode & 0o777).toBe(0o700);
    expect(readdirSync(env.holdfastHome).sort()).toEqual(["trust.json", "trust.lock"]);
    expect(statSync(`${env.holdfastHome}/trust.lock`).size).toBe(0);
  });

  test("that cannot be written is an error that the user can fix", async () => {
    const { project } = makePlace();
    const home = makeTempFolder("file");
    writeFileSync(`${home}/in the way`, "");
    const env = { holdfastHome: `${home}/in the way` };
    await expect(grantTrust(env, project, [])).rejects.toMatchObject({
      name: "UserError",
      code: "trust-unwritable",
    });
  });

  test("keeps every entry when twelve processes grant at once", async () => {
    const { env } = makePlace();
    const projects = Array.from({ length: 12 }, () => makeTempProject({ files: { [CONFIG]: "{}" } }));
    const script = `
      import { grantTrust } from ${JSON.stringify(resolveSource("grant-trust.ts"))};
      import { readTrust } from ${JSON.stringify(resolveSource("trust.ts"))};
      const [env, dir] = [{ holdfastHome: process.argv.at(-2) }, process.argv.at(-1)];
      await grantTrust(env, dir, (await readTrust(env, dir)).files);`;
    const children = projects.map((project) =>
      Bun.spawn([process.execPath, "-e", script, "--", env.holdfastHome, project], { stderr: "pipe" }),
    );
    const errors = await Promise.all(children.map((child) => child.stderr.text()));
    expect(errors.join("")).toBe("");
    const states = await Promise.all(projects.map(async (project) => (await readTrust(env, project)).state));
    expect(states).toEqual(projects.map(() => "trusted"));
  }, 30_000);
});

function resolveSource(name: string): string {
  return `${import.meta.dir}/../../../src/config/${name}`;
}

describe("work trees and folders of one repository", () => {
  const OTHER = '{ "metrics": false }';

  function makeWorkTrees() {
    const env = { holdfastHome: `${makeTempHome()}/.holdfast` };
    const main = makeTempProject({ git: true, files: { [CONFIG]: "{}", [`app/${CONFIG}`]: "{}" } });
    const side = `${makeTempFolder("side")}/tree`;
    runGit(main, ["worktree", "add", "-q", side]);
    const grant = async (dir: string) => grantTrust(env, dir, (await readTrust(env, dir)).files);
    return { env, main, side, grant, stateOf: async (dir: string) => (await readTrust(env, dir)).state };
  }

  test("share trust as long as the content is the same, and each version is trusted separately", async () => {
    const { main, side, grant, stateOf } = makeWorkTrees();
    await grant(main);
    expect([await stateOf(main), await stateOf(side)]).toEqual(["trusted", "trusted"]);
    writeFileIn(side, CONFIG, OTHER);
    expect([await stateOf(main), await stateOf(side)]).toEqual(["trusted", "changed"]);
    await grant(side);
    expect([await stateOf(main), await stateOf(side)]).toEqual(["trusted", "trusted"]);
  });

  test("trust a folder's own file beside the root's, and revoking revokes both", async () => {
    const { env, main, grant, stateOf } = makeWorkTrees();
    await grant(main);
    expect(await stateOf(`${main}/app`)).toBe("changed");
    await grant(`${main}/app`);
    expect([await stateOf(main), await stateOf(`${main}/app`)]).toEqual(["trusted", "trusted"]);
    expect(await revokeTrust(env, `${main}/app`)).toHaveLength(2);
    expect([await stateOf(main), await stateOf(`${main}/app`)]).toEqual(["untrusted", "untrusted"]);
  });

  test("still honour a grant by a folder's path alone", async () => {
    const { env, main, stateOf } = makeWorkTrees();
    const sha256 = new Bun.CryptoHasher("sha256").update("{}").digest("hex");
    const projects = Object.fromEntries(
      [main, `${main}/app`].map((dir) => [dir, { grantedAt: "2026-01-01", files: { [CONFIG]: sha256 } }]),
    );
    writeFileIn(env.holdfastHome, "trust.json", JSON.stringify({ projects }));
    expect([await stateOf(main), await stateOf(`${main}/app`)]).toEqual(["trusted", "trusted"]);
  });

  test("an archive whose .git file points at a trusted repository is not trusted", async () => {
    const { main, side, grant, stateOf } = makeWorkTrees();
    await grant(main);
    const archive = makeTempProject({ files: { [CONFIG]: "{}" } });
    for (const link of [`gitdir: ${main}/.git\n`, await Bun.file(`${side}/.git`).text()]) {
      writeFileIn(archive, ".git", link);
      expect(await stateOf(archive)).toBe("untrusted");
    }
  });
});
