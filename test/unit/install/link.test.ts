import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { linkPath, readLinkState } from "../../../src/install/executable.ts";
import { applyLink } from "../../../src/install/install.ts";
import { install, makeMachine, uninstall } from "./make-machine.ts";

describe("the link in ~/.local/bin", () => {
  test("is created with its folder, and both are removed with the last scope", async () => {
    const machine = makeMachine();
    await install(machine);
    await install(machine, { scope: "local" });
    await applyLink(machine.env);
    expect(await readLinkState(machine.env)).toBe("present");
    await uninstall(machine);
    expect(await readLinkState(machine.env)).toBe("present");
    await uninstall(machine, "local");
    expect(readdirSync(machine.env.home)).toEqual([".holdfast"]);
  });

  test.each(["file", "link"])("another program's %s is left alone", async (kind) => {
    const machine = makeMachine();
    mkdirSync(dirname(linkPath(machine.env)), { recursive: true });
    if (kind === "file") writeFileSync(linkPath(machine.env), "theirs");
    else symlinkSync("/somewhere/else", linkPath(machine.env));
    expect((await install(machine)).link).toBe("foreign");
    expect((await uninstall(machine)).removesLink).toBe(false);
    expect(readdirSync(dirname(linkPath(machine.env)))).toEqual(["holdfast"]);
  });
});
