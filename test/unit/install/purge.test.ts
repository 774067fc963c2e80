import { expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { planPurge, purge } from "../../../src/install/uninstall.ts";
import { writeFileIn } from "../../helpers/temp.ts";
import { install, makeMachine, uninstall } from "./make-machine.ts";

test("a purge shows what would be removed, then removes it", async () => {
  const machine = makeMachine();
  await install(machine);
  writeFileIn(machine.env.holdfastHome, "memory/mine.md", "12345");
  const entries = await planPurge(machine.env, machine.userSettings);
  expect(entries.map((entry) => entry.name)).toEqual(["bin", "install.json", "memory"]);
  expect(entries.find((entry) => entry.name === "memory")?.bytes).toBe(5);
  await uninstall(machine);
  await purge(machine.env);
  expect(existsSync(machine.env.holdfastHome)).toBe(false);
  expect(await planPurge(machine.env, machine.userSettings)).toEqual([]);
});

test("a purge refuses a folder that is not holdfast's alone", async () => {
  const { env, userSettings } = makeMachine("{}");
  for (const holdfastHome of ["/", env.home, env.home.slice(0, env.home.lastIndexOf("/"))]) {
    mkdirSync(`${env.home}/bin`, { recursive: true });
    const refused = planPurge({ ...env, holdfastHome }, userSettings);
    await expect(refused).rejects.toMatchObject({ code: "purge-refused" });
  }
  const other = writeFileIn(`${env.home}/documents`, "thesis.txt", "x").replace("/thesis.txt", "");
  await expect(planPurge({ ...env, holdfastHome: other }, userSettings)).rejects.toMatchObject({
    code: "purge-refused",
  });
});

test("a purge refuses while another scope still calls the program, and names it", async () => {
  const machine = makeMachine();
  await install(machine);
  await install(machine, { scope: "local" });
  const refused = planPurge(machine.env, machine.userSettings);
  await expect(refused).rejects.toMatchObject({
    code: "purge-registered",
    message: expect.stringContaining(machine.project),
  });
  await uninstall(machine, "local");
  expect(await planPurge(machine.env, machine.userSettings)).not.toEqual([]);
});
